/** Words of the cut editor. Numbers are put in by the functions. */

import { count } from "./numbers";
import { many } from "./words";

export const CUT = {
  title: (id: number) => `Cut of node ${id}`,
  size: (rows: number, share: string) => `${many(rows, "row")}, ${share} of all`,
  column: "Column",
  threshold: (i: number) => (i ? `Threshold ${i}` : "Threshold"),
  range: (low: string, high: string) => `${low} to ${high}`,
  values: (n: number) => many(n, "value"),
  missingRows: (n: number) => `${many(n, "row")} missing`,
  missingHeld: (n: number) => `${many(n, "validation row")} missing`,
  unknownHeld: (n: number) => `${many(n, "validation row")} missing or of an unknown value`,
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
  mean: (value: string) => `mean ${value}`,
  ofMeans: (error: string) => `${error} of the means`,
  missingTo: "Missing to",
  lackedTo: (rows: string) => `${rows}, to`,
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
  inForce: (forced: boolean) =>
    forced
      ? "This split is in force."
      : "This split is in force: Split marks it as forced, and everything below stays.",
  replaces: (words: string, below: string, kept: string) =>
    `Replaces ${words} and the ${below} nodes below.${kept && ` Forced or locked nodes (${kept}) stay where rows still reach them.`}`,
} as const;
