/**
 * A crowd from afar: rows of cells by depth, each as wide as its rows of the data, children under
 * their parent. Zooming in makes cells wider; rows grow only as much as lets a deep tree fit.
 */

import type { Orientation } from "../protocol.gen";
import { at, eachChild } from "./arrays";
import type { Box } from "./boxes";
import type { Layout } from "./layout";
import type { OpenPart } from "./open-part";
import type { TreeModel, TreeNode } from "./tree";

/** From more visible nodes on the far level is drawn as cells. */
export const CROWD = 500;
/** And from more levels: as a tree it would be a thread. */
export const DEEP = 60;

/** The room that the cells fill when the whole tree is in view. */
export interface Room {
  readonly width: number;
  readonly height: number;
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

export function cells(
  tree: TreeModel,
  part: OpenPart,
  orientation: Orientation,
  room: Room,
): Places {
  const { ends, nodes, rows } = part;
  const upright = orientation === "vertical";
  const [across, along] = upright ? [room.width, room.height] : [room.height, room.width];
  const count = nodes.length;
  const leaves = ends.reduce((sum, end, v) => sum + (end === v + 1 ? 1 : 0), 0);
  const [from, width] = [new Float64Array(count), new Float64Array(count)];
  width[0] = Math.max(leaves * LEAF, across);
  const { weight } = tree.columns;
  const weigh = (entry: number): number => at(weight, at(nodes, entry));
  for (let v = 0; v < count; v++) {
    let [whole, children] = [0, 0];
    eachChild(ends, v, (child) => {
      whole += weigh(child);
      children += 1;
    });
    let edge = at(from, v);
    eachChild(ends, v, (child) => {
      from[child] = edge;
      width[child] = at(width, v) * (whole > 0 ? weigh(child) / whole : 1 / children);
      edge += at(width, child);
    });
  }
  const least = ROW[orientation];
  const row = Math.min(Math.max(along / (rows.length + WORDY * 4), least), least * ROOMY);
  const height = rows.map((_, depth) => row * (1 + WORDY * 0.75 ** depth));
  const whole = height.reduce((sum, one) => sum + one, 0);
  const scale = across / at(width, 0);
  const bend = scale < 1 && along < whole ? Math.log(along / whole) / Math.log(scale) : 0;
  const depths = new Float64Array(count);
  for (let v = count - 1; v >= 0; v--) {
    eachChild(ends, v, (child) => {
      depths[v] = at(depths, v) + ((1 + at(depths, child)) * at(width, child)) / at(width, v);
    });
  }
  return { from, width, starts: startsOf(height), height, bend, depths };
}

/** How long a cell is along; or the block that stands for it and all below. */
export function lengthOf({ places, part, tree }: Layout, entry: number, stands: boolean): number {
  const { starts, height, depths } = places;
  const { depth } = tree.nodes[at(part.nodes, entry)] as TreeNode;
  if (!stands || !depths) return at(height, depth);
  const end = Math.round(depth + at(depths, entry));
  return at(starts, end) + at(height, end) - at(starts, depth);
}

export function startsOf(heights: readonly number[], gap = 0): number[] {
  let start = -gap;
  return heights.map((height) => {
    const here = start + gap;
    start = here + height;
    return here;
  });
}

/**
 * Walk through the cells that a window shows, parents first. One narrower than `least` stands for
 * all that hangs under it.
 */
export function walk(
  layout: Layout,
  window: Box,
  least: number,
  visit: (entry: number, stands: boolean) => void,
): void {
  const { ends } = layout.part;
  const { from, width } = layout.places;
  const [low, high] = layout.sides(window)[0];
  for (let v = 0; v < ends.length; ) {
    const [left, across] = [at(from, v), at(width, v)];
    if (left >= high || left + across <= low) v = at(ends, v);
    else {
      const stands = across < least;
      visit(v, stands);
      v = stands ? at(ends, v) : v + 1;
    }
  }
}
