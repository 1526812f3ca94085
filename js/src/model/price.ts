/** What pruning a node would cost: from figures that are already here. */

import type { TreeModel, TreeNode } from "./tree";

export interface Price {
  /** How many leaves fewer. */
  readonly leaves: number;
  /** Change of the whole tree's error, training and validation. */
  readonly error: number;
  readonly validation: number | null;
}

interface Part {
  weight(node: TreeNode): number;
  error(node: TreeNode): number;
}

const TRAINING: Part = { weight: (node) => node.weight, error: (node) => node.error };

export function pruningPrice(tree: TreeModel, id: number): Price {
  const node = tree.get(id);
  const leaves = tree.leaves(id);
  const { figures, meta } = tree;
  const regression = meta.task === "regression";
  const validation: Part = {
    weight: ({ validationCounts: counts }) =>
      regression ? (counts[0] ?? 0) : counts.reduce((sum, weight) => sum + weight, 0),
    error: (leaf) => leaf.validationError ?? 0,
  };
  const change = (part: Part): number => {
    const after = totalLoss(tree.leaves(tree.root.id), part, regression) + difference(part);
    const before = after - difference(part);
    const whole = part.weight(tree.root);
    if (whole <= 0) return 0;
    return regression
      ? Math.sqrt(Math.max(after, 0) / whole) - Math.sqrt(before / whole)
      : (after - before) / whole;
  };
  const difference = (part: Part): number =>
    totalLoss([node], part, regression) - totalLoss(leaves, part, regression);
  return {
    leaves: leaves.length - 1,
    error: change(TRAINING),
    validation: figures.validation_error === null ? null : change(validation),
  };
}

function totalLoss(nodes: readonly TreeNode[], part: Part, squared: boolean): number {
  return nodes.reduce((sum, node) => {
    const error = part.error(node);
    return sum + part.weight(node) * (squared ? error * error : error);
  }, 0);
}
