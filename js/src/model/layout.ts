/**
 * Where every visible node stands, in px of its level's world.
 *
 * Reckoned along one axis (*across*: siblings side by side); depth runs along the other. Turned,
 * the same gives the left-right drawing. The places of a large tree are numbers in arrays: a node's
 * own is made when somebody asks for it, and what a window shows is found by halving its rows.
 */

import type { Orientation } from "../protocol.gen";
import { at, first } from "./arrays";
import type { Box } from "./boxes";
import { farWidth, type Level, type Measures, measures } from "./detail";
import { middlesOf } from "./hierarchy";
import { CROWD, cells, DEEP, type Places, type Room, startsOf } from "./icicle";
import { CLOSED, type OpenPart, openPart, STRIP } from "./open-part";
import type { TreeModel, TreeNode } from "./tree";

export interface Placed extends Box {
  readonly node: TreeNode;
  /** A branch whose subtree is hidden. */
  readonly collapsed: boolean;
}

/** Room after a collapsed card for its sheets, the strip of hidden leaves and its line. */
export const STACK_BELOW = 54;
const STACK_ASIDE = 146;

/** From and to. */
type Reach = readonly [number, number];

export class Layout {
  readonly tree: TreeModel;
  readonly level: Level;
  readonly orientation: Orientation;
  readonly measures: Measures;
  readonly spread: Spread;
  /** A crowd seen from afar is drawn as cells, no longer as a tree. */
  readonly icicle: boolean;
  readonly part: OpenPart;
  readonly places: Places;
  readonly bounds: Box;
  readonly #made: Placed[];
  #placed: readonly Placed[] | undefined;

  constructor(
    tree: TreeModel,
    collapsed: ReadonlySet<number>,
    level: Level,
    orientation: Orientation,
    room: Room,
    most: Spread,
  ) {
    this.tree = tree;
    this.level = level;
    this.orientation = orientation;
    const size = measuresOf(tree, level, orientation);
    this.part = openPart(tree, collapsed, level === "near");
    const { nodes, rows } = this.part;
    this.#made = new Array(nodes.length);
    this.icicle = level === "far" && (nodes.length > CROWD || rows.length > DEEP);
    [this.places, this.measures, this.spread] = this.icicle
      ? [cells(tree, this.part, orientation, room), size, most]
      : treePlaces(tree, this.part, level, orientation, size, room, most);
    this.bounds = this.#bounds();
  }

  /** Visible nodes in pre-order. */
  get placed(): readonly Placed[] {
    this.#placed ??= [...this.part.kinds.keys()]
      .filter((entry) => this.part.kinds[entry] !== STRIP)
      .map((entry) => this.place(entry));
    return this.#placed;
  }

  find(id: number): Placed | undefined {
    const entry = this.#entry(this.tree.find(id));
    return entry < 0 ? undefined : this.place(entry);
  }

  /** A node's neighbour in its row. */
  beside(place: Placed, by: 1 | -1): Placed | undefined {
    const row = this.part.rows[place.node.depth] ?? [];
    const entry = this.#entry(place.node);
    const other = row[first(row, (one) => one >= entry) + by];
    return other === undefined ? undefined : this.place(other);
  }

  /** What overlaps a window. */
  within(window: Box): Placed[] {
    return this.#meeting(window, 0, (entry) => [at(this.places.from, entry), this.#end(entry)]);
  }

  /** The children whose edges may run through a window. */
  edges(window: Box): Placed[] {
    if (this.icicle) return [];
    const { from } = this.places;
    return this.#meeting(window, 1, (entry) => {
      const above = this.#entry(this.#node(entry).parent);
      const end = Math.max(this.#end(entry), this.#end(above));
      return [Math.min(at(from, entry), at(from, above)), end];
    });
  }

  /**
   * Entries that meet a window with their reach across, and with their row and so many above it
   * along. Reaches of a row are in order at both ends: no node overlaps another, no edge crosses.
   */
  #meeting(window: Box, above: number, reach: (entry: number) => Reach): Placed[] {
    const [across, along] = this.sides(window);
    const { starts, height } = this.places;
    return this.part.rows.flatMap((row, depth) => {
      const upper = starts[depth - above];
      if (upper === undefined || upper >= along[1]) return [];
      if (at(starts, depth) + at(height, depth) <= along[0]) return [];
      const begin = first(row, (entry) => reach(entry)[1] > across[0]);
      const end = first(row, (entry) => reach(entry)[0] >= across[1]);
      return row.slice(begin, end).map((entry) => this.place(entry));
    });
  }

  /** The place of an entry of the open part: always the same object. */
  place(entry: number): Placed {
    const made = this.#made[entry];
    if (made) return made;
    const node = this.#node(entry);
    const collapsed = this.part.kinds[entry] === CLOSED;
    const place = { node, collapsed, ...this.box(entry, at(this.places.height, node.depth)) };
    this.#made[entry] = place;
    return place;
  }

  /** Where an entry of such a length along is, without an object for its node. */
  box(entry: number, along: number): Box {
    const { from, width, starts } = this.places;
    const depth = at(this.tree.depths, at(this.part.nodes, entry));
    const [left, top, across] = [at(from, entry), at(starts, depth), at(width, entry)];
    return this.orientation === "vertical"
      ? { left, top, width: across, height: along }
      : { left: top, top: left, width: along, height: across };
  }

  /** A node's place with what hangs from it: what a collapsed card hides is told after it. */
  reach(place: Placed): Box {
    const { left, top, width, height } = place;
    const hangs = place.collapsed ? this.#stack : 0;
    return this.orientation === "vertical"
      ? { left, top, width, height: height + hangs }
      : { left, top, width: width + hangs, height };
  }

  /** How far a box reaches across, and along. */
  sides({ left, top, width, height }: Box): readonly [Reach, Reach] {
    const [x, y]: [Reach, Reach] = [
      [left, left + width],
      [top, top + height],
    ];
    return this.orientation === "vertical" ? [x, y] : [y, x];
  }

  #node(entry: number): TreeNode {
    return this.tree.node(at(this.part.nodes, entry));
  }

  /** The entry of a node; -1 when it is not drawn. */
  #entry(node: TreeNode | null | undefined): number {
    return node ? at(this.part.entries, node.position) : -1;
  }

  #end(entry: number): number {
    return at(this.places.from, entry) + at(this.places.width, entry);
  }

  get #stack(): number {
    if (this.level !== "near") return 0;
    return this.orientation === "vertical" ? STACK_BELOW : STACK_ASIDE;
  }

  #bounds(): Box {
    const { part, places } = this;
    const upright = this.orientation === "vertical";
    const stack = this.#stack;
    const [low, high] = reachOf(part.rows, places.from, places.width);
    const ends = part.rows.map((row, depth) => {
      const closed = stack > 0 && row.some((entry) => part.kinds[entry] === CLOSED);
      return at(places.starts, depth) + at(places.height, depth) + (closed ? stack : 0);
    });
    const deep = Math.max(...ends);
    return upright
      ? { left: low, top: 0, width: high - low, height: deep }
      : { left: 0, top: low, width: deep, height: high - low };
  }
}

/** So far the tab of missing rows hangs below a card. */
const TAB = 14;
/** Intervals stand in two rows: above them there must be room for what hangs from their parent. */
const SECOND_ROW = 16;

function measuresOf(
  { columns, meta }: TreeModel,
  level: Level,
  orientation: Orientation,
): Measures {
  const size = measures(level, meta.task);
  if (level === "far") return size;
  const rows = columns.split.some((split) => (split?.cuts?.length ?? 0) > 1) ? SECOND_ROW : 0;
  // Turned, the tab hangs between a card and the next one.
  const tabs = orientation === "horizontal" && level === "near" && columns.missing_n.some(Boolean);
  const tab = tabs ? TAB : 0;
  const { gap, sibling, cousin } = size;
  return { ...size, gap: gap + rows, sibling: sibling + tab, cousin: cousin + tab };
}

/** Where nobody says what room there is. */
const SOME_ROOM: Room = { width: 800, height: 400 };

export function layOut(
  tree: TreeModel,
  collapsed: ReadonlySet<number>,
  level: Level,
  orientation: Orientation,
  room: Room = SOME_ROOM,
  most: Spread = airiest(level, orientation),
): Layout {
  return new Layout(tree, collapsed, level, orientation, room, most);
}

/** By how many steps siblings, and levels, have moved apart where the canvas has room to spare. */
export type Spread = readonly [across: number, along: number];
/** As many at most, and how many of them cards become wider by. */
const AIRIEST: Readonly<Record<Level, Spread>> = { near: [1, 0], middle: [4, 3], far: [4, 5] };
/** Turned, a row of blocks that is as high as the canvas leaves most of its width to the levels. */
const AIRIEST_ASIDE: Spread = [4, 8];
const WIDEST = { near: 1, middle: 2, far: 0 };
/** Levels of blocks come nearer to each other where that leaves the blocks larger. */
const CLOSEST = -2;
/** Steps, so that not every gesture moves everything. */
const STEP = 1.25;

function airiest(level: Level, orientation: Orientation): Spread {
  return level === "far" && orientation === "horizontal" ? AIRIEST_ASIDE : AIRIEST[level];
}

/** The places of a tree, and the measures that it is drawn in where it has room to spare. */
function treePlaces(
  tree: TreeModel,
  part: OpenPart,
  level: Level,
  orientation: Orientation,
  size: Measures,
  room: Room,
  most: Spread,
): readonly [Places, Measures, Spread] {
  const upright = orientation === "vertical";
  const far = level === "far";
  const across = upright ? size.width : size.height;
  const along = upright || far ? size.height : size.width;
  const width = new Float64Array(part.nodes.length).fill(across);
  if (far) {
    const { weight } = tree.columns;
    part.nodes.forEach((position, entry) => {
      width[entry] = farWidth(tree.share({ weight: at(weight, position) }));
    });
  }
  const half = width.map((whole) => whole / 2);
  const middles = middlesOf(part.ends, half, size);
  const placed = (aside: number, wider: number) =>
    middles.map((middle, v) => middle * aside - at(half, v) * wider);
  const [low, high] = reachOf(part.rows, placed(1, 1), width);
  const least = upright ? size.gap : size.gapAside;
  const deep = part.rows.length * (along + least) - least;
  const turn = ([x, y]: Spread): Spread => (upright ? [x, y] : [y, x]);
  const [wide, long] = turn([room.width, room.height]);
  const [widest, longest] = turn([room.width, room.free ?? room.height]);
  const closest = far ? CLOSEST : 0;
  const scale = Math.min(1, wide / (high - low), long / deep / STEP ** closest);
  const spread: Spread = [
    steps(widest / scale / (high - low), 0, most[0]),
    steps(longest / scale / deep, closest, most[1]),
  ];
  const aside = STEP ** spread[0];
  const wider = upright ? STEP ** Math.min(spread[0], WIDEST[level]) : 1;
  const gap = (along + least) * STEP ** spread[1] - along;
  const height = part.rows.map(() => along);
  const places = {
    from: placed(aside, wider),
    width: width.map((whole) => whole * wider),
    height,
    starts: startsOf(height, gap),
    bend: 1,
  };
  const between = (least: number) => (across + least) * aside - across * wider;
  const [sibling, cousin] = [between(size.sibling), between(size.cousin)];
  const sized = upright ? { width: across * wider, gap } : { gapAside: gap };
  return [places, { ...size, ...sized, sibling, cousin }, spread];
}

/** How many steps something can be enlarged by that would fill its room so many times. */
function steps(times: number, least: number, most: number): number {
  return Math.min(Math.max(Math.floor(Math.log(times) / Math.log(STEP) + 1e-9), least), most);
}

/** From the first to the last of what is drawn, across. */
function reachOf(rows: OpenPart["rows"], from: Float64Array, width: Float64Array): Reach {
  const ends = rows.map((row) => at(row, row.length - 1));
  return [
    Math.min(...rows.map((row) => at(from, at(row, 0)))),
    Math.max(...ends.map((entry) => at(from, entry) + at(width, entry))),
  ];
}
