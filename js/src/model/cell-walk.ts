/** The cells of an icicle, one after the other, as far as a window shows them. */

import { at } from "./arrays";
import type { Box } from "./boxes";
import type { Layout } from "./layout";

/** How long a cell is along; or the block that stands for it and all below. */
export function lengthOf({ places, part, tree }: Layout, entry: number, stands: boolean): number {
  const { starts, height, depths } = places;
  const depth = at(tree.depths, at(part.nodes, entry));
  if (!stands || !depths) return at(height, depth);
  const end = Math.round(depth + at(depths, entry));
  return at(starts, end) + at(height, end) - at(starts, depth);
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
