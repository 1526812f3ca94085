// How often halves of a node's rows are best split by which column. Pure.
import { NNBSP, share } from "../numbers";
import type { ColumnMeta, StabilityWire } from "../protocol.gen";
import { SPOKEN, STABILITY } from "../words";
import type { TreeNode } from "./tree";

/** What is known, by node: an id names one node for good. */
export type Stabilities = ReadonlyMap<number, StabilityWire>;

export function byNode(known: readonly StabilityWire[]): Stabilities {
  return new Map(known.map((one) => [one.node, one]));
}

/** In how many of the halves a column leads. */
function leadsOf({ columns, leads }: StabilityWire, column: number): number {
  return leads[columns.indexOf(column)] ?? 0;
}

/** In which share of them; null where nobody checked. */
export function leadOf(known: StabilityWire | undefined, column: number): number | null {
  return known ? leadsOf(known, column) / known.halves : null;
}

/** That of the split in force. */
export function stabilityOf(node: TreeNode, all: Stabilities): number | null {
  return node.split ? leadOf(all.get(node.id), node.split.column) : null;
}

/** "stability 86 %" */
export function spokenStability(node: TreeNode, all: Stabilities): string {
  const lead = stabilityOf(node, all);
  return lead === null ? "" : SPOKEN.stability(share(lead, 0).replace(NNBSP, " "));
}

/** "Stability of node 3: age leads in 43 of 50 halves of its rows, income in 7"; of a leaf what leads. */
export function stabilityText(
  node: TreeNode,
  all: Stabilities,
  columns: readonly ColumnMeta[],
): string {
  const known = all.get(node.id);
  if (!known) return "";
  const own = node.split?.column ?? known.columns[0];
  if (own === undefined) return STABILITY.none(node.id, known.halves);
  const name = (column: number) => columns[column]?.name ?? "";
  const rival = known.columns.find((column) => column !== own);
  const beside = rival === undefined ? "" : STABILITY.beside(name(rival), leadsOf(known, rival));
  return STABILITY.text(node.id, name(own), leadsOf(known, own), known.halves) + beside;
}

/** Between which cuts a column is mostly split: "cuts from 35 to 51.5". */
export function rangeText(known: StabilityWire | undefined, column: number): string {
  const at = known?.columns.indexOf(column) ?? -1;
  const [low = "", high = ""] = [known?.low[at], known?.high[at]];
  if (!low) return "";
  return low === high ? STABILITY.one(low) : STABILITY.range(low, high);
}
