// The criteria, as Python computes them (induction/criteria.py): same formulas, tested against the
// same fixtures to 1e-9. All work on sufficient statistics: the classes' weights, or, for
// regression, weight, sum and sum of squares of the centred target.

/** Classes' weights, or [weight, sum, sum of squares]. */
export type Stats = ArrayLike<number>;

export type Criterion = "gini" | "entropy" | "squared_error";

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

/** Gini index, entropy in bits, or variance. An empty set is pure. */
export function impurity(stats: Stats, criterion: string): number {
  if (criterion === "squared_error") return variance(stats);
  const weight = weightOf(stats, criterion);
  if (!(weight > 0)) return 0;
  return criterion === "entropy" ? entropy(stats, weight) : gini(stats, weight);
}

/**
 * What a split gains: impurity of the whole less the weighted impurity of the branches.
 *
 * Regression takes it from the distances between the means: the two variances may agree in all
 * their digits.
 */
export function gain(total: Stats, branches: readonly Stats[], criterion: string): number {
  const whole = weightOf(total, criterion);
  if (!(whole > 0)) return 0;
  if (criterion === "squared_error") return betweenMeans(total, branches, whole);
  let after = 0;
  for (const branch of branches) {
    after += (weightOf(branch, criterion) / whole) * impurity(branch, criterion);
  }
  return Math.max(impurity(total, criterion) - after, 0);
}

function betweenMeans(total: Stats, branches: readonly Stats[], whole: number): number {
  const mean = meanOf(total);
  let sum = 0;
  for (const branch of branches) {
    const distance = meanOf(branch) - mean;
    sum += ((branch[0] ?? 0) / whole) * distance * distance;
  }
  return sum;
}

/** Entropy, in bits, of the branches' sizes: what the gain ratio divides by. */
export function splitInformation(weights: readonly number[]): number {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (!(whole > 0)) return 0;
  return entropy(weights, whole);
}

/** What is predicted: position of the heaviest class (the first of equals), or the mean. */
export function prediction(stats: Stats, criterion: string): number {
  if (criterion === "squared_error") return meanOf(stats);
  let best = 0;
  for (let k = 1; k < stats.length; k++) {
    if ((stats[k] ?? 0) > (stats[best] ?? 0)) best = k;
  }
  return best;
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
