// How sums over rows are looked at: by the tree's own measure, and with what its classes and
// mistakes are worth. Gains and impurities see altered priors, the prediction is what costs least,
// and a weight or an error is that of the rows (induction/judging.py, pruning/risks.py).
import type { Meta, StakesWire } from "../protocol.gen";
import { cheapest, errorOf, gain, impurity, loss, prediction, weightOf } from "./criteria";
import { type Sums, statsOf, sum } from "./sums";
import { OF_TWO } from "./two-sides";

/** What a tree judges splits by. */
export type Judging = Pick<
  Meta,
  "criterion" | "measure" | "missing" | "stakes" | "min_samples_leaf" | "min_weight_leaf"
>;

export class Eye {
  /** Sums do not tell absolute errors: there the squared ones stand in, and say so. */
  readonly criterion: string;
  private readonly ranking: string;
  private readonly stakes: StakesWire | null;
  /** Regression: sums of squares below this are what rounding left of nothing. */
  private readonly noise: number;

  constructor({ criterion, measure, stakes }: Judging, total: Sums) {
    this.ranking = criterion;
    this.criterion = measure === "absolute_error" ? "squared_error" : measure;
    this.stakes = stakes;
    this.noise = this.criterion === "squared_error" ? 1e-13 * (total[3] ?? 0) : 0;
  }

  weight(side: Sums): number {
    return weightOf(statsOf(side), this.criterion);
  }

  /** The weight that a gain counts by. */
  stake(side: Sums): number {
    return weightOf(this.altered(side), this.criterion);
  }

  gain(sides: readonly Sums[]): number {
    const seen = sides.map((side) => this.altered(side));
    return gain(seen, this.criterion);
  }

  /** What the method takes a split for, where that is not its gain: of two sides alone. */
  worth(sides: readonly Sums[]): number {
    const [one = [], other = [], third] = sides;
    const ofTwo = third ? undefined : OF_TWO[this.ranking];
    if (!ofTwo) return this.gain(sides);
    return ofTwo(this.altered(one), this.altered(sum(one.length, [one, other])));
  }

  impurity(side: Sums): number {
    return impurity(this.altered(side), this.criterion);
  }

  prediction(side: Sums): number {
    const stats = statsOf(side);
    return this.stakes ? cheapest(stats, this.stakes.costs) : prediction(stats, this.criterion);
  }

  loss(side: Sums, value: number): number {
    const found = loss(statsOf(side), value, this.criterion);
    return found <= this.noise ? 0 : found;
  }

  error(side: Sums, value: number): number | null {
    return errorOf(this.loss(side, value), this.weight(side), this.criterion);
  }

  private altered(side: Sums): number[] {
    const { altered } = this.stakes ?? {};
    const stats = statsOf(side);
    return altered ? stats.map((weight, k) => weight * (altered[k] ?? 0)) : stats;
  }
}
