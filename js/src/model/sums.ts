// Sums over some rows, as the wire carries them, and what is added and taken away of them.

/** [rows, statistics...] of some rows. */
export type Sums = readonly number[];

/** All parts together; what is absent adds nothing. */
export function sum(length: number, parts: readonly (Sums | undefined)[]): number[] {
  const out = new Array<number>(length).fill(0);
  for (const part of parts) {
    if (part) for (let i = 0; i < length; i++) out[i] = (out[i] ?? 0) + (part[i] ?? 0);
  }
  return out;
}

/** The whole without a part. Where no row is left nothing is, whatever rounding says. */
export function less(whole: Sums, part: Sums): number[] {
  const rows = (whole[0] ?? 0) - (part[0] ?? 0);
  return whole.map((value, i) => (rows ? value - (part[i] ?? 0) : 0));
}

export const statsOf = (sums: Sums): number[] => sums.slice(1);

/** The figures of one part of the data: training or validation. */
export interface Part {
  total: Sums;
  missing: Sums;
  known: Sums;
  left: readonly Sums[];
  levels: readonly Sums[];
}

export function partOf(
  total: Sums,
  missing: Sums,
  left: readonly Sums[],
  levels: readonly Sums[],
): Part {
  return { total, missing, known: less(total, missing), left, levels };
}
