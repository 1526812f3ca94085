/**
 * One version of the tree, readable by node: an index over the columns of the wire.
 *
 * Nodes are named by their *id* outside and by their *position* (pre-order) inside. Nothing here
 * changes: a new state makes a new TreeModel.
 */

import type { Meta, NodeColumns, SplitWire, TreeFigures } from "../protocol.gen";
import { at, eachChild } from "./arrays";

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

/** What a node reads from the columns as it stands there. */
const COLUMNS = {
  id: "id",
  split: "split",
  n: "n",
  weight: "weight",
  impurity: "impurity",
  gain: "gain",
  prediction: "prediction",
  error: "error",
  missing: "missing_n",
  validationN: "validation_n",
  validationError: "validation_error",
  note: "note",
} as const;

const FLAGS = { forced: 1, locked: 2, labelled: 4, pruned: 8 } as const;

/** What all nodes of a tree read from. */
interface Table extends NodeColumns {
  /** Entries a node in the flat columns. */
  readonly width: number;
  /** Of each position: the one after the node's subtree. */
  readonly ends: Int32Array;
  readonly nodes: TreeNode[];
}

type Plain = Pick<TreeNode, keyof typeof COLUMNS | keyof typeof FLAGS>;

/**
 * A line of the columns, read when it is asked for: most nodes of a large tree never are. What is
 * `Plain` of it stands on its prototype.
 */
class Line implements Omit<TreeNode, keyof Plain> {
  #children: readonly TreeNode[] | undefined;

  constructor(
    readonly table: Table,
    readonly position: number,
    readonly parent: TreeNode | null,
    readonly branch: number,
    readonly depth: number,
  ) {}

  get leaf(): boolean {
    return this.table.split[this.position] == null;
  }

  get children(): readonly TreeNode[] {
    this.#children ??= this.#below();
    return this.#children;
  }

  get counts(): readonly number[] {
    return this.#part(this.table.counts);
  }

  get validationCounts(): readonly number[] {
    return this.#part(this.table.validation_counts);
  }

  get histogram(): readonly number[] {
    return this.table.histogram[this.position] ?? [];
  }

  #below(): TreeNode[] {
    const { nodes, ends } = this.table;
    const children: TreeNode[] = [];
    eachChild(ends, this.position, (child) => children.push(nodes[child] as TreeNode));
    return children;
  }

  #part(column: readonly number[]): readonly number[] {
    const { width } = this.table;
    return column.slice(this.position * width, (this.position + 1) * width);
  }
}

function property(name: string, read: (line: Line) => unknown): void {
  Object.defineProperty(Line.prototype, name, {
    get(this: Line) {
      return read(this);
    },
  });
}

for (const [name, column] of Object.entries(COLUMNS)) {
  property(name, ({ table, position }) => table[column][position] ?? null);
}
for (const [name, bit] of Object.entries(FLAGS)) {
  property(name, ({ table, position }) => ((table.flags[position] ?? 0) & bit) !== 0);
}

export class TreeModel {
  readonly meta: Meta;
  readonly figures: TreeFigures;
  /** Pre-order. */
  readonly nodes: readonly TreeNode[];
  readonly root: TreeNode;
  /** As they came: for what goes through all nodes. */
  readonly columns: NodeColumns;
  /** Of each position: the one after the node's subtree. */
  readonly ends: Int32Array;
  readonly #byId = new Map<number, TreeNode>();

  constructor(meta: Meta, columns: NodeColumns, figures: TreeFigures) {
    this.meta = meta;
    this.figures = figures;
    this.columns = columns;
    this.ends = endsOf(columns.parent);
    this.nodes = readNodes(meta, columns, this.ends);
    const root = this.nodes[0];
    if (root === undefined) throw new RangeError("a tree has at least its root");
    this.root = root;
    for (const [position, id] of columns.id.entries()) {
      this.#byId.set(id, this.nodes[position] as TreeNode);
    }
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

  /** How many leaves a node has under it; itself, if it is one. */
  leafCount({ position }: TreeNode): number {
    let count = 0;
    for (let at = position; at < (this.ends[position] as number); at++) {
      if (this.columns.split[at] == null) count += 1;
    }
    return count;
  }

  /** The node and all that hang under it, in pre-order. */
  below(id: number): readonly TreeNode[] {
    const node = this.get(id);
    return this.nodes.slice(node.position, this.ends[node.position]);
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

function readNodes(meta: Meta, columns: NodeColumns, ends: Int32Array): readonly TreeNode[] {
  const width = meta.task === "classification" ? meta.classes.length : 3;
  const nodes: TreeNode[] = [];
  const table = { ...columns, width, ends, nodes };
  const branches = new Int32Array(ends.length);
  for (let position = 0; position < ends.length; position++) {
    const above = at(columns.parent, position);
    const parent = nodes[above] ?? null;
    const branch = parent ? at(branches, above) : -1;
    branches[above] = branch + 1;
    const depth = parent ? parent.depth + 1 : 0;
    nodes.push(new Line(table, position, parent, branch, depth) as Line & Plain);
  }
  return nodes;
}

function endsOf(parents: readonly number[]): Int32Array {
  const ends = new Int32Array(parents.length);
  for (let position = parents.length - 1; position >= 0; position--) {
    const end = Math.max(at(ends, position), position + 1);
    const parent = at(parents, position);
    ends[position] = end;
    if (parent >= 0) ends[parent] = Math.max(at(ends, parent), end);
  }
  return ends;
}
