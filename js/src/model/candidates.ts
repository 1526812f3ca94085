// The order and the measure of the candidates table. Pure.
import type { CandidateWire, ColumnMeta } from "../protocol.gen";
import { at } from "./arrays";

/** What the table can be sorted by, and shows. */
export type Measure =
  | "stability"
  | "p"
  | "gain"
  | "validation_gain"
  | "gain_ratio"
  | "balance"
  | "missing_n";
export type SortKey = Measure | "name" | "rank";

/** A candidate, and how often its column leads in halves of the rows. */
export interface Row extends CandidateWire {
  stability: number | null;
}

export interface Sort {
  key: SortKey;
  descending: boolean;
}

/** Sorted rows; columns without a split stay last, in the order they came. */
export function sorted(
  candidates: readonly Row[],
  columns: readonly ColumnMeta[],
  { key, descending }: Sort,
): Row[] {
  const sign = descending ? -1 : 1;
  const name = (row: Row) => at(columns, row.column).name;
  if (key === "rank") return [...candidates]; // as the method ranks them
  const ready = candidates.filter((row) => row.split !== null);
  ready.sort((a, b) =>
    key === "name" ? sign * name(a).localeCompare(name(b)) : compare(a[key], b[key], sign),
  );
  return [...ready, ...candidates.filter((row) => row.split === null)];
}

/** Rows as they were last sorted, whatever they have come to since. */
export function inPlace(rows: readonly Row[], places: ReadonlyMap<number, number>): Row[] {
  const place = (row: Row) => places.get(row.column) ?? rows.length;
  return [...rows].sort((a, b) => place(a) - place(b));
}

/** Whether all of them are known, and exactly. */
export function isWhole(rows: readonly CandidateWire[]): boolean {
  return rows.length > 0 && !rows.some((row) => row.counting);
}

/** Rows without a value come last, whichever way the rest is sorted. */
function compare(a: number | null, b: number | null, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return sign * (a - b);
}

/** Gives the length of the line under a name: its gain against the best. */
export function shareOfBest(candidates: readonly CandidateWire[]): (row: CandidateWire) => number {
  const best = candidates.reduce((most, other) => Math.max(most, other.gain ?? 0), 0);
  return (row) => (best > 0 ? Math.max(row.gain ?? 0, 0) / best : 0);
}
