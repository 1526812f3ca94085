/**
 * What one view draws: the layout of its level of detail, seen through its camera.
 *
 * When the tree changes, the selected node keeps its place on the screen and everything else glides
 * there once. The layout itself is final at once: only the picture takes its time.
 */

import {
  batch,
  computed,
  effect,
  type ReadonlySignal,
  type Signal,
  signal,
  untracked,
} from "@preact/signals";
import { first } from "./model/arrays";
import type { Box } from "./model/boxes";
import {
  anchored,
  clampZoom,
  confine,
  type LayoutAt,
  type Point,
  reveal,
  roomIn,
  toScreen,
  toWorld,
  wholeTree,
  zoomAround,
} from "./model/camera";
import { cellsIn } from "./model/cells";
import { type Detail, detailOf, type Level, leastText, levelAt, scaleAt } from "./model/detail";
import { CROWD } from "./model/icicle";
import { type Layout, layOut, type Placed } from "./model/layout";
import { GLIDE_MS, type Glide, glideBetween } from "./model/motion";
import { bySlot } from "./model/palette";
import { type Ribbon, ribbonsOf } from "./model/ribbons";
import { search } from "./model/search";
import type { TreeNode } from "./model/tree";
import { steady } from "./steady";
import type { View } from "./view-state";

/** People who want no motion get none. */
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** How far beyond its edges the view is drawn, in px of the screen. */
const BEYOND = 240;
/** Where the whole tree would have to be so much smaller, it is drawn smaller. */
const OUTGROWN = 0.85;

/** A point of the canvas, and the node whose middle it is. */
type Heart = Point & { readonly id?: number };

export class Scene {
  readonly view: View;
  readonly level: Signal<Level>;
  readonly layout: ReadonlySignal<Layout>;
  readonly detail: ReadonlySignal<Detail>;
  /** Px of the screen for one px of the level's world. */
  readonly scale: ReadonlySignal<number>;
  /** Nodes near the view, and the focused one wherever it is. */
  readonly drawn: ReadonlySignal<readonly Placed[]>;
  readonly ribbons: ReadonlySignal<readonly Ribbon[]>;
  /** Positions of the nodes that are looked for; null when nothing is. */
  readonly found: ReadonlySignal<readonly number[] | null>;
  /** The one stop of the Tab key: the focused node, or what stands for it. */
  readonly stop: ReadonlySignal<number>;
  /** What pruning would take away, while it is being considered. */
  readonly ghosts: ReadonlySignal<ReadonlySet<number>>;
  /** From the root to the selected node. */
  readonly path: ReadonlySignal<ReadonlySet<number>>;
  /** The motion under way; null when nothing moves. */
  readonly glide: Signal<Glide | null> = signal(null);
  /** The node that has the keyboard's attention. */
  readonly focused: Signal<number>;
  /** Counts the moves of the focus that the page must follow. */
  readonly focusMoves: Signal<number> = signal(0);
  /** The search field. */
  readonly findField: { current: HTMLInputElement | null } = { current: null };
  /** Time of the frame, while something glides. */
  readonly clock: Signal<number> = signal(0);
  readonly #layouts: ReadonlySignal<LayoutAt>;
  readonly #stop: () => void;
  #previous: Layout | null = null;
  /** Nobody has moved the camera since it last showed the whole tree. */
  #whole = true;
  /** The zoom at which it did. */
  #least = 1;

  constructor(view: View) {
    this.view = view;
    const { session } = view;
    this.focused = signal(session.selected.peek());
    this.#layouts = computed(() => {
      const tree = view.tree.value;
      const collapsed = session.collapsed.value;
      const orientation = session.orientation.value;
      // Only cells are made to measure.
      const crowd = tree.ends.length > CROWD;
      const room = crowd ? roomIn(view.canvas.value, view.legend.value) : undefined;
      const known = new Map<Level, Layout>();
      return (level) => {
        const layout = known.get(level) ?? layOut(tree, collapsed, level, orientation, room);
        known.set(level, layout);
        return layout;
      };
    });
    // Nobody is to wait for the cards of a crowd that opens as cells.
    this.level = signal(untracked(() => this.#layouts.value("far").icicle) ? "far" : "near");
    this.layout = computed(() => this.#layouts.value(this.level.value));
    this.scale = computed(() => scaleAt(view.camera.value.zoom, this.level.value));
    // In whole px: cards are fitted anew at a few zooms, not at every one.
    const least = computed(() => (this.level.value === "far" ? 0 : leastText(this.scale.value)));
    this.detail = computed(() => detailOf(this.level.value, least.value));
    this.drawn = steady(() => {
      const layout = this.layout.value;
      const focused = layout.find(this.focused.value);
      const cells = layout.icicle && cellsIn(layout, view.camera.value, this.window(0));
      const seen = new Set(cells || layout.within(this.window()));
      if (focused) seen.add(focused);
      return [...seen].sort((a, b) => a.node.position - b.node.position);
    });
    const ribbons = computed(() => {
      const layout = this.layout.value;
      const slots = view.slots.value;
      const known = new Map<TreeNode, readonly Ribbon[]>();
      return (node: TreeNode): readonly Ribbon[] => {
        const parent = layout.find(node.id) as Placed;
        const made =
          known.get(node) ?? ribbonsOf(layout, parent, (child) => bySlot(child.node.counts, slots));
        known.set(node, made);
        return made;
      };
    });
    this.ribbons = steady(() => {
      const edges = this.layout.value.edges(this.window());
      return edges.flatMap(({ node }) =>
        node.parent ? (ribbons.value(node.parent)[node.branch] ?? []) : [],
      );
    });
    this.found = computed(() => search(view.tree.value, view.query.value));
    this.stop = computed(() => (this.shown(this.focused.value)?.node ?? view.tree.value.root).id);
    this.ghosts = computed(() => {
      const id = view.ghost.value;
      if (id === null) return view.pruning.value?.gone.value ?? new Set();
      const below = view.tree.value.below(id).slice(1);
      return new Set(below.map((node) => node.id));
    });
    this.path = computed(() => {
      const path = view.tree.value.path(session.selected.value);
      return new Set(path.map((node) => node.id));
    });
    this.#stop = effect(() => {
      const layout = this.layout.value;
      untracked(() => this.#follow(layout));
    });
  }

  dispose(): void {
    this.#stop();
    this.glide.value = null;
  }

  /** The canvas has a new size. */
  resize(width: number, height: number): void {
    const { canvas, camera } = this.view;
    const before = canvas.peek();
    if (before.width === width && before.height === height) return;
    batch(() => {
      canvas.value = { width, height };
      if (this.#whole || before.width === 0) this.fit();
      else camera.value = { ...camera.value, x: camera.value.x + (width - before.width) / 2 };
    });
  }

  fit(): void {
    const { canvas, camera } = this.view;
    if (canvas.peek().width === 0) return;
    batch(() => {
      const next = wholeTree(canvas.peek(), this.#layouts.peek(), this.view.legend.peek());
      this.level.value = levelAt(next.zoom, null);
      camera.value = next;
      this.#least = next.zoom;
    });
    this.#whole = true;
  }

  pan(dx: number, dy: number): void {
    const { camera, canvas } = this.view;
    const moved = { ...camera.peek(), x: camera.peek().x + dx, y: camera.peek().y + dy };
    camera.value = confine(moved, this.layout.peek(), canvas.peek());
    this.#whole = false;
  }

  /** Zoom by a factor round a point of the canvas; round the selected node when none is given. */
  zoomBy(factor: number, at: Heart = this.#heart()): void {
    this.zoomTo(this.view.camera.peek().zoom * factor, at);
  }

  zoomTo(zoom: number, at: Heart = this.#heart()): void {
    const { camera } = this.view;
    const next = clampZoom(zoom, this.#least);
    batch(() => {
      const level = this.level.peek();
      camera.value = zoomAround(camera.peek(), level, next, at, this.#layouts.peek());
      this.level.value = levelAt(next, level);
    });
    if (at.id !== undefined) this.reveal(at.id);
    this.#whole = false;
  }

  /** Bring a node into view; into its middle, if wished, when it was out of sight. */
  reveal(id: number, middle = false): void {
    const place = this.layout.peek().find(id);
    const { camera, canvas } = this.view;
    if (!place || canvas.peek().width === 0) return;
    const next = reveal(camera.peek(), this.onScreen(place), canvas.peek(), middle);
    if (next.x !== camera.peek().x || next.y !== camera.peek().y) {
      camera.value = next;
      this.#whole = false;
    }
  }

  /** Select a node and bring it into view: where it was hidden, at the zoom that there is. */
  visit(id: number): void {
    if (!this.layout.peek().find(id)) this.#whole = false;
    this.view.session.select(id);
    this.focused.value = id;
    this.reveal(id, true);
  }

  onScreen(box: Box): Box {
    return toScreen(this.view.camera.value, this.layout.value, box);
  }

  /** The node that stands for `id` on the screen: itself, or the collapsed one that hides it. */
  shown(id: number): Placed | undefined {
    const layout = this.layout.value;
    for (let node = layout.tree.find(id) ?? null; node; node = node.parent) {
      const place = layout.find(node.id);
      if (place) return place;
    }
    return undefined;
  }

  /** Whether a node is looked for, or one of those up to `end`; null when nothing is. */
  matches({ position }: TreeNode, end: number = position + 1): boolean | null {
    const found = this.found.value;
    return found && (found[first(found, (one) => one >= position)] ?? end) < end;
  }

  /** Open the menu of a node, at a point of the canvas or at the node itself. */
  openMenu(id: number, at?: Point): void {
    const { view } = this;
    view.session.select(id);
    this.focused.value = id;
    const place = untracked(() => this.shown(id));
    const box = place && untracked(() => this.onScreen(place));
    const { x, y } = at ?? { x: (box?.left ?? 0) + 12, y: (box?.top ?? 0) + (box?.height ?? 0) };
    view.menu.value = { kind: "node", node: id, x, y };
  }

  #heart(): Heart {
    const { width, height } = this.view.canvas.peek();
    const place = untracked(() => this.shown(this.view.session.selected.peek()));
    const box = place && untracked(() => this.onScreen(place));
    if (!box) return { x: width / 2, y: height / 2 };
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    const inside = x > 0 && y > 0 && x < width && y < height;
    return inside ? { x, y, id: place.node.id } : { x: width / 2, y: height / 2 };
  }

  /** The tree, what is collapsed, or the orientation changed; a zoom into a new level did not. */
  #follow(layout: Layout): void {
    const previous = this.#previous;
    this.#previous = layout;
    if (!previous || previous === layout || previous.level !== layout.level) return;
    const { camera, session } = this.view;
    const before = camera.peek();
    // A cell's edit redraws the whole; a gesture made here leaves its node where it is.
    const elsewhere = !session.jobs.peek().some((job) => job.op !== null);
    const redrawn = this.#whole && (layout.icicle || (previous.tree !== layout.tree && elsewhere));
    const turned = previous.orientation !== layout.orientation;
    const afresh = turned || redrawn || previous.icicle !== layout.icicle;
    if (afresh || (this.#whole && this.#outgrown())) this.fit();
    else camera.value = anchored(before, previous, layout, session.selected.peek());
    if (this.level.peek() !== layout.level || stillness.matches) return;
    // Thousands do not glide.
    if (Math.max(previous.part.nodes.length, layout.part.nodes.length) > CROWD) return;
    const glide = glideBetween(
      { layout: previous, camera: before, glide: this.glide.peek() },
      { layout, camera: camera.peek() },
    );
    this.#run(glide);
  }

  /** What showed the whole tree shows little of the new one, or the new one very small. */
  #outgrown(): boolean {
    const { canvas, camera, legend } = this.view;
    if (canvas.peek().width === 0) return false;
    const { zoom } = wholeTree(canvas.peek(), this.#layouts.peek(), legend.peek());
    const ratio = zoom / camera.peek().zoom;
    return ratio < OUTGROWN || ratio > 2;
  }

  #run(glide: Glide): void {
    batch(() => {
      this.glide.value = glide;
      this.clock.value = glide.began;
    });
    const tick = (): void => {
      if (this.glide.peek() !== glide) return;
      const now = performance.now();
      if (now - glide.began < GLIDE_MS) requestAnimationFrame(tick);
      else this.glide.value = null;
      this.clock.value = now;
    };
    requestAnimationFrame(tick);
  }

  /** Move the keyboard's attention to a node, and the view with it. */
  focus(id: number): void {
    this.reveal(id);
    batch(() => {
      this.focused.value = id;
      this.focusMoves.value += 1;
    });
  }

  /** The part of the level's world that is drawn. */
  window(beyond = BEYOND): Box {
    const { camera, canvas } = this.view;
    return toWorld(camera.value, this.layout.value, canvas.value, beyond);
  }
}
