// Random trees, the same in every run, and the small helpers of the model's tests.
import { TreeModel } from "../src/model/tree";
import type { Meta, NodeColumns, Task, TreeFigures } from "../src/protocol.gen";

/** A generator of numbers in [0, 1) from a seed. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function metaOf(task: Task = "classification"): Meta {
  const classification = task === "classification";
  return {
    version: 1,
    target: "status",
    task,
    method: "CART",
    criterion: classification ? "gini" : "squared_error",
    missing: "learned",
    measure: classification ? "gini" : "squared_error",
    stakes: null,
    columns: [
      { name: "age", kind: "number" },
      { name: "purpose", kind: "nominal", levels: ["car", "home", "holiday"] },
    ],
    classes: classification ? ["a", "b", "c"] : [],
    weighted: false,
    has_validation: true,
    pruning_rules: ["error-based", "pessimistic", "reduced-error", "mdl"],
    require_reason: false,
    notes: [],
    why_bare: "",
    target_edges: classification ? [] : [0, 1, 2],
    target_range: classification ? [] : [0, 2],
    min_samples_leaf: 1,
    min_weight_leaf: 0,
  };
}

export function emptyColumns(): NodeColumns {
  return {
    id: [],
    parent: [],
    split: [],
    n: [],
    weight: [],
    impurity: [],
    gain: [],
    counts: [],
    prediction: [],
    error: [],
    missing_n: [],
    validation_n: [],
    validation_counts: [],
    validation_error: [],
    histogram: [],
    flags: [],
    note: [],
    unsent: [],
  };
}

/** Columns of a random tree of two or three branches a node. Ids are not positions. */
export function randomColumns(seed: number, most = 60): NodeColumns {
  const roll = dice(seed);
  const columns = emptyColumns();
  const grow = (parent: number, rows: number, depth: number): void => {
    const at = columns.id.length;
    const leaf = rows < 4 || depth > 9 || at > most || (depth > 0 && roll() < 0.25);
    const branches = leaf ? 0 : roll() < 0.2 ? 3 : 2;
    columns.id.push(at * 3 + 1);
    columns.parent.push(parent);
    columns.split.push(
      leaf
        ? null
        : { column: 0, cuts: [{ value: 1, text: "1", exact: "1" }], missing: 0, branches },
    );
    const first = Math.floor(rows * roll());
    const counts = [first, rows - first, 0];
    columns.n.push(rows);
    columns.weight.push(rows);
    columns.impurity.push(0.5);
    columns.gain.push(leaf ? null : 0.1);
    columns.counts.push(...counts);
    columns.prediction.push(first * 2 >= rows ? 0 : 1);
    columns.error.push(1 - Math.max(...counts) / rows);
    columns.missing_n.push(0);
    columns.validation_n.push(rows);
    columns.validation_counts.push(...counts);
    columns.validation_error.push(1 - Math.max(...counts) / rows);
    columns.histogram.push([]);
    columns.flags.push(0);
    columns.note.push("");
    let left = rows;
    for (let branch = 0; branch < branches; branch++) {
      const last = branch === branches - 1;
      const part = last ? left : Math.max(1, Math.floor((left - (branches - branch - 1)) * roll()));
      left -= part;
      grow(at, part, depth + 1);
    }
  };
  grow(-1, 1000, 0);
  return columns;
}

/** A tree's own figures, without costs unless they are told. */
export function figuresOf(told: Partial<TreeFigures>): TreeFigures {
  const figures = { nodes: 1, leaves: 1, depth: 0, error: 0, validation_error: 0 };
  return { ...figures, cost: null, validation_cost: null, ...told };
}

export function treeOf(columns: NodeColumns, meta: Meta = metaOf()): TreeModel {
  const leaves = columns.split.filter((split) => split === null).length;
  return new TreeModel(meta, columns, figuresOf({ nodes: columns.id.length, leaves }));
}

export function randomTree(seed: number, most?: number): TreeModel {
  return treeOf(randomColumns(seed, most));
}

/** A tree in which every branch has two children, down to a depth; or a chain that sheds leaves. */
export function largeTree(depth: number, chain = false, first = 0.5): TreeModel {
  const columns = emptyColumns();
  const grow = (parent: number, left: number, rows: number): void => {
    const at = columns.id.length;
    columns.id.push(at * 2);
    columns.parent.push(parent);
    columns.split.push(left ? { column: 0, groups: [[0], [1]], missing: 0, branches: 2 } : null);
    for (const name of ["n", "weight", "validation_n"] as const) columns[name].push(rows);
    columns.counts.push(rows, 0, 0);
    columns.validation_counts.push(rows, 0, 0);
    for (const name of ["impurity", "prediction", "error", "missing_n", "flags"] as const) {
      columns[name].push(0);
    }
    columns.gain.push(null);
    columns.validation_error.push(null);
    columns.note.push("");
    if (left === 0) return;
    grow(at, chain ? 0 : left - 1, rows * first);
    grow(at, left - 1, rows * (1 - first));
  };
  grow(-1, depth, 2 ** depth);
  return treeOf(columns);
}

/** Some branches of a tree, by chance. */
export function someCollapsed(tree: TreeModel, seed: number): Set<number> {
  const roll = dice(seed);
  return new Set(
    tree
      .below()
      .filter((node) => !node.leaf && roll() < 0.15)
      .map((node) => node.id),
  );
}

export const SEEDS = Array.from({ length: 40 }, (_, i) => i + 1);
