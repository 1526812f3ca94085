/** Words of the inspector and the history. Numbers are put in by the functions. */

import type { Fork, Step } from "./protocol.gen";
import { many } from "./words";

export const INSPECT = {
  node: (id: number) => `Node ${id}`,
  depth: (depth: number) => `depth ${depth}`,
  allRows: "all rows",
  and: "and",
  counts: "Counts and shares",
  more: (n: string) => `Show ${n} more`,
  fewer: "Show fewer",
  others: (n: string) => `+ ${n} more`,
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

export const NOTES = {
  label: (id: number) => `Note on node ${id}`,
  hint: "What to remember of this node",
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
  all: "All gestures",
} as const;
