/** Words of the inspector, the cut editor and the history. Numbers are put in by the functions. */

import { count } from "./numbers";
import type { Fork, Step } from "./protocol.gen";
import { many } from "./words";

export const INSPECT = {
  node: (id: number) => `Node ${id}`,
  depth: (depth: number) => `depth ${depth}`,
  allRows: "all rows",
  and: "and",
  weight: "weight",
  counts: "Counts and shares",
  more: (n: string) => `Show ${n} more`,
  fewer: "Show fewer",
  routes: (left: string, way: string) => `${left} that none of them knows: ${way}`,
  agreement: "agreement",
  whileLooking: "This is another version of the tree: go there to change it",
} as const;

/** The inspector's tabs. */
export const TABS = {
  label: "Node",
  candidates: "Candidates",
  cut: "Cut",
  rows: "Rows",
  notes: "Notes",
} as const;

export const CANDIDATES = {
  label: "Candidates",
  column: "column",
  cut: "cut",
  measures: {
    p: "p",
    gain: "gain",
    validation_gain: "gain",
    gain_ratio: "ratio",
    balance: "balance",
    stability: "halves",
    missing_n: "missing",
  },
  full: {
    p: "p of the test, adjusted",
    gain: "gain",
    validation_gain: "validation gain",
    gain_ratio: "gain ratio",
    balance: "share of the smallest branch",
    stability: "stability: how often it leads in halves of the rows",
    missing_n: "rows missing",
  },
  choose: "Choose columns",
} as const;

export const CUT = {
  title: (id: number) => `Cut of node ${id}`,
  size: (rows: number, share: string) => `${many(rows, "row")}, ${share} of all`,
  column: "Column",
  threshold: (i: number) => (i ? `Threshold ${i}` : "Threshold"),
  range: (low: string, high: string) => `${low} to ${high}`,
  values: (n: number) => many(n, "value"),
  missingRows: (n: number) => `${many(n, "row")} missing`,
  others: (n: string) => `+ ${n} more`,
  addBranch: "Add branch",
  noMore: "no further cut leaves rows enough on either side",
  removeCut: (text: string) => `Remove the cut at ${text}`,
  removeBranch: (n: number) => `Remove branch ${n}`,
  becomes: (text: string) => `becomes ≤ ${text}`,
  cut: (i: number) => (i ? `Cut ${i}` : "Cut"),
  cutText: (column: string, cut: string, gain: string) => `${column} <= ${cut}, gain ${gain}`,
  gainAtEveryCut: "gain at every cut",
  gainAtListedCuts: "gain at the listed cuts",
  best: (text: string) => `best ${text}`,
  thisCut: "this cut",
  bestCut: "best cut",
  bestIs: (text: string) => `Best cut: ${text}.`,
  against: (text: string) => `${text} against the rest`,
  figures: {
    gain: "gain",
    gainRatio: "gain ratio",
    held: (measure: string) => `${measure}, validation`,
  },
  squared: "gain, squared error",
  missingTo: "Missing to",
  missingRowsTo: (n: number) => `${many(n, "row")} missing, to`,
  missing: "missing",
  branch: (n: number) => `branch ${n}`,
  branchTitle: (n: number) => `Branch ${n}`,
  own: "a branch of its own",
  method: "follow the method",
  chip: (name: string, rows: number, branch: number) =>
    `${name}, ${many(rows, "row")}, branch ${branch}`,
  moved: (name: string, branch: number) => `${name} moved to branch ${branch}`,
  movedSome: (n: number, branch: number) => `${many(n, "value")} moved to branch ${branch}`,
  keys: "up and down go from value to value, left and right move one to another branch",
  find: "Find values",
  found: (n: number) => `${count(n)} found`,
  take: (n: number) => `Move ${count(n)} here`,
  takeTo: (n: number, branch: number) => `Move ${many(n, "value")} to branch ${branch}`,
  noValues: "No values yet",
  zoomIn: "Zoom in",
  zoomOut: "Whole range",
  outside: (n: number) => `${many(n, "row")} outside`,
  more: (n: number) => `+ ${many(n, "row")}`,
  useBest: "Use best",
  isBest: "this is the best cut",
  nothing: (column: string) => `${column} has one value here: there is nothing to split`,
  empty: (branch: number) => `branch ${branch} has no values`,
  replaces: (words: string, below: string, kept: string) =>
    `Replaces ${words} and the ${below} nodes below.${kept && ` Forced or locked nodes (${kept}) stay where rows still reach them.`}`,
} as const;

export const NOTES = {
  label: (id: number) => `Note on node ${id}`,
  hint: "What should be remembered of this node",
  save: "Save",
  saved: "Saved",
  keys: "Ctrl+Enter",
} as const;

export const HISTORY = {
  strip: "Steps",
  step: ({ step, verb }: Step, error: string, validation: string) =>
    `step ${step}, ${verb}: ${error}${validation && `, validation ${validation}`}`,
  checkpoint: (name: string) => `checkpoint ${name}`,
  fork: ({ at, step, gestures }: Fork) =>
    `branch from step ${at} to step ${step}, ${many(gestures, "gesture")}`,
  earlier: "Earlier steps: all gestures",
  last: "Last gesture",
  where: (step: number, node: number | null) =>
    `step ${step}${node === null ? "" : `, node ${node}`}`,
  copy: "Copy",
  copyLine: "Copy line",
  addCheckpoint: "Checkpoint",
  name: "Checkpoint name",
  save: "Save",
  all: "All gestures",
  left: "Tried and left",
  copyAll: "Copy all",
  close: "Close",
  go: "Go there",
  present: "present",
} as const;
