// What criteria that are no impurity's take a split of two sides for, as Python computes it
// (induction/criteria.py): each is symmetric, so that it does not matter which side is given.
import { total } from "./arrays";

type Stats = readonly number[];
type Worth = (one: Stats, whole: Stats) => number;

/** How one side's classes differ from the whole's, and what makes shares of that. */
function apart(one: Stats, whole: Stats): [differences: number[], scale: number] {
  const [weight, all] = [total(one), total(whole)];
  const differences = Array.from(whole, (n, k) => (one[k] ?? 0) * all - n * weight);
  return [differences, all * weight * (all - weight)];
}

/** Pearson's chi-square over the number of rows. */
function chiSquare(one: Stats, whole: Stats): number {
  const [differences, scale] = apart(one, whole);
  const parts = differences.map((d, k) => ((whole[k] ?? 0) > 0 ? (d * d) / (whole[k] ?? 0) : 0));
  return scale > 0 ? total(parts) / scale : 0;
}

/** `(p_L p_R / 4) (sum |p_kL - p_kR|)^2`: Breiman et al. 1984, section 4.3. */
function twoing(one: Stats, whole: Stats): number {
  const [differences, scale] = apart(one, whole);
  return scale > 0 ? total(differences.map(Math.abs)) ** 2 / (4 * total(whole) * scale) : 0;
}

/** By the name of the criterion. */
export const OF_TWO: Readonly<Record<string, Worth>> = { chi2: chiSquare, twoing };
