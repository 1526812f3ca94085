// The criteria, as Python computes them (induction/criteria.py): same formulas, tested against the
// same fixtures to 1e-9. All work on sufficient statistics: the classes' weights, or, for
// regression, weight, sum and sum of squares of the centred target.
import { total } from "./arrays";

/** Sums of shares are no more exact than this; gains as near to each other are equal. */
export const TIE = 1e-12;

/** Classes' weights, or [weight, sum, sum of squares]. */
export type Stats = ArrayLike<number>;

export function weightOf(stats: Stats, criterion: string): number {
  if (criterion === "squared_error") return stats[0] ?? 0;
  let sum = 0;
  for (let k = 0; k < stats.length; k++) sum += stats[k] ?? 0;
  return sum;
}

export function meanOf(stats: Stats): number {
  const weight = stats[0] ?? 0;
  return weight > 0 ? (stats[1] ?? 0) / weight : 0;
}

function variance(stats: Stats): number {
  const weight = stats[0] ?? 0;
  if (!(weight > 0)) return 0;
  const mean = (stats[1] ?? 0) / weight;
  return Math.max((stats[2] ?? 0) / weight - mean * mean, 0);
}

function gini(stats: Stats, weight: number): number {
  let sum = 0;
  for (let k = 0; k < stats.length; k++) {
    const p = (stats[k] ?? 0) / weight;
    sum += p * (1 - p);
  }
  return sum;
}

function entropy(stats: Stats, weight: number): number {
  let bits = 0;
  for (let k = 0; k < stats.length; k++) {
    const p = (stats[k] ?? 0) / weight;
    if (p > 0) bits -= p * Math.log2(p);
  }
  return Math.max(bits, 0);
}

/** Gini index, entropy in bits, error rate, or variance. An empty set is pure. */
export function impurity(stats: Stats, criterion: string): number {
  if (criterion === "squared_error") return variance(stats);
  const weight = weightOf(stats, criterion);
  if (!(weight > 0)) return 0;
  if (criterion === "entropy") return entropy(stats, weight);
  if (criterion !== "classification_error") return gini(stats, weight);
  return loss(stats, prediction(stats, criterion), criterion) / weight;
}

/**
 * What a split gains: impurity of the whole less the weighted impurity of the branches.
 *
 * Never taken as that difference: a branch differs from the whole by `stats[i] W - stats W[i]`,
 * and the gain is a sum of non-negative terms in it, so that a small gain keeps its digits and a
 * split that changes nothing gains exactly 0.
 */
export function gain(branches: readonly Stats[], criterion: string): number {
  const length = branches[0]?.length ?? 0;
  const whole = new Array<number>(length).fill(0);
  for (const branch of branches) {
    for (let k = 0; k < length; k++) whole[k] = (whole[k] ?? 0) + (branch[k] ?? 0);
  }
  const total = weightOf(whole, criterion);
  let sum = 0;
  for (const branch of branches) {
    const weight = weightOf(branch, criterion);
    if (weight > 0) sum += Math.max(part(branch, weight, whole, total, criterion), 0);
  }
  return sum;
}

/** What one branch adds to the gain. */
function part(
  branch: Stats,
  weight: number,
  whole: Stats,
  total: number,
  criterion: string,
): number {
  if (criterion === "entropy") return (weight / total) * divergence(branch, weight, whole, total);
  if (criterion === "classification_error") {
    // How many more of its rows it gets right by its own class than by the whole's.
    const [own, common] = [prediction(branch, criterion), prediction(whole, criterion)];
    return ((branch[own] ?? 0) - (branch[common] ?? 0)) / total;
  }
  const regression = criterion === "squared_error";
  const [from, to] = regression ? [1, 2] : [0, whole.length];
  let squares = 0;
  for (let k = from; k < to; k++) {
    const difference = (branch[k] ?? 0) * total - (whole[k] ?? 0) * weight;
    squares += difference * difference;
  }
  return squares / (total ** 3 * weight);
}

/** Bits by which a branch's classes differ from the whole's (Kullback and Leibler). */
function divergence(branch: Stats, weight: number, whole: Stats, total: number): number {
  let sum = 0;
  for (let k = 0; k < whole.length; k++) {
    const base = whole[k] ?? 0;
    if (!(base > 0)) continue;
    const ratio = ((branch[k] ?? 0) * total - base * weight) / (base * weight);
    const grown = ratio > -1 ? (1 + ratio) * Math.log1p(ratio) : 0;
    sum += (base / total) * (grown - ratio);
  }
  return sum / Math.LN2;
}

/** Entropy, in bits, of the branches' sizes: what the gain ratio divides by. */
export function splitInformation(weights: readonly number[]): number {
  const whole = total(weights);
  if (!(whole > 0)) return 0;
  return entropy(weights, whole);
}

/** What is predicted: position of the heaviest class (the first of equals), or the mean. */
export function prediction(stats: Stats, criterion: string): number {
  if (criterion === "squared_error") return meanOf(stats);
  const most = Math.max(...Array.from(stats)) * (1 - TIE);
  return Array.from(stats).findIndex((weight) => weight >= most);
}

/** The class whose prediction costs least: `costs` is a row of each true class (first of equals). */
export function cheapest(stats: Stats, costs: readonly (readonly number[])[]): number {
  const all = Array.from(stats, (_, told) =>
    costs.reduce((sum, row, k) => sum + (stats[k] ?? 0) * (row[told] ?? 0), 0),
  );
  const least = Math.min(...all) + TIE * Math.max(...all);
  return all.findIndex((cost) => cost <= least);
}

/** Loss of predicting `value` for these rows: weight in other classes, or sum of squares. */
export function loss(stats: Stats, value: number, criterion: string): number {
  if (criterion === "squared_error") {
    const [weight = 0, sum = 0, squares = 0] = [stats[0], stats[1], stats[2]];
    return Math.max(squares - 2 * value * sum + value * value * weight, 0);
  }
  return weightOf(stats, criterion) - (stats[value] ?? 0);
}

/** Error as shown: a rate, or the root of the mean square. Null where there are no rows. */
export function errorOf(totalLoss: number, weight: number, criterion: string): number | null {
  if (!(weight > 0)) return null;
  const mean = totalLoss / weight;
  return criterion === "squared_error" ? Math.sqrt(mean) : mean;
}
