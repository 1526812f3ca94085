/** What is said of a node, in words and figures: on its card, to a screen reader, in a tooltip. */

import {
  cardShare,
  count,
  full,
  measure,
  NNBSP,
  NONE,
  powerOf,
  scientific,
  share,
  shareFigure,
  thousands,
  weight as weighted,
} from "../numbers";
import type { ColumnMeta, Meta, SplitWire } from "../protocol.gen";
import { CANVAS, ERRORS, SPOKEN, WAYS } from "../words";
import { tails } from "./bars";
import {
  branchEnds,
  branchFull,
  branchNames,
  branchSign,
  branchText,
  ownBranch,
  splitFull,
  splitWords,
  spoken,
} from "./conditions";
import { isolated, middle } from "./names";
import { isRegression, type TreeModel, type TreeNode } from "./tree";

export function columnOf({ columns }: Pick<Meta, "columns">, position: number): ColumnMeta {
  return columns[position] ?? { name: String(position), kind: "number" };
}

/** What its parent's split says of a node's branch; nothing of the root. */
function ofEdge<T>(
  meta: Meta,
  { parent, branch }: TreeNode,
  say: (split: SplitWire, branch: number, column: ColumnMeta) => T,
  nothing: T,
): T {
  const split = parent?.split;
  return split ? say(split, branch, columnOf(meta, split.column)) : nothing;
}

/** The condition on the edge to a node; empty for the root. */
export const edgeText = (meta: Meta, node: TreeNode): string => ofEdge(meta, node, branchText, "");

/** The levels that condition names, if it names any. */
export const edgeNames = (meta: Meta, node: TreeNode): readonly string[] =>
  ofEdge(meta, node, branchNames, []);

/** What stands before them. */
export const edgeSign = (meta: Meta, node: TreeNode): string => ofEdge(meta, node, branchSign, "");

/** Both ends of that condition, if it is an interval between two levels. */
export const edgeEnds = (meta: Meta, node: TreeNode): readonly string[] =>
  ofEdge(meta, node, branchEnds, []);

/** The same behind the column's name: on an edge a level stands for itself, here it needs a sign. */
export function conditionText(meta: Meta, node: TreeNode): string {
  const text = edgeText(meta, node);
  const names = edgeNames(meta, node).length;
  return names > 0 && !edgeSign(meta, node) ? `${names > 1 ? "∈" : "="} ${text}` : text;
}

/** What rows a node has, or a branch would have. */
export type RowCount = Pick<TreeNode, "n" | "weight">;

/** Its rows as shown: a count, or a weight with its sign. */
export function rowsText(meta: Meta, node: RowCount): string {
  return meta.weighted || isShared(node) ? weighted(node.weight) : count(node.n);
}

/** The same in words. */
function rowsSaid(meta: Meta, node: RowCount): string {
  return (meta.weighted ? SPOKEN.weight : SPOKEN.rows)(rowsText(meta, node));
}

/** Whether some of a node's rows are there in part only. */
export const isShared = ({ n, weight }: RowCount): boolean => Math.abs(n - weight) > 1e-9 * n;

/** Share of the predicted class among the node's rows. */
export function predictedShare(node: TreeNode): number {
  return node.weight > 0 ? (node.counts[node.prediction] ?? 0) / node.weight : 0;
}

export function className(meta: Meta, node: TreeNode): string {
  return meta.classes[node.prediction] ?? String(node.prediction);
}

export function deviation(node: TreeNode): number {
  return Math.sqrt(Math.max(node.counts[2] ?? 0, 0));
}

/** What a number is that a node predicts: what a person put there, or what its rows say. */
export function predictionName(meta: Meta, node: TreeNode): string {
  if (node.labelled) return CANVAS.label;
  return meta.measure === "absolute_error" ? CANVAS.median : CANVAS.mean;
}

/** Figures of so many digits are long on a card; from there on they are as they are anywhere. */
const LONG = 1e4;
const HUGE = 1e9;
/** Three digits tell means apart that lie over this part of what they are. */
const APART = 0.1;

/** How the cards of a tree write a measure, and where it has no room: all of them alike. */
export function cardMeasures({ target_range: [low = 0, high = 0] }: Meta) {
  const largest = Math.max(Math.abs(low), Math.abs(high));
  const long = largest >= LONG && largest < HUGE && high - low >= APART * largest;
  return long ? { written: thousands, tight: thousands } : { written: measure, tight: scientific };
}

/** Of where most values of the target lie, a part that predictions are told apart by. */
const STEPS = 30;
const MOST_DIGITS = 9;

/** A value of the target in so many digits or more: 36.987, not 37.0, where all lie near 37. */
export function valueText(
  { target_range: [low = 0, high = 0] }: Meta,
  value: number,
  least = 3,
): string {
  const needed = powerOf(value) - powerOf((high - low) / STEPS || Number.POSITIVE_INFINITY) + 1;
  return measure(value, Math.max(least, Math.min(needed, MOST_DIGITS)));
}

/** The same on a card. */
export function meanText(meta: Meta, value: number): string {
  const { written } = cardMeasures(meta);
  return written === measure ? valueText(meta, value) : written(value, 3);
}

/** What an impurity is called where there is little room; as it is, with spaces, where not here. */
const BRIEF: Readonly<Record<string, string>> = {
  classification_error: "error",
  squared_error: "variance",
  absolute_error: "mad",
};

/** What stands behind an impurity, and a gain in it. */
export const unitOf = (meta: Meta): string =>
  meta.measure === "entropy" ? `${NNBSP}${CANVAS.bits}` : "";

/** "gini" and "0.51", or "" and "0.94 bits". */
export function impurityWords(
  meta: Meta,
  value: number,
  digits: number,
): { name: string; figure: string } {
  if (meta.measure === "entropy") {
    return { name: "", figure: measure(value, digits) + unitOf(meta) };
  }
  return { name: BRIEF[meta.measure] ?? meta.measure, figure: measure(value, digits) };
}

/** A name of Python's in plain words. */
export const plainName = (name: string): string => name.replaceAll("_", " ");

/** Share of the variance that the node's own split explains. */
export function explained(node: TreeNode): number | null {
  return node.gain !== null && node.impurity > 0 ? node.gain / node.impurity : null;
}

/** What the tree's errors are called, in a line and at the head of one. */
export function errorWords(meta: Meta): readonly [string, string] {
  if (isRegression(meta)) return ERRORS.rmse;
  return meta.stakes ? ERRORS.mistakes : ERRORS.error;
}

export function errorFigure(meta: Meta, error: number | null, digits = 3): string {
  if (error === null) return NONE;
  return isRegression(meta) ? measure(error, digits) : shareFigure(error);
}

/** The error with its unit: "25.3 %", or as it is. */
export function errorText(meta: Meta, error: number | null, digits = 3): string {
  const figure = errorFigure(meta, error, digits);
  return isRegression(meta) || error === null ? figure : `${figure}${NNBSP}%`;
}

/** A class among figures: one that is a number would be one more of them. */
const classText = (name: string): string =>
  /^[-+]?\d[\d.,]*$/.test(name) ? SPOKEN.ofClass(name) : name;

/** "node 4: petal_width <= 1.75, 54 rows, versicolor 91 %, gini 0.17" */
export function sentence(tree: TreeModel, node: TreeNode): string {
  const { meta } = tree;
  const split = node.parent?.split;
  const condition = split
    ? `${middle(columnOf(meta, split.column).name, 60)} ${conditionText(meta, node)}`
    : SPOKEN.root;
  const rest = [rowsSaid(meta, node)];
  if (meta.task === "classification") {
    rest.push(`${classText(middle(className(meta, node), 60))} ${cardShare(predictedShare(node))}`);
    const { name, figure } = impurityWords(meta, node.impurity, 2);
    rest.push(name ? `${name} ${figure}` : figure);
  } else {
    rest.push(`${predictionName(meta, node)} ${valueText(meta, node.prediction)}`);
    rest.push(`${CANVAS.deviation} ${measure(deviation(node), 2)}`);
  }
  return spoken(SPOKEN.node(node.id, condition, rest.join(", "))).replaceAll(NNBSP, " ");
}

/** The way of rows that lack the split's column: "to ≠ holiday", "in shares to all". */
export function wayText(meta: Meta, { split, children }: TreeNode): string {
  const missing = split?.missing ?? 0;
  const child = children[missing];
  if (split && missing === ownBranch(split)) return CANVAS.apart;
  return WAYS[-1 - missing] ?? CANVAS.to(child ? edgeText(meta, child) : "");
}

/** "45 missing, to ≠ holiday"; "45 missing, by 3 surrogates" */
export function missingText(meta: Meta, node: TreeNode): string {
  const { surrogates } = node.split ?? {};
  const way = surrogates ? CANVAS.surrogates(surrogates) : wayText(meta, node);
  return CANVAS.missing(count(node.missing), way);
}

/** What else there is to say of it: its own split, its state. */
export function description(tree: TreeModel, node: TreeNode): string {
  const parts: string[] = [];
  if (node.split) {
    const said = splitWords(node.split, columnOf(tree.meta, node.split.column));
    parts.push(SPOKEN.split(`${middle(said.name, 60)} ${said.relation} ${said.value}`));
  }
  if (node.missing > 0) parts.push(missingText(tree.meta, node));
  if (node.forced) parts.push(SPOKEN.forced);
  if (node.locked) parts.push(SPOKEN.locked);
  if (node.labelled) parts.push(SPOKEN.labelled);
  if (node.pruned) parts.push(SPOKEN.pruned);
  if (node.note) parts.push(SPOKEN.note(middle(node.note, 200)));
  return spoken(parts.join(", "));
}

/** What the pale bars of a card hold. */
function tailsText({ target_edges }: Meta): string[] {
  const [before, after] = tails(target_edges);
  const low = before === null ? [] : [CANVAS.below(full(before))];
  const high = after === null ? [] : [CANVAS.above(full(after))];
  const ends = [...low, ...high];
  return ends.length > 0 ? [CANVAS.tails(ends)] : [];
}

/** Full names and full precision, line by line. */
export function details(tree: TreeModel, node: TreeNode): string[] {
  const { meta } = tree;
  const lines: string[] = [];
  const edge = node.parent?.split;
  if (edge) {
    const column = columnOf(meta, edge.column);
    lines.push(`${isolated(column.name)} ${branchFull(edge, node.branch, column)}`);
  }
  lines.push(`${rowsSaid(meta, node)}, ${share(tree.share(node))}`);
  if (meta.task === "classification") {
    lines.push(`${isolated(classText(className(meta, node)))} ${share(predictedShare(node))}`);
    lines.push(`${plainName(meta.measure)} ${full(node.impurity)}${unitOf(meta)}`);
  } else {
    const [, mean = node.prediction] = node.counts;
    const predicted = predictionName(meta, node);
    if (predicted !== CANVAS.mean) lines.push(`${predicted} ${full(node.prediction)}`);
    lines.push(`${CANVAS.mean} ${full(mean)}, ${CANVAS.deviation} ${full(deviation(node))}`);
    lines.push(...tailsText(meta));
  }
  const [unit] = errorWords(meta);
  const held = meta.has_validation ? ` ○ ${errorText(meta, node.validationError, 6)}` : "";
  lines.push(`${unit} ● ${errorText(meta, node.error, 6)}${held}`);
  if (node.split) {
    lines.push(splitFull(node.split, columnOf(meta, node.split.column)));
    if (node.gain !== null) lines.push(`${CANVAS.gain} ${full(node.gain)}${unitOf(meta)}`);
  }
  return lines;
}
