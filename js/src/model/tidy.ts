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
export function tidy(ends: Int32Array, half: Float64Array, gaps: Gaps): Float64Array {
  const subtrees = new Subtrees(ends, half, gaps);
  for (let v = ends.length - 1; v >= 0; v--) subtrees.hang(v);
  return subtrees.middles();
}

class Subtrees {
  readonly #ends: Int32Array;
  readonly #half: Float64Array;
  readonly #gaps: Gaps;
  /** From the parent's middle; while siblings are being joined, from the first one's. */
  readonly #offsets: Float64Array;
  readonly #lasts: Int32Array;
  readonly #heights: Int32Array;
  /** Where the outline of a subtree goes on below a node without children, and how far aside. */
  readonly #threads: Int32Array;
  readonly #leaps: Float64Array;

  constructor(ends: Int32Array, half: Float64Array, gaps: Gaps) {
    const count = ends.length;
    this.#ends = ends;
    this.#half = half;
    this.#gaps = gaps;
    this.#offsets = new Float64Array(count);
    this.#lasts = new Int32Array(count);
    this.#heights = new Int32Array(count);
    this.#threads = new Int32Array(count).fill(-1);
    this.#leaps = new Float64Array(count);
  }

  /** Join the subtrees of a node's children, and put its middle above theirs. */
  hang(v: number): void {
    const [ends, offsets, heights] = [this.#ends, this.#offsets, this.#heights];
    const end = at(ends, v);
    let last = 0;
    for (let child = v + 1; child < end; child = at(ends, child)) {
      if (last) this.#join(v + 1, last, child);
      heights[v] = Math.max(at(heights, v), at(heights, child) + 1);
      last = child;
    }
    this.#lasts[v] = last;
    const middle = at(offsets, last) / 2;
    for (let child = v + 1; child < end; child = at(ends, child)) {
      offsets[child] = at(offsets, child) - middle;
    }
  }

  middles(): Float64Array {
    const [ends, offsets] = [this.#ends, this.#offsets];
    const middles = new Float64Array(ends.length);
    for (let v = 0; v < ends.length; v++) {
      for (let child = v + 1; child < at(ends, v); child = at(ends, child)) {
        middles[child] = at(middles, v) + at(offsets, child);
      }
    }
    return middles;
  }

  /** Put a child beside the siblings before it, along their outlines. */
  #join(first: number, before: number, child: number): void {
    const [half, offsets, { sibling, cousin }] = [this.#half, this.#offsets, this.#gaps];
    offsets[child] = at(offsets, before) + at(half, before) + at(half, child) + sibling;
    // The outlines that meet, and those that look away: where each is, and how far aside.
    let [left, right, outerLeft, outerRight] = [before, child, first, child];
    let [x, xRight, xOuter] = [at(offsets, before), at(offsets, child), 0];
    let xEnd = xRight;
    for (let depth = 1; ; depth++) {
      const nextLeft = this.#next(left, true);
      const nextRight = this.#next(right, false);
      if (nextLeft >= 0) x += this.#aside(left, nextLeft);
      if (nextRight >= 0) xRight += this.#aside(right, nextRight);
      if (nextLeft < 0 || nextRight < 0) {
        // The longer outline goes on below the shorter one.
        this.#thread(outerLeft, nextRight, xRight - xOuter);
        this.#thread(outerRight, nextLeft, x - xEnd);
        return;
      }
      left = nextLeft;
      right = nextRight;
      const outer = this.#next(outerLeft, false);
      const end = this.#next(outerRight, true);
      xOuter += this.#aside(outerLeft, outer);
      xEnd += this.#aside(outerRight, end);
      outerLeft = outer;
      outerRight = end;
      const over = x + at(half, left) + cousin + at(half, right) - xRight;
      if (over > 0) {
        this.#push(first, child, over, depth);
        xRight += over;
        xEnd += over;
      }
    }
  }

  /** The next node of an outline, left or right; -1 at its end. */
  #next(v: number, right: boolean): number {
    if (at(this.#ends, v) === v + 1) return at(this.#threads, v);
    return right ? at(this.#lasts, v) : v + 1;
  }

  #aside(v: number, to: number): number {
    return at(this.#ends, v) === v + 1 ? at(this.#leaps, v) : at(this.#offsets, to);
  }

  /** Let an outline that ended go on at a node, if there is one. */
  #thread(from: number, to: number, leap: number): void {
    if (to < 0) return;
    this.#threads[from] = to;
    this.#leaps[from] = leap;
  }

  /** Push a child; siblings after the last that reaches as deep share the way. */
  #push(first: number, child: number, by: number, depth: number): void {
    const [ends, offsets] = [this.#ends, this.#offsets];
    let from = first;
    let steps = 0;
    for (let v = first; v < child; v = at(ends, v)) {
      if (at(this.#heights, v) >= depth) {
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
  }
}
