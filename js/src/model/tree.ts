/**
 * One version of the tree, readable by node: an index over the columns of the wire.
 *
 * Nodes are named by their *id* outside and by their *position* (pre-order) inside. Nothing here
 * changes: a new state makes a new TreeModel.
 */

import type { Meta, NodeColumns, SplitWire, TreeFigures, Unsent } from "../protocol.gen";
import { at } from "./arrays";

export const isRegression = ({ task }: Pick<Meta, "task">): boolean => task === "regression";

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
  /** Of a node whose branches were not sent: what hangs below it. */
  readonly unsent: Unsent | null;
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
  unsent: "unsent",
} as const;

/** The bit of each flag of a node. */
export const FLAGS = { forced: 1, locked: 2, labelled: 4, pruned: 8 } as const;

/** What all nodes of a tree read from. */
interface Table extends NodeColumns {
  /** Entries a node in the flat columns. */
  readonly width: number;
  readonly tree: TreeModel;
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
  ) {}

  get parent(): TreeNode | null {
    const above = at(this.table.parent, this.position);
    return above < 0 ? null : this.table.tree.node(above);
  }

  get branch(): number {
    return this.parent?.children.findIndex(({ position }) => position === this.position) ?? -1;
  }

  get depth(): number {
    return at(this.table.tree.depths, this.position);
  }

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
    const { tree } = this.table;
    const { ends } = tree;
    const children: TreeNode[] = [];
    for (let child = this.position + 1; child < at(ends, this.position); child = at(ends, child)) {
      children.push(tree.node(child));
    }
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

/** Nodes are numbered in pre-order: that is their position. */
export class TreeModel {
  readonly meta: Meta;
  readonly figures: TreeFigures;
  readonly root: TreeNode;
  /** As they came: for what goes through all nodes. */
  readonly columns: NodeColumns;
  /** Of each position: the one after the node's subtree. */
  readonly ends: Int32Array;
  readonly depths: Int32Array;
  readonly #table: Table;
  readonly #made: TreeNode[];
  readonly #positions = new Map<number, number>();

  constructor(meta: Meta, columns: NodeColumns, figures: TreeFigures) {
    this.meta = meta;
    this.figures = figures;
    this.columns = columns;
    const { parent, id } = columns;
    const size = id.length;
    if (size === 0) throw new RangeError("no root");
    this.ends = endsOf(parent);
    this.depths = new Int32Array(size);
    for (let position = 0; position < size; position++) {
      if (position > 0) this.depths[position] = at(this.depths, at(parent, position)) + 1;
      this.#positions.set(at(id, position), position);
    }
    const width = meta.task === "classification" ? meta.classes.length : 3;
    this.#table = { ...columns, width, tree: this };
    this.#made = new Array(size);
    this.root = this.node(0);
  }

  /** The node at a position: always the same object. */
  node(position: number): TreeNode {
    this.#made[position] ??= new Line(this.#table, position) as Line & Plain;
    return this.#made[position] as TreeNode;
  }

  has(id: number): boolean {
    return this.#positions.has(id);
  }

  find(id: number): TreeNode | undefined {
    const position = this.#positions.get(id);
    return position === undefined ? undefined : this.node(position);
  }

  /** The node of this id; the root when there is none. */
  get(id: number): TreeNode {
    return this.node(this.#positions.get(id) ?? 0);
  }

  /** From the root to the node, both included. */
  path(id: number): TreeNode[] {
    const path: TreeNode[] = [];
    for (let node: TreeNode | null = this.get(id); node; node = node.parent) path.unshift(node);
    return path;
  }

  /** Where a node's branches end, in order: its leaves, and nodes whose own branches were not sent. */
  tips(id: number): TreeNode[] {
    return this.below(id).filter((node) => node.leaf || node.unsent);
  }

  /** How many leaves a node has under it; itself, if it is one. */
  leafCount({ position }: TreeNode): number {
    let count = 0;
    for (let at = position; at < (this.ends[position] as number); at++) {
      if (this.columns.split[at] == null) count += 1;
      else count += this.columns.unsent[at]?.leaves ?? 0;
    }
    return count;
  }

  /** Whether the tree is too large for a page, which holds a portion of it. */
  get partial(): boolean {
    return this.columns.unsent.some(Boolean);
  }

  /** The node (the root, if none is named) and all that hang under it, in pre-order. */
  below(id: number = this.root.id): readonly TreeNode[] {
    const { position } = this.get(id);
    const length = at(this.ends, position) - position;
    return Array.from({ length }, (_, i) => this.node(position + i));
  }

  /** The node itself, or the collapsed ancestor that hides it. */
  shownFor(id: number, collapsed: ReadonlySet<number>): TreeNode {
    const path = this.path(id);
    return path.find((node) => collapsed.has(node.id)) ?? (path.at(-1) as TreeNode);
  }

  /** Share of the root's weight. */
  share(node: Pick<TreeNode, "weight">): number {
    return this.root.weight > 0 ? node.weight / this.root.weight : 0;
  }
}

/** Where the subtree of each ends, by the one above each. */
export function endsOf(parents: ArrayLike<number>): Int32Array {
  const ends = new Int32Array(parents.length);
  for (let position = parents.length - 1; position >= 0; position--) {
    const end = Math.max(at(ends, position), position + 1);
    const parent = at(parents, position);
    ends[position] = end;
    if (parent >= 0) ends[parent] = Math.max(at(ends, parent), end);
  }
  return ends;
}
