/** d3-hierarchy's tidy tree over a part's arrays: what draws every tree that is no crowd. */

import { hierarchy, tree } from "d3-hierarchy";
import { at } from "./arrays";
import { type Gaps, tidy } from "./tidy";

/**
 * Above so many open nodes d3-hierarchy, which makes an object of each, would hold a gesture up for
 * more than a frame or two: `tidy` draws the same from the arrays alone.
 */
export const MANY = 2000;

/** The middle of each node along its row; the root's is 0. See `tidy`. */
export function middlesOf(ends: Int32Array, half: Float64Array, gaps: Gaps): Float64Array {
  if (ends.length > MANY) return tidy(ends, half, gaps);
  const draw = tree<number>()
    .nodeSize([1, 1])
    .separation((a, b) => {
      const apart = a.parent === b.parent ? gaps.sibling : gaps.cousin;
      return at(half, a.data) + at(half, b.data) + apart;
    });
  const middles = new Float64Array(ends.length);
  draw(hierarchy(0, (entry) => childrenOf(ends, entry))).eachBefore(({ data, x }) => {
    middles[data] = x;
  });
  return middles;
}

function childrenOf(ends: Int32Array, entry: number): number[] {
  const children: number[] = [];
  for (let v = entry + 1; v < at(ends, entry); v = at(ends, v)) children.push(v);
  return children;
}
