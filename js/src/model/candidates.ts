// The order and the measure of the candidates table. Pure.
import type { CandidateWire, ColumnMeta } from "../protocol.gen";

/** What the table can be sorted by, and shows. */
export type Measure = "p" | "gain" | "validation_gain" | "gain_ratio" | "balance" | "missing_n";
export type SortKey = Measure | "name" | "rank";

export interface Sort {
  key: SortKey;
  descending: boolean;
}

/** Sorted rows; columns without a split stay last, in the order they came. */
export function sorted(
  candidates: readonly CandidateWire[],
  columns: readonly ColumnMeta[],
  { key, descending }: Sort,
): CandidateWire[] {
  const sign = descending ? -1 : 1;
  const name = (row: CandidateWire) => columns[row.column]?.name ?? "";
  if (key === "rank") return [...candidates]; // as the method ranks them
  const ready = candidates.filter((row) => row.split !== null);
  ready.sort((a, b) =>
    key === "name" ? sign * name(a).localeCompare(name(b)) : compare(a[key], b[key], sign),
  );
  return [...ready, ...candidates.filter((row) => row.split === null)];
}

/** Rows without a value come last, whichever way the rest is sorted. */
function compare(a: number | null, b: number | null, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return sign * (a - b);
}

/** Length of the line under a name: its gain against the best. */
export function shareOfBest(row: CandidateWire, candidates: readonly CandidateWire[]): number {
  const best = candidates.reduce((most, other) => Math.max(most, other.gain ?? 0), 0);
  return best > 0 ? Math.max(row.gain ?? 0, 0) / best : 0;
}
