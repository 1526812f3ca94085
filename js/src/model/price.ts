/** What pruning a node would cost: from figures that are already here. */

import type { Unsent } from "../protocol.gen";
import { total } from "./arrays";
import { isRegression, type TreeModel, type TreeNode } from "./tree";

export interface Price {
  /** How many leaves fewer. */
  readonly leaves: number;
  /** Change of the whole tree's error, training and validation. */
  readonly error: number;
  readonly validation: number | null;
  /** Rows lie in several leaves, or in none: their errors are not what leaves sum up to. */
  readonly about?: boolean;
}

/** Errors are sums, and no more exact than this. */
const EXACT = 1e-12;

/** How far one error is from another; what rounding leaves of nothing is none. */
export const further = (from: number, to: number): number =>
  Math.abs(to - from) > EXACT * from ? to - from : 0;

interface Part {
  weight(node: TreeNode): number;
  /** As if the node were a leaf. */
  error(node: TreeNode): number;
  /** Of the leaves below a node whose branches were not sent. */
  below(unsent: Unsent): number;
}

const TRAINING: Part = {
  weight: (node) => node.weight,
  error: (node) => node.error,
  below: (unsent) => unsent.error,
};

export function pruningPrice(tree: TreeModel, id: number): Price {
  const node = tree.get(id);
  const { figures, meta } = tree;
  const regression = isRegression(meta);
  const validation: Part = {
    weight: ({ validationCounts: counts }) => (regression ? (counts[0] ?? 0) : total(counts)),
    error: (leaf) => leaf.validationError ?? 0,
    below: (unsent) => unsent.validation_error ?? 0,
  };
  const loss = (weight: number, error: number): number =>
    weight * (regression ? error * error : error);
  const grown = (part: Part, tips: readonly TreeNode[]): number => {
    const below = (tip: TreeNode) => (tip.unsent ? part.below(tip.unsent) : part.error(tip));
    return total(tips.map((tip) => loss(part.weight(tip), below(tip))));
  };
  const all = tree.tips(tree.root.id);
  const own = tree.tips(id);
  const change = (part: Part): number => {
    const before = grown(part, all);
    const after = before + loss(part.weight(node), part.error(node)) - grown(part, own);
    const whole = part.weight(tree.root);
    if (whole <= 0) return 0;
    return regression
      ? further(Math.sqrt(before / whole), Math.sqrt(Math.max(after, 0) / whole))
      : further(before / whole, after / whole);
  };
  const held = figures.validation_error !== null;
  const once = (rows: (node: TreeNode) => number): boolean =>
    total(all.map(rows)) === rows(tree.root);
  return {
    about: !(once(({ n }) => n) && (!held || once(({ validationN }) => validationN))),
    leaves: tree.leafCount(node) - 1,
    error: change(TRAINING),
    validation: held ? change(validation) : null,
  };
}
