/** A small tree to look at without a kernel: the loans of the design's pictures. */

import type { Meta, NodeColumns, SplitWire, State } from "../src/protocol.gen";
import { emptyColumns } from "../test/trees";

const NAMES = ["debt_ratio", "late_payments", "purpose", "income", "housing", "age"];
const PURPOSES = ["car", "home", "education", "other", "business", "holiday"];

export const meta: Meta = {
  version: 1,
  target: "status",
  task: "classification",
  method: "CART",
  criterion: "gini",
  measure: "gini",
  stakes: null,
  missing: "learned",
  columns: NAMES.map((name) =>
    name === "purpose" ? { name, kind: "nominal", levels: PURPOSES } : { name, kind: "number" },
  ),
  classes: ["repaid", "late", "default"],
  weighted: false,
  has_validation: true,
  pruning_rules: ["error-based", "pessimistic", "reduced-error", "mdl"],
  require_reason: false,
  notes: ["classification: the target holds text"],
  why_bare: "",
  target_edges: [],
  target_range: [],
  min_samples_leaf: 1,
  min_weight_leaf: 0,
};

interface Sketch {
  id: number;
  counts?: readonly number[];
  column?: string;
  cut?: number;
  groups?: number[][];
  missing?: number;
  forced?: boolean;
  locked?: boolean;
  note?: string;
  validation: number;
  children?: Sketch[];
}

const leaf = (
  id: number,
  counts: number[],
  validation: number,
  more: Partial<Sketch> = {},
): Sketch => ({
  id,
  counts,
  validation,
  ...more,
});

const branch = (
  id: number,
  column: string,
  cut: number,
  validation: number,
  children: Sketch[],
  more: Partial<Sketch> = {},
): Sketch => ({ id, column, cut, validation, children, ...more });

const sketch = branch(0, "debt_ratio", 0.405, 0.346, [
  branch(1, "late_payments", 1.5, 0.182, [
    {
      id: 3,
      column: "purpose",
      groups: [[0, 1, 2, 3, 4], [5]],
      missing: 45,
      validation: 0.141,
      children: [
        leaf(5, [1010, 90, 40], 0.12),
        branch(6, "age", 31.5, 0.2, [
          leaf(7, [250, 30, 18], 0.16),
          branch(8, "income", 22, 0.3, [leaf(9, [70, 12, 6], 0.2), leaf(10, [18, 20, 5], 0.4)]),
        ]),
      ],
    },
    leaf(4, [89, 20, 47], 0.5, { locked: true }),
  ]),
  branch(2, "debt_ratio", 0.575, 0.498, [
    branch(11, "late_payments", 1.5, 0.483, [
      branch(13, "late_payments", 0.5, 0.467, [
        leaf(15, [64, 105, 62], 0.529),
        leaf(16, [18, 89, 29], 0.351),
      ]),
      leaf(14, [7, 8, 26], 0.538, { note: "two or more late payments: ask for a guarantor" }),
    ]),
    branch(
      12,
      "income",
      30,
      0.517,
      [
        branch(27, "income", 25.85, 0.47, [
          leaf(28, [1, 53, 98], 0.423),
          leaf(29, [1, 36, 10], 0.429),
        ]),
        leaf(26, [13, 32, 23], 0.348),
      ],
      { forced: true },
    ),
  ]),
]);

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

function countsOf(node: Sketch): number[] {
  if (node.counts) return [...node.counts];
  const parts = (node.children ?? []).map(countsOf);
  return meta.classes.map((_, k) => sum(parts.map((part) => part[k] ?? 0)));
}

const giniOf = (counts: readonly number[]): number =>
  1 - sum(counts.map((n) => (n / sum(counts)) ** 2));

function splitOf(node: Sketch): SplitWire | null {
  if (!node.children) return null;
  const column = NAMES.indexOf(node.column ?? "");
  if (node.groups) return { column, groups: node.groups, missing: 0, branches: 2 };
  const value = node.cut ?? 0;
  return {
    column,
    cuts: [{ value, text: String(value), exact: String(value) }],
    missing: 0,
    branches: 2,
  };
}

export function columnsOf(root: Sketch = sketch): NodeColumns {
  const columns = emptyColumns();
  const visit = (node: Sketch, parent: number): void => {
    const at = columns.id.length;
    const counts = countsOf(node);
    const n = sum(counts);
    const after = (node.children ?? []).map(countsOf);
    columns.id.push(node.id);
    columns.parent.push(parent);
    columns.split.push(splitOf(node));
    columns.n.push(n);
    columns.weight.push(n);
    columns.impurity.push(giniOf(counts));
    columns.gain.push(
      node.children
        ? giniOf(counts) - sum(after.map((part) => (sum(part) / n) * giniOf(part)))
        : null,
    );
    columns.counts.push(...counts);
    columns.prediction.push(counts.indexOf(Math.max(...counts)));
    columns.error.push(1 - Math.max(...counts) / n);
    columns.missing_n.push(node.missing ?? 0);
    columns.validation_n.push(Math.round(n / 3));
    columns.validation_counts.push(...counts.map((count) => Math.round(count / 3)));
    columns.validation_error.push(node.validation);
    columns.histogram.push([]);
    columns.flags.push((node.forced ? 1 : 0) + (node.locked ? 2 : 0));
    columns.note.push(node.note ?? "");
    for (const child of node.children ?? []) visit(child, at);
  };
  visit(root, -1);
  return columns;
}

export const state: State = {
  revision: 10,
  nodes: columnsOf(),
  figures: {
    nodes: 21,
    leaves: 11,
    depth: 4,
    error: 0.238,
    validation_error: 0.253,
    cost: null,
    validation_cost: null,
  },
  history: {
    steps: ["start", "split", "grow", "grow", "prune", "note"].map((verb, step) => ({
      step,
      verb,
      node: step ? 12 : null,
      line: step ? `tree.${verb}(12)` : "tree = tw.DecisionTree(loans)",
      text: "",
      leaves: 2 * step + 1,
      error: 0.346 - 0.02 * step,
      validation_error: 0.35 - 0.018 * step,
      checkpoint: step === 3 ? "reviewed" : null,
    })),
    position: 5,
    total: 6,
    forks: [],
    undo: true,
    redo: false,
  },
};
