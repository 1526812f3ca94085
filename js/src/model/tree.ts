/**
 * One version of the tree, readable by node: an index over the columns of the wire.
 *
 * Nodes are named by their *id* outside and by their *position* (pre-order) inside. Nothing here
 * changes: a new state makes a new TreeModel.
 */

import type { Meta, NodeColumns, SplitWire, TreeFigures } from "../protocol.gen";

const FORCED = 1;
const LOCKED = 2;
const LABELLED = 4;
const PRUNED = 8;

/** Everything a view shows of one node. */
export interface TreeNode {
  readonly id: number;
  readonly position: number;
  readonly parent: TreeNode | null;
  readonly children: readonly TreeNode[];
  /** Which of its parent's branches this is; -1 for the root. */
  readonly branch: number;
  readonly depth: number;
  readonly leaf: boolean;
  readonly split: SplitWire | null;
  readonly n: number;
  readonly weight: number;
  readonly impurity: number;
  readonly gain: number | null;
  /** Classification: the classes' weights. Regression: weight, mean, variance. */
  readonly counts: readonly number[];
  /** Class position, or the predicted value. */
  readonly prediction: number;
  readonly error: number;
  /** Rows that lack the column this node splits on. */
  readonly missing: number;
  readonly validationN: number;
  readonly validationCounts: readonly number[];
  readonly validationError: number | null;
  /** Regression: rows in each bin of the target. */
  readonly histogram: readonly number[];
  readonly forced: boolean;
  readonly locked: boolean;
  readonly labelled: boolean;
  readonly pruned: boolean;
  readonly note: string;
}

interface Draft extends Omit<TreeNode, "parent" | "children"> {
  parent: Draft | null;
  children: Draft[];
}

export class TreeModel {
  readonly meta: Meta;
  readonly figures: TreeFigures;
  /** Pre-order. */
  readonly nodes: readonly TreeNode[];
  readonly root: TreeNode;
  readonly #byId: ReadonlyMap<number, TreeNode>;

  constructor(meta: Meta, columns: NodeColumns, figures: TreeFigures) {
    this.meta = meta;
    this.figures = figures;
    this.nodes = readNodes(meta, columns);
    const root = this.nodes[0];
    if (root === undefined) throw new RangeError("a tree has at least its root");
    this.root = root;
    this.#byId = new Map(this.nodes.map((node) => [node.id, node]));
  }

  has(id: number): boolean {
    return this.#byId.has(id);
  }

  find(id: number): TreeNode | undefined {
    return this.#byId.get(id);
  }

  /** The node of this id; the root when there is none. */
  get(id: number): TreeNode {
    return this.#byId.get(id) ?? this.root;
  }

  /** From the root to the node, both included. */
  path(id: number): TreeNode[] {
    const path: TreeNode[] = [];
    for (let node: TreeNode | null = this.get(id); node; node = node.parent) path.unshift(node);
    return path;
  }

  /** The leaves under a node (itself, if it is one), in order. */
  leaves(id: number): TreeNode[] {
    return this.below(id).filter((node) => node.leaf);
  }

  /** The node and all that hang under it, in pre-order. */
  below(id: number): readonly TreeNode[] {
    const node = this.get(id);
    return this.nodes.slice(node.position, node.position + subtreeSize(node));
  }

  /** The node itself, or the collapsed ancestor that hides it. */
  shownFor(id: number, collapsed: ReadonlySet<number>): TreeNode {
    const path = this.path(id);
    return path.find((node) => collapsed.has(node.id)) ?? (path.at(-1) as TreeNode);
  }

  /** Share of the root's weight. */
  share(node: TreeNode): number {
    return this.root.weight > 0 ? node.weight / this.root.weight : 0;
  }
}

function readNodes(meta: Meta, columns: NodeColumns): TreeNode[] {
  const width = meta.task === "classification" ? meta.classes.length : 3;
  const nodes: Draft[] = [];
  columns.id.forEach((id, i) => {
    const parent = nodes[columns.parent[i] ?? -1] ?? null;
    const flags = columns.flags[i] ?? 0;
    const node: Draft = {
      id,
      position: i,
      parent,
      children: [],
      branch: parent ? parent.children.length : -1,
      depth: parent ? parent.depth + 1 : 0,
      leaf: columns.split[i] == null,
      split: columns.split[i] ?? null,
      n: columns.n[i] ?? 0,
      weight: columns.weight[i] ?? 0,
      impurity: columns.impurity[i] ?? 0,
      gain: columns.gain[i] ?? null,
      counts: columns.counts.slice(i * width, (i + 1) * width),
      prediction: columns.prediction[i] ?? 0,
      error: columns.error[i] ?? 0,
      missing: columns.missing_n[i] ?? 0,
      validationN: columns.validation_n[i] ?? 0,
      validationCounts: columns.validation_counts.slice(i * width, (i + 1) * width),
      validationError: columns.validation_error[i] ?? null,
      histogram: columns.histogram[i] ?? [],
      forced: (flags & FORCED) !== 0,
      locked: (flags & LOCKED) !== 0,
      labelled: (flags & LABELLED) !== 0,
      pruned: (flags & PRUNED) !== 0,
      note: columns.note[i] ?? "",
    };
    parent?.children.push(node);
    nodes.push(node);
  });
  return nodes;
}

function subtreeSize(node: TreeNode): number {
  return node.children.reduce((size, child) => size + subtreeSize(child), 1);
}
