/**
 * The tidy tree: subtrees as near to each other as their outlines allow, parents above the middle
 * of their children (Reingold and Tilford), and where a subtree is pushed away by one further off,
 * those in between share the room (Buchheim, Jünger and Leipert). In time linear in the nodes.
 */

import { at } from "./arrays";

/** What joins subtrees: gaps between the edges of siblings, and of other neighbours. */
export interface Gaps {
  readonly sibling: number;
  readonly cousin: number;
}

/**
 * The middle of each node along its row; the root's is 0.
 *
 * Nodes stand in pre-order, `ends` says where the subtree of each ends, `half` is half its width.
 */
export function tidy(
  ends: Int32Array,
  half: Float64Array,
  { sibling, cousin }: Gaps,
): Float64Array {
  const count = ends.length;
  /** From the parent's middle; while siblings are being joined, from the first one's. */
  const offsets = new Float64Array(count);
  const lasts = new Int32Array(count);
  const heights = new Int32Array(count);
  /** Where the outline of a subtree goes on below a node without children, and how far aside. */
  const threads = new Int32Array(count).fill(-1);
  const leaps = new Float64Array(count);

  /** The next node of an outline, left or right; -1 at its end. */
  const next = (v: number, right: boolean): number =>
    at(ends, v) === v + 1 ? at(threads, v) : right ? at(lasts, v) : v + 1;
  const aside = (v: number, to: number): number =>
    at(ends, v) === v + 1 ? at(leaps, v) : at(offsets, to);

  /** Push a child; siblings after the last that reaches as deep share the way. */
  const push = (first: number, child: number, by: number, depth: number): void => {
    let from = first;
    let steps = 0;
    for (let v = first; v < child; v = at(ends, v)) {
      if (at(heights, v) >= depth) {
        from = v;
        steps = 0;
      }
      steps += 1;
    }
    let step = 0;
    for (let v = at(ends, from); v <= child; v = at(ends, v)) {
      step += 1;
      offsets[v] = at(offsets, v) + (by * step) / steps;
    }
  };

  /** Put a child beside the siblings before it, along their outlines. */
  const join = (first: number, before: number, child: number): void => {
    offsets[child] = at(offsets, before) + at(half, before) + at(half, child) + sibling;
    let left = before;
    let right = child;
    let outerLeft = first;
    let outerRight = child;
    let x = at(offsets, before);
    let xRight = at(offsets, child);
    let xOuter = 0;
    let xEnd = xRight;
    for (let depth = 1; ; depth++) {
      const nextLeft = next(left, true);
      const nextRight = next(right, false);
      if (nextLeft >= 0) x += aside(left, nextLeft);
      if (nextRight >= 0) xRight += aside(right, nextRight);
      if (nextLeft < 0 || nextRight < 0) {
        // The longer outline goes on below the shorter one.
        if (nextLeft >= 0) {
          threads[outerRight] = nextLeft;
          leaps[outerRight] = x - xEnd;
        } else if (nextRight >= 0) {
          threads[outerLeft] = nextRight;
          leaps[outerLeft] = xRight - xOuter;
        }
        return;
      }
      left = nextLeft;
      right = nextRight;
      const outer = next(outerLeft, false);
      const end = next(outerRight, true);
      xOuter += aside(outerLeft, outer);
      xEnd += aside(outerRight, end);
      outerLeft = outer;
      outerRight = end;
      const over = x + at(half, left) + cousin + at(half, right) - xRight;
      if (over > 0) {
        push(first, child, over, depth);
        xRight += over;
        xEnd += over;
      }
    }
  };

  for (let v = count - 1; v >= 0; v--) {
    let last = 0;
    const end = at(ends, v);
    for (let child = v + 1; child < end; child = at(ends, child)) {
      if (last) join(v + 1, last, child);
      heights[v] = Math.max(at(heights, v), at(heights, child) + 1);
      last = child;
    }
    lasts[v] = last;
    const middle = at(offsets, last) / 2;
    for (let child = v + 1; child < end; child = at(ends, child)) {
      offsets[child] = at(offsets, child) - middle;
    }
  }

  const middles = new Float64Array(count);
  for (let v = 0; v < count; v++) {
    for (let child = v + 1; child < at(ends, v); child = at(ends, child)) {
      middles[child] = at(middles, v) + at(offsets, child);
    }
  }
  return middles;
}
