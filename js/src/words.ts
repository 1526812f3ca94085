/** Every word of the interface. Numbers are put in by the functions; code never comes from here. */

import { count } from "./numbers";

export const many = (n: number, one: string, more = `${one}s`): string =>
  `${count(n)} ${n === 1 ? one : more}`;

export const VERBS = {
  split: "Split",
  splitBest: "Split at the best cut",
  editCut: "Edit cut",
  grow: "Grow",
  growLevel: "Grow one level",
  growTree: "Grow the whole tree",
  growWith: "Grow with…",
  prune: "Prune",
  pruneTo: "Prune to…",
  lock: "Lock",
  unlock: "Unlock",
  label: "Label",
  note: "Note",
  rows: "Rows",
  copyRule: "Copy rule",
  undo: "Undo",
  redo: "Redo",
  collapse: "Collapse",
  expand: "Expand",
  check: "Check stability",
  cancel: "Cancel",
} as const;

export const REASONS = {
  locked: (id: number) => `node ${id} is locked: unlock it first`,
  lockedBelow: (id: number, below: number) =>
    `node ${below} under node ${id} is locked: unlock it first`,
  leaf: (id: number) => `node ${id} is a leaf: there is nothing to prune`,
  branch: (id: number) => `node ${id} is split already: edit its cut`,
  gone: (id: number) => `node ${id} is not in this tree`,
  nothingToUndo: "nothing to undo",
  nothingToRedo: "nothing to redo",
  leafOpen: (id: number) => `node ${id} is a leaf: there is nothing to collapse`,
  looking: (step: number) => `this is a look at step ${step}: go back to the present, or go there`,
} as const;

export const TOOLBAR = {
  name: "Tools",
  find: "Find nodes",
  clearFind: "Clear the search",
  matches: (n: number, of: number, more: boolean) => {
    const all = `${count(of)}${more ? "+" : ""}`;
    return n > 0 ? `${count(n)} of ${all}` : `${all} ${of === 1 && !more ? "match" : "matches"}`;
  },
  portion: "Of so large a tree what is drawn is searched, and by Enter any node's number",
  leaves: (n: number) => (n === 1 ? "leaf" : "leaves"),
  topDown: "Draw from top to bottom",
  leftRight: "Draw from left to right",
  costHint: "What a case costs on average, by the priors and losses that gains heed, too",
  fit: "Fit",
  fitHint: "Fit the tree into view",
  more: "More",
  collapseAll: "Collapse all",
  expandAll: "Expand all",
  inspector: "Inspector",
  history: "History",
} as const;

/** What figures are of, wherever they stand. */
export const FIGURES = {
  rows: "rows",
  weight: "weight",
  cost: "cost",
  training: "training",
  validation: "validation",
} as const;

/** What errors are called in a line, and where they head something; beside costs they are mistakes, counted. */
export const ERRORS = {
  error: ["error", "Error"],
  mistakes: ["mistakes", "Mistakes"],
  rmse: ["rmse", "rmse"],
} as const;

export const CANVAS = {
  gain: "gain",
  bits: "bits",
  mean: "mean",
  median: "median",
  label: "label",
  deviation: "sd",
  tails: (ends: readonly string[]) => `pale bars: ${ends.join(" and ")}`,
  below: (value: string) => `below ${value}`,
  above: (value: string) => `above ${value}`,
  branches: (n: number) => many(n, "branch", "branches"),
  manyway: (n: number) => `${n}-way`,
  hidden: (n: number) => `${many(n, "leaf", "leaves")} hidden`,
  folded: (n: number) => `+ ${many(n, "leaf", "leaves")}`,
  begin: "Split to begin, or Grow",
  bare: (why: string) => `The root does not grow: ${why}`,
  missingRows: (n: string) => `${n} missing`,
  missing: (n: string, way: string) => `${n} missing, ${way}`,
  apart: "in a branch of their own",
  to: (branch: string) => `to ${branch}`,
  surrogates: (n: number) => `by ${many(n, "surrogate")}`,
  price: (fewer: number) =>
    fewer === 0
      ? "as many leaves"
      : `${fewer < 0 ? "+" : "\u2212"}${many(Math.abs(fewer), "leaf", "leaves")}`,
  computing: "computing",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  zoomLevel: "Zoom to 100 %",
  legend: "Legend",
  other: "other",
  forced: (id: number) => `Split of node ${id} forced by hand: edit its cut`,
  unlock: (id: number) => `Unlock node ${id}`,
  noted: (id: number) => `Note of node ${id}`,
  collapse: (id: number) => `Collapse node ${id}`,
  expand: (id: number) => `Expand node ${id}`,
} as const;

/** Ways of missing rows that are no branch, as `SplitWire.missing` numbers them from -1 down. */
export const WAYS = ["in shares to all", "dropped here", "stop here"] as const;

export const MENU = {
  name: (id: number) => `Node ${id}`,
} as const;

export const STATUS = {
  cancelled: "Cancelled",
  waiting: "Waiting for the kernel: it is busy, or there is none",
  readOnly: "Read-only: no kernel. All can still be explored",
  noKernel: "No kernel to ask",
  notEditable: "Read-only: this view cannot change the tree",
  absent: (id: number) => `Node ${id} is not in the present tree`,
  copied: "Copied",
  looking: (step: number) => `Looking at step ${step}`,
  besides: "against the present:",
  goThere: "Go there",
  backToPresent: "Back to the present",
  busy: "Computing",
} as const;

/** What a screen reader says; the code's own signs, no typography. */
export const SPOKEN = {
  root: "all rows",
  node: (id: number, condition: string, rest: string) => `node ${id}: ${condition}, ${rest}`,
  rows: (n: string) => `${n} ${n === "1" ? "row" : "rows"}`,
  weight: (n: string) => `${FIGURES.weight} ${n}`,
  ofClass: (name: string) => `class ${name}`,
  split: (text: string) => `splits on ${text}`,
  forced: "split forced by hand",
  locked: "locked",
  labelled: "label set by hand",
  pruned: "pruned by hand",
  note: (text: string) => `note: ${text}`,
  stability: (share: string) => `stability ${share}`,
} as const;

/** How often halves of a node's rows are best split by the same column. */
export const STABILITY = {
  text: (id: number, column: string, leads: number, halves: number) =>
    `Stability of node ${id}: ${column} leads in ${leads} of ${halves} halves of its rows`,
  none: (id: number, halves: number) =>
    `Stability of node ${id}: no column leads in any of ${halves} halves of its rows`,
  beside: (column: string, leads: number) => `, ${column} in ${leads}`,
  one: (cut: string) => `cut at ${cut}`,
  range: (low: string, high: string) => `cuts from ${low} to ${high}`,
} as const;
