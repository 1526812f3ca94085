/**
 * What of a tree one view draws: the layout of its level of detail, and what its window shows of it.
 * Nothing here moves the eye: see `scene.ts`.
 */

import { computed, type ReadonlySignal, type Signal, signal, untracked } from "@preact/signals";
import { first } from "./model/arrays";
import type { Box } from "./model/boxes";
import { type LayoutAt, toScreen, toWorld } from "./model/camera";
import { cellsIn } from "./model/cells";
import { type Detail, detailOf, type Level, leastText, scaleAt } from "./model/detail";
import { areaOfCells, roomIn } from "./model/fitting";
import { CROWD, DEEP, type Room } from "./model/icicle";
import { type Layout, layOut, type Placed, type Spread } from "./model/layout";
import { bySlot } from "./model/palette";
import { type Ribbon, ribbonsOf } from "./model/ribbons";
import { search } from "./model/search";
import type { TreeNode } from "./model/tree";
import { steady } from "./steady";
import type { View } from "./view-state";

/** How far beyond its edges the view is drawn, in px of the screen. */
const BEYOND = 240;

/**
 * What room the canvas had when the whole tree was last shown anew, which it is drawn to fill; and
 * how far it has moved apart for that at each level, which is never more again before the next time.
 */
export interface Filling {
  readonly room?: Room;
  readonly spreads: Map<Level, Spread>;
}

export abstract class Picture {
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
  /** The node that has the keyboard's attention. */
  readonly focused: Signal<number>;
  protected readonly layouts: ReadonlySignal<LayoutAt>;
  protected readonly filling: Signal<Filling> = signal({ spreads: new Map() });

  constructor(view: View) {
    this.view = view;
    this.focused = signal(view.session.selected.peek());
    this.layouts = computed(() => layoutsOf(view, this.filling.value));
    // Nobody is to wait for the cards of a crowd that opens as cells.
    this.level = signal(untracked(() => this.layouts.value("far").icicle) ? "far" : "near");
    this.layout = computed(() => this.layouts.value(this.level.value));
    this.scale = computed(() => scaleAt(view.camera.value.zoom, this.level.value));
    // In whole px: cards are fitted anew at a few zooms, not at every one.
    const least = computed(() => leastText(this.scale.value));
    this.detail = computed(() => detailOf(this.level.value, least.value));
    this.drawn = steady(() => this.#drawn());
    const ribbons = computed(() => ribbonsAt(this.layout.value, view.slots.value));
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
      const path = view.tree.value.path(view.session.selected.value);
      return new Set(path.map((node) => node.id));
    });
  }

  onScreen(box: Box): Box {
    return toScreen(this.view.camera.value, this.layout.value, box);
  }

  /** The part of the level's world that is drawn. */
  window(beyond = BEYOND): Box {
    const { camera, canvas } = this.view;
    return toWorld(camera.value, this.layout.value, canvas.value, beyond);
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

  #drawn(): readonly Placed[] {
    const layout = this.layout.value;
    const focused = layout.find(this.focused.value);
    const cells = layout.icicle && cellsIn(layout, this.view.camera.value, this.window(0));
    const seen = new Set(cells || layout.within(this.window()));
    if (focused) seen.add(focused);
    return [...seen].sort((a, b) => a.node.position - b.node.position);
  }
}

/** Lays out the tree of a view, each level once. */
function layoutsOf(view: View, filling: Filling): LayoutAt {
  const { session } = view;
  const tree = view.tree.value;
  const collapsed = session.collapsed.value;
  const orientation = session.orientation.value;
  // Only cells are always made to measure.
  const crowd = tree.ends.length > CROWD || tree.depths.some((depth) => depth >= DEEP);
  const room = crowd
    ? roomIn(areaOfCells(view.canvas.value, orientation), view.legend.value)
    : filling.room;
  const known = new Map<Level, Layout>();
  return (level) => {
    const { spreads } = filling;
    const layout =
      known.get(level) ?? layOut(tree, collapsed, level, orientation, room, spreads.get(level));
    known.set(level, layout);
    spreads.set(level, layout.spread);
    return layout;
  };
}

/** Gives the ribbons from a node to its children, each node's made once. */
function ribbonsAt(layout: Layout, slots: readonly number[]) {
  const known = new Map<TreeNode, readonly Ribbon[]>();
  return (node: TreeNode): readonly Ribbon[] => {
    const parent = layout.find(node.id) as Placed;
    const made =
      known.get(node) ?? ribbonsOf(layout, parent, (child) => bySlot(child.node.counts, slots));
    known.set(node, made);
    return made;
  };
}
