/**
 * One view of the tree, seen through its camera.
 *
 * When the tree changes, the selected node keeps its place on the screen and everything else glides
 * there once. The layout itself is final at once: only the picture takes its time.
 */

import { batch, effect, type Signal, signal, untracked } from "@preact/signals";
import {
  type Area,
  anchored,
  type Camera,
  clampZoom,
  confine,
  type Point,
  zoomAround,
} from "./model/camera";
import { type Level, levelAt } from "./model/detail";
import { inView, meetsCards, reveal, roomToFill, wholeTree } from "./model/fitting";
import { CROWD } from "./model/icicle";
import type { Layout } from "./model/layout";
import { GLIDE_MS, type Glide, glideBetween } from "./model/motion";
import { type Filling, Picture } from "./picture";
import type { View } from "./view-state";

/** People who want no motion get none. */
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** Where the whole tree would have to be so much smaller, it is drawn smaller. */
const OUTGROWN = 0.85;
/** And where it could be so much larger, it is. */
const SHRUNK = 2;
/** Round the legend. */
const AIR = 12;

/** A point of the canvas, and the node whose middle it is. */
type Heart = Point & { readonly id?: number };

/** How the tree was seen before all of it was at stake. */
interface Left {
  readonly layout: Layout;
  readonly camera: Camera;
  readonly whole: boolean;
  readonly width: number;
  readonly filling: Filling;
}

export class Scene extends Picture {
  /** The motion under way; null when nothing moves. */
  readonly glide: Signal<Glide | null> = signal(null);
  /** Counts the moves of the focus that the page must follow. */
  readonly focusMoves: Signal<number> = signal(0);
  /** The search field. */
  readonly findField: { current: HTMLInputElement | null } = { current: null };
  readonly legend: { current: HTMLElement | null } = { current: null };
  /** The legend is one line above the tree, as a card would stand where its column does. */
  readonly inLine: Signal<boolean> = signal(false);
  /** Time of the frame, while something glides. */
  readonly clock: Signal<number> = signal(0);
  readonly #stop: () => void;
  /** The width that a drawer takes of the canvas. */
  #covered = 0;
  #previous: Layout | null = null;
  /** Nobody has moved the camera since it last showed the whole tree. */
  #whole = true;
  /** The camera as it did. */
  #fitted: Camera = { x: 0, y: 0, zoom: 1 };
  /** What the legend takes as a column. */
  #column: Area = { width: 0, height: 0 };
  #left: Left | null = null;

  constructor(view: View) {
    super(view);
    this.#stop = effect(() => {
      const layout = this.layout.value;
      untracked(() => this.#follow(layout));
    });
  }

  dispose(): void {
    this.#stop();
    this.glide.value = null;
  }

  /** The canvas has a new size. Hidden it has none, and comes back as it was. */
  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    const { canvas, camera } = this.view;
    const before = canvas.peek();
    if (before.width === width && before.height === height) return;
    batch(() => {
      canvas.value = { width, height };
      // Round a node that a gesture left in its place only what needs it is shown anew.
      const fitted = camera.peek() === this.#fitted;
      const anew = before.width === 0 || (this.#whole && (fitted || this.#outgrown()));
      if (anew) this.fit();
      else this.#recentre((width - before.width) / 2, before);
    });
  }

  /** What was in the middle stays there; the selected node, if it was in sight, stays in sight. */
  #recentre(by: number, before: Area): void {
    const id = this.view.session.selected.peek();
    const seen = this.#middleOf(id, before) !== null;
    const from = this.view.camera.peek();
    this.#look({ ...from, x: from.x + by });
    if (seen) this.reveal(id);
  }

  /** Look from there, or from the nearest place where some of the tree is in sight. */
  #look(from: Camera): void {
    const { camera, canvas } = this.view;
    camera.value = confine(from, this.layout.peek(), canvas.peek());
  }

  /** A drawer lies over so much of the canvas. */
  cover(width: number): void {
    if (width === this.#covered) return;
    this.#covered = width;
    if (width > 0) this.reveal(this.view.session.selected.peek());
  }

  fit(): void {
    const { canvas, legend, session } = this.view;
    const area = canvas.peek();
    if (area.width === 0) return;
    const corner = legend.peek();
    if (!this.inLine.peek()) this.#column = corner;
    batch(() => {
      const room = roomToFill(area, corner, session.orientation.peek());
      this.filling.value = { room, spreads: new Map() };
      const layouts = this.layouts.peek();
      const shown = (free: Area): boolean => {
        const next = wholeTree(area, layouts, free);
        this.#show(next, levelAt(next.zoom, null));
        this.#fitted = next;
        return meetsCards(next, layouts(this.level.peek()), free);
      };
      this.inLine.value = shown(this.#column);
      if (this.inLine.value) shown(corner);
    });
    this.#whole = true;
  }

  /** The legend takes its corner, which a tree that is shown whole leaves free. */
  measureLegend(): void {
    const { camera, legend } = this.view;
    const box = this.legend.current;
    if (!box?.offsetWidth) return;
    const width = box.offsetLeft + box.offsetWidth + AIR;
    const height = box.offsetTop + box.offsetHeight + AIR;
    const before = legend.peek();
    if (before.width === width && before.height === height) return;
    legend.value = { width, height };
    if (camera.peek() === this.#fitted) this.fit();
  }

  /** The camera is where it is to be: nothing is left to follow. */
  #show(camera: Camera, level: Level): void {
    this.level.value = level;
    this.view.camera.value = camera;
    this.#previous = this.layouts.peek()(level);
  }

  /** All of the tree is at stake, and shown; or no more: it is seen again as it was before. */
  survey(begins: boolean): void {
    const { view } = this;
    const [camera, { width }] = [view.camera.peek(), view.canvas.peek()];
    const left = this.#left;
    const filling = this.filling.peek();
    const kept = { layout: this.layout.peek(), camera, whole: this.#whole, width, filling };
    this.#left = begins && width > 0 && camera !== this.#fitted ? kept : null;
    if (begins || left === null) {
      this.fit();
      return;
    }
    batch(() => {
      this.filling.value = left.filling;
      const layout = this.layouts.peek()(left.layout.level);
      const back = anchored(left.camera, left.layout, layout, view.session.selected.peek());
      this.#show({ ...back, x: back.x + (width - left.width) / 2 }, layout.level);
    });
    this.#whole = left.whole;
  }

  pan(dx: number, dy: number): void {
    const { x, y, zoom } = this.view.camera.peek();
    this.#look({ x: x + dx, y: y + dy, zoom });
    this.#whole = false;
  }

  /** Zoom by a factor round a point of the canvas; round the selected node when none is given. */
  zoomBy(factor: number, at: Heart = this.#heart()): void {
    this.zoomTo(this.view.camera.peek().zoom * factor, at);
  }

  zoomTo(zoom: number, at: Heart = this.#heart()): void {
    const { camera } = this.view;
    const next = clampZoom(zoom, this.#fitted.zoom);
    batch(() => {
      const level = this.level.peek();
      this.level.value = levelAt(next, level);
      this.#look(zoomAround(camera.peek(), level, next, at, this.layouts.peek()));
    });
    if (at.id !== undefined) this.reveal(at.id);
    this.#whole = false;
  }

  /** Bring a node into view; about into its middle, if wished, when it was out of sight. */
  reveal(id: number, middle = false): void {
    const layout = this.layout.peek();
    const place = layout.find(id);
    const { camera, canvas, legend } = this.view;
    if (!place || canvas.peek().width === 0) return;
    const box = this.onScreen(layout.reach(place));
    const tree = this.onScreen(layout.bounds);
    // The legend stands above the tree.
    const corner = legend.peek();
    const whole = { ...tree, top: tree.top - corner.height, height: tree.height + corner.height };
    const next = reveal(camera.peek(), box, this.#free(), middle ? whole : undefined, corner);
    if (next !== camera.peek()) {
      camera.value = next;
      this.#whole = false;
    }
  }

  /** The part of the canvas that no drawer lies over. */
  #free(): Area {
    const { width, height } = this.view.canvas.peek();
    return { width: width - this.#covered, height };
  }

  /** Select a node and bring it into view: where it was hidden, at the zoom that there is. */
  visit(id: number): void {
    if (!this.layout.peek().find(id)) this.#whole = false;
    this.view.session.select(id);
    this.focused.value = id;
    this.reveal(id, true);
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
    const area = this.view.canvas.peek();
    const found = this.#middleOf(this.view.session.selected.peek(), area);
    return found ?? { x: area.width / 2, y: area.height / 2 };
  }

  /** The middle of a node, if it is in sight. */
  #middleOf(id: number, { width, height }: Area): Heart | null {
    const place = untracked(() => this.shown(id));
    const box = place && untracked(() => this.onScreen(place));
    if (!box) return null;
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    return x > 0 && y > 0 && x < width && y < height ? { x, y, id: place.node.id } : null;
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
    if (afresh || this.#outgrown()) this.fit();
    else {
      const next = anchored(before, previous, layout, session.selected.peek());
      // What grows out of sight is brought back where there is room for all.
      this.#look(this.#whole ? inView(next, layout, this.#free()) : next);
    }
    const drawn = this.layout.peek();
    if (drawn.level !== layout.level || stillness.matches) return;
    // Thousands do not glide.
    if (Math.max(previous.part.nodes.length, drawn.part.nodes.length) > CROWD) return;
    const glide = glideBetween(
      { layout: previous, camera: before, glide: this.glide.peek() },
      { layout: drawn, camera: camera.peek() },
    );
    this.#run(glide);
  }

  /** What showed the whole tree shows little of the new one, or it very small or without words. */
  #outgrown(): boolean {
    const { canvas, camera, legend } = this.view;
    if (canvas.peek().width === 0) return false;
    const { zoom } = camera.peek();
    const fitting = wholeTree(canvas.peek(), this.layouts.peek(), legend.peek()).zoom;
    const ratio = fitting / zoom;
    const mute = this.level.peek() === "far" && levelAt(fitting, null) !== "far";
    if (this.#whole && mute) return true;
    // Who has gone nearer to a large tree never wished to see a small one from that far.
    const near = this.#whole || zoom >= this.#fitted.zoom;
    return (this.#whole && ratio < OUTGROWN) || (near && ratio > SHRUNK);
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
}
