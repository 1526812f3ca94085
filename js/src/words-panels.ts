/** Words of what comes in panels, but for the cut editor. Numbers are put in by the functions. */

import { count } from "./numbers";
import type { Asking } from "./reasons";
import { many, VERBS } from "./words";

export const GROWTH = {
  busy: "another change is being worked on: cancel it, or wait for it",
  title: (id: number) => `Grow node ${id}`,
  method: "Method",
  levels: "levels",
  all: "until it stops",
  keep: "keep what was done by hand",
  keepHelp: "Splits that were forced, labels and prunings by hand stay",
  none: "none",
  given: (value: string) => `default ${value}`,
  groups: {
    splits: "Splits",
    missing: "Missing values",
    stop: "Stopping",
    prune: "Pruning",
    more: "More",
  },
  whole: "Extent",
  costs: "Costs of columns",
  costsHelp:
    "What measuring a column costs: a gain counts for what it costs. 1 where nothing is said",
  cost: (name: string) => `cost of ${name}`,
  noCost: (name: string) => `No cost of ${name}`,
  addCost: "add a column…",
  ofTree: "Of the whole tree",
  ofTreeHelp: "Given when the tree is built: no growth changes them",
  priors: "priors",
  losses: "losses: the class, by what is predicted",
} as const;

export const PRUNING = {
  name: "Pruning",
  kept: (n: number, of: number) =>
    `${count(n)} of ${many(of, "leaf", "leaves")} kept; nothing is cut until you press Prune`,
  close: "Close",
  cost: "Cost",
  chart: (error: string) => `${error} along the sequence`,
  cross: (folds: number) => `cross-validated, ${folds} folds`,
  band: "1 SE of the minimum",
  folds: "folds",
  validate: "Cross-validate",
  leaves: "leaves",
  slider: "Leaves kept",
  minimum: "Minimum",
  one_se: "1-SE",
  by: "Prune by",
  ways: {
    error: "Cost-complexity",
    impurity: "Cost-complexity, impurity",
    "error-based": "Error-based",
    "reduced-error": "Reduced-error",
    pessimistic: "Pessimistic",
    mdl: "MDL",
  },
  keep: "keep forced splits",
  confidence: "confidence",
  confidenceHelp: "From above 0 to 0.5: the less, the more goes",
  raising: "subtree raising",
  raisingHelp: "A branch may take its parent's place",
  now: "now",
  pruned: "pruned",
  of: (error: string, part: string) => `${error}, ${part}`,
  fold: (folds: number) => `${folds}-fold`,
  unedited: (fold: string) =>
    `${fold}: the tree as the method grows it; edits by hand take no part`,
  prune: (leaves: number) => `Prune to ${many(leaves, "leaf", "leaves")}`,
  nothing: "nothing would go",
} as const;

export const ROWS = {
  label: "Rows",
  which: "Rows of",
  index: "index",
  copy: (line: string) => `Copy ${line}`,
  more: (n: number) => `+ ${many(n, "more column")}`,
  page: (from: string, to: string, total: string) => `${from}–${to} of ${total}`,
  none: "No rows",
  share: "share",
  shareHelp: "How much of the row lies in this node: its column is missing above",
  previous: "Previous rows",
  next: "Next rows",
} as const;

const verbOf = ({ op, args }: Asking): string =>
  op === "prune_to"
    ? VERBS.prune
    : "on" in args && !args.on
      ? VERBS.unlock
      : VERBS[op as "split" | "grow" | "prune" | "lock" | "label"];

export const WHY = {
  title: (asking: Asking) =>
    `Why ${verbOf(asking).toLowerCase()} ${"node" in asking.args ? `node ${asking.args.node}` : "the tree"}?`,
  label: "Reason",
  recent: "Reasons given before",
  help: "kept in the history and the report",
  empty: "a reason has at least one letter",
  confirm: verbOf,
} as const;

export const LABELS = {
  as: "Label as",
  none: "No label: as the rows say",
  value: "Value of the label",
  set: "Set",
  noNumber: (typed: string) => (typed ? `${typed} is no number` : "a number has to stand here"),
} as const;

export const NAMING = {
  name: "Checkpoint name",
  save: "Save",
} as const;

export const LIST = {
  left: "Tried and left",
  copyAll: "Copy all",
  close: "Close",
  go: "Go there",
  present: "present",
} as const;

export const SURROGATES = {
  rest: (left: string, way: string) => `${left} that none of them knows: ${way}`,
  agreement: "agreement",
} as const;

export const OFFER = {
  name: "Pruning",
  large: (nodes: string) => `${nodes} nodes: more than the data may bear out`,
  prune: "Prune by 1-SE",
  choose: "Choose…",
  decline: "Not now",
} as const;
