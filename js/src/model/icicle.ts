/**
 * A crowd from afar: rows of cells by depth, each as wide as its rows of the data, children under
 * their parent. Zooming in makes cells wider; rows grow only as much as lets a deep tree fit. Where
 * not every row can be as high as words need, those are whose cells are wide enough for words.
 */

import type { Orientation } from "../protocol.gen";
import { at, total } from "./arrays";
import type { OpenPart } from "./open-part";
import type { TreeModel } from "./tree";

/** From more visible nodes on the far level is drawn as cells. */
export const CROWD = 500;
/** And from more levels: as a tree it would be a thread. */
export const DEEP = 60;

/** The room that the drawing fills when the whole tree is in view. */
export interface Room {
  readonly width: number;
  readonly height: number;
  /** So much of the height lies between what stands in the corners and in the tree's way. */
  readonly free?: number;
}

/** Places as numbers: across by entry of the open part, along by depth. */
export interface Places {
  readonly from: Float64Array;
  readonly width: Float64Array;
  readonly starts: readonly number[];
  readonly height: readonly number[];
  /** How the scale grows along: 1 as it does across, less for cells. */
  readonly bend: number;
  /** Of a cell: how many rows deeper its rows of the data end, on average. */
  readonly depths?: Float64Array;
}

/** What a leaf has across at the upper end of the level, on average. */
const LEAF = 12;
/** Rows: height of top-down ones, width of those from left to right. */
const ROW = { vertical: 26, horizontal: 84 } as const;
/** Where there is room, rows are this much larger. */
const ROOMY = 1.5;
/** The first rows, whose cells have words, are higher. */
const WORDY = 0.8;
/** From this size on a cell has words. */
export const WORDS_WIDE = 58;
export const WORDS_HIGH = 11;
/** So much more is better. */
const AIRY = 1.2;
/** What is left of a row without words. */
const THIN = 3;

export function cells(
  tree: TreeModel,
  part: OpenPart,
  orientation: Orientation,
  room: Room,
): Places {
  const { nodes, parents, rows } = part;
  const upright = orientation === "vertical";
  const [across, along] = upright ? [room.width, room.height] : [room.height, room.width];
  const count = nodes.length;
  const { weight } = tree.columns;
  const weigh = (entry: number): number => at(weight, at(nodes, entry));
  // Of all children of each: their weights, their number, and how far they stand already.
  const sums = new Float64Array(count);
  const children = new Int32Array(count);
  const edges = new Float64Array(count);
  for (let v = 1; v < count; v++) {
    const above = at(parents, v);
    sums[above] = at(sums, above) + weigh(v);
    children[above] = at(children, above) + 1;
  }
  const from = new Float64Array(count);
  const width = new Float64Array(count);
  const depths = new Float64Array(count);
  const leaves = children.reduce((sum, below) => sum + (below > 0 ? 0 : 1), 0);
  width[0] = Math.max(leaves * LEAF, across);
  for (let v = 1; v < count; v++) {
    const above = at(parents, v);
    const share = at(sums, above) > 0 ? weigh(v) / at(sums, above) : 1 / at(children, above);
    from[v] = edges[v] = at(edges, above);
    width[v] = at(width, above) * share;
    edges[above] = at(edges, above) + at(width, v);
  }
  const least = ROW[orientation];
  const row = Math.min(Math.max(along / (rows.length + WORDY * 4), least), least * ROOMY);
  const height = rows.map((_, depth) => row * (1 + WORDY * 0.75 ** depth));
  const whole = total(height);
  const scale = across / at(width, 0);
  const squeezed = along / whole;
  const bend = scale < 1 && squeezed < 1 ? Math.log(squeezed) / Math.log(scale) : 0;
  for (let v = count - 1; v > 0; v--) {
    const above = at(parents, v);
    depths[above] = at(depths, above) + ((1 + at(depths, v)) * at(width, v)) / at(width, above);
  }
  const [wide, high] = upright ? [WORDS_WIDE, WORDS_HIGH] : [WORDS_HIGH, WORDS_WIDE];
  const wordy = rows.map((row) => row.some((entry) => at(width, entry) * scale >= wide));
  const given = bend ? readable(height, wordy, (high + 1) / squeezed, THIN / squeezed) : height;
  return { from, width, starts: startsOf(given), height: given, bend, depths };
}

/** Rows as high together, of which those with words have what words need: more of it, if it can be. */
function readable(
  height: readonly number[],
  wordy: readonly boolean[],
  words: number,
  thin: number,
): readonly number[] {
  const dumb = total(height.filter((_, depth) => !wordy[depth]));
  const few = wordy.filter((has) => !has).length;
  for (const least of [words * AIRY, words]) {
    const spoken = height.map((each, depth) => (wordy[depth] ? Math.max(each, least) : 0));
    const left = total(height) - total(spoken);
    if (left >= thin * few)
      return spoken.map((each, depth) => each || (at(height, depth) * left) / dumb);
  }
  return height;
}

export function startsOf(heights: readonly number[], gap = 0): number[] {
  let start = -gap;
  return heights.map((height) => {
    const here = start + gap;
    start = here + height;
    return here;
  });
}
