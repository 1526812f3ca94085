// Any split of one column, judged from the tables that came with its profile: no round trip.
// Mirrors the inducer's forced splits (same figures to 1e-9); nothing here touches the screen.
import type { CutWire, ProfileResult } from "../protocol.gen";
import { first, total } from "./arrays";
import { DROP, SHARE, STOP } from "./conditions";
import { errorOf, gain, splitInformation, TIE } from "./criteria";
import { Eye, type Judging } from "./eye";
import { less, type Part, partOf, type Sums, statsOf, sum } from "./sums";

/** Where missing rows go: a branch, a branch of their own, or wherever the method sends them. */
export type Missing = number | "own" | null;

/** A split being made by hand: listed cuts by position, or groups of levels. */
export interface Draft {
  cuts: readonly number[];
  groups: readonly (readonly number[])[] | null;
  missing: Missing;
}

export interface Branch {
  rows: number;
  weight: number;
  stats: readonly number[];
  prediction: number;
  impurity: number;
  error: number | null;
  validationRows: number;
  validationError: number | null;
}

export interface Verdict {
  branches: Branch[];
  /** the branch missing rows go to */
  missing: number;
  gain: number;
  gainRatio: number | null;
  validationGain: number | null;
  error: number | null;
  validationError: number | null;
}

/** What one cut brings, over every listed cut. */
export interface Curve {
  training: Float64Array;
  validation: Float64Array | null;
}

/** Strategies that need no search for where missing rows go. */
const WAYS: Readonly<Record<string, number>> = {
  fractional: SHARE,
  proportional: DROP,
  own: STOP,
};

/** As in the inducer's search, ties are told by the best gain, or by this part of the impurity. */
const NOISE = 1e-2;

export class Profile {
  readonly result: ProfileResult;
  readonly judging: Judging;
  readonly eye: Eye;
  /** The listed cuts where they stand on the axis: after a level, not on it. */
  readonly cuts: readonly CutWire[];
  readonly training: Part;
  readonly validation: Part | null;
  private readonly place: Map<number, number>;
  private readonly impurity: number;

  constructor(result: ProfileResult, judging: Judging) {
    this.result = result;
    this.judging = judging;
    this.eye = new Eye(judging, result.total);
    const shift = result.kind === "ordered" ? 0.5 : 0;
    this.cuts = result.cuts.map((cut) => ({ ...cut, value: cut.value + shift }));
    this.place = new Map(result.level.map((level, i) => [level, i]));
    this.impurity = this.eye.impurity(result.total);
    this.training = partOf(result.total, result.missing, result.left, result.levels);
    this.validation = result.validation_total.length
      ? partOf(
          result.validation_total,
          result.validation_missing,
          result.validation_left,
          result.validation_levels,
        )
      : null;
  }

  /** Statistics of one level, or zeros where no row has it. */
  level(level: number): Sums {
    return this.training.levels[this.place.get(level) ?? -1] ?? [];
  }

  /** Rows without a value here go by the split's missing branch; these have one. */
  private known(of: Part, draft: Draft): number[][] {
    const length = of.total.length;
    if (draft.groups) {
      return draft.groups.map((group) =>
        sum(
          length,
          group.map((level) => of.levels[this.place.get(level) ?? -1]),
        ),
      );
    }
    const below = draft.cuts.map((cut) => of.left[cut] ?? []);
    return [...below, of.known].map((upper, i) => {
      const lower = below[i - 1];
      return lower ? less(upper, lower) : sum(length, [upper]);
    });
  }

  /** Branches with the missing rows in them: all of them in one, or a share in each. */
  private sides(
    of: Part,
    known: readonly number[][],
    missing: number,
    parts = known.map((side) => this.eye.weight(side)),
  ): number[][] {
    // Whatever no branch names (missing, unseen levels) goes the same way.
    const rest = less(of.total, sum(of.total.length, known));
    const sides = known.map((side) => side.slice());
    if (missing === STOP) return sides;
    if (missing < 0) {
      const whole = total(parts) || 1;
      // A row in shares is one more row in each branch, with a part of its weight.
      return sides.map((side, i) => {
        const share = (parts[i] ?? 0) / whole;
        return side.map((value, k) => value + (k ? share : Number(share > 0)) * (rest[k] ?? 0));
      });
    }
    if (missing === known.length) sides.push(rest);
    else sides[missing] = sum(of.total.length, [sides[missing], rest]);
    return sides;
  }

  /** The branch of the missing rows: by hand, or the one the method likes best, or the larger. */
  missingBranch(draft: Draft, known = this.known(this.training, draft)): number {
    if (draft.missing === "own" || known.length === 1) return known.length;
    if (draft.missing !== null) return Math.min(draft.missing, known.length - 1);
    const rest = less(this.training.total, sum(this.training.total.length, known));
    const way = this.way(known, rest);
    if (way !== null) return way;
    const told = draft.cuts.length === 1 && this.result.missing_to[draft.cuts[0] ?? 0];
    if (typeof told === "number") return told;
    if (!((rest[0] ?? 0) > 0)) return lastBest(known.map((side) => side[0] ?? 0));
    const worth = known.map((_, at) => this.eye.worth(this.sides(this.training, known, at)));
    return lastBest(worth, TIE * Math.max(...worth, NOISE * this.impurity));
  }

  /** The branch the method sends them to where no surrogate knows better. */
  lastResort(draft: Draft): number {
    const known = this.known(this.training, draft);
    const imitated = this.judging.missing === "surrogate" && known.length > 1;
    return imitated ? this.heaviest(known) : this.missingBranch(draft, known);
  }

  private heaviest(known: readonly number[][]): number {
    return lastBest(known.map((side) => this.eye.weight(side)));
  }

  /** Whether rows of a split go where only Python knows, so that what they come to is a guess. */
  guesses({ missing }: Verdict): boolean {
    const lacking = (of: Sums): boolean => (of[0] ?? 0) > 0;
    const { missing: rows, validation_missing: held } = this.result;
    const imitated = this.judging.missing === "surrogate" && missing === SHARE;
    return imitated && (lacking(rows) || lacking(held));
  }

  /** Where the method sends missing rows without looking for a direction; null where it does. */
  private way(known: readonly number[][], rest: Sums): number | null {
    const { missing } = this.judging;
    if (missing === "own" && (rest[0] ?? 0) > 0) return known.length;
    if (missing !== "surrogate") return WAYS[missing] ?? null;
    // Which way each surrogate sends them only Python knows: they are reckoned in shares here.
    return known.length === 2 ? SHARE : this.heaviest(known);
  }

  /**
   * What a split gains: of all rows where each has its branch; else of those that are known, and it
   * counts as much as their part of the weight (Quinlan 1993, chapter 3).
   */
  private gainBy(of: Part, known: readonly number[][], missing: number): [number, number] {
    const { eye, judging } = this;
    // By surrogates it is the known rows that count, whatever becomes of the others (as in rpart).
    const imitated = judging.missing === "surrogate" && missing < known.length;
    if (!imitated && (missing >= 0 || missing === DROP))
      return [eye.gain(this.counted(of, known, missing)), 1];
    const part = eye.stake(sum(of.total.length, known)) / (eye.stake(of.total) || 1);
    return [part * eye.gain(known), part];
  }

  /** Branches as a gain counts them: what is dropped in shares, by what its classes are worth. */
  private counted(of: Part, known: readonly number[][], missing: number): number[][] {
    const parts = known.map((side) => this.eye.stake(side));
    return this.sides(of, known, missing, parts);
  }

  /** Branches of a split by cuts have the rows that the method's own search leaves in each. */
  enough(draft: Draft, branches: readonly number[]): boolean {
    const { min_samples_leaf: rows, min_weight_leaf: weight } = this.judging;
    // Looked at for every cut at every move: most are told by what they have at the most.
    if (branches.some((at) => this.mostRows(draft.cuts, at) < rows)) return false;
    const known = this.known(this.training, draft);
    const missing = this.missingBranch(draft, known);
    const sides = missing < 0 ? known : this.sides(this.training, known, missing);
    return branches.every((at) => {
      const side = sides[at] ?? [];
      return (side[0] ?? 0) >= rows && this.eye.weight(side) >= weight * (1 - TIE);
    });
  }

  /** Rows of a branch if all that are missing went there. */
  private mostRows(cuts: readonly number[], at: number): number {
    const { left, known, missing } = this.training;
    const upto = (left[cuts[at] ?? -1] ?? known)[0] ?? 0;
    return upto - (left[cuts[at - 1] ?? -1]?.[0] ?? 0) + (missing[0] ?? 0);
  }

  /** Everything the editor shows of a split. */
  judge(draft: Draft): Verdict {
    const known = this.known(this.training, draft);
    const missing = this.missingBranch(draft, known);
    // What is dropped counts for the gain, and in no branch; rows that are held out go in shares.
    const sides = this.sides(this.training, known, missing === DROP ? STOP : missing);
    const parts = known.map((side) => this.eye.weight(side));
    const held = this.validation
      ? this.sides(this.validation, this.known(this.validation, draft), missing, parts)
      : null;
    const branches = sides.map((side, i) => this.branch(side, held?.[i] ?? null));
    const [value, part] = this.gainBy(this.training, known, missing);
    return {
      branches,
      missing,
      gain: value,
      gainRatio: this.ratio(part < 1 ? known : this.counted(this.training, known, missing), part),
      validationGain:
        this.validation && (this.validation.total[0] ?? 0) > 0
          ? this.gainBy(this.validation, this.known(this.validation, draft), missing)[0]
          : null,
      error: this.errorAfter(sides, branches),
      validationError: held ? this.errorAfter(held, branches) : null,
    };
  }

  /**
   * Information gain in bits over the entropy of the branches; classification alone has one.
   * Quinlan knows no priors: the rows count as they are.
   */
  private ratio(sides: readonly number[][], part: number): number | null {
    if (this.eye.criterion === "squared_error") return null;
    const weights = sides.map((side) => this.eye.weight(side));
    const whole = total(weights);
    // Rows that no branch holds are one more, as in C4.5.
    if (part < 1 && part > 0) weights.push((whole * (1 - part)) / part);
    const information = splitInformation(weights);
    return information > 0 ? (part * gain(sides.map(statsOf), "entropy")) / information : null;
  }

  private branch(side: number[], held: number[] | null): Branch {
    const { eye } = this;
    const value = eye.prediction(side);
    return {
      rows: side[0] ?? 0,
      weight: eye.weight(side),
      stats: statsOf(side),
      prediction: value,
      impurity: eye.loss(side, value) === 0 ? 0 : eye.impurity(side),
      error: eye.error(side, value),
      validationRows: held?.[0] ?? 0,
      validationError: held && eye.error(held, value),
    };
  }

  /** Error of the node once it is split, each branch predicting its own. */
  private errorAfter(sides: readonly number[][], branches: readonly Branch[]): number | null {
    let losses = 0;
    let weight = 0;
    sides.forEach((side, i) => {
      losses += this.eye.loss(side, branches[i]?.prediction ?? 0);
      weight += this.eye.weight(side);
    });
    return errorOf(losses, weight, this.eye.criterion);
  }

  /** The gain at every listed cut, the other cuts and the route of missing rows held. */
  curve(others: readonly number[], missing: Missing): Curve {
    const size = this.cuts.length;
    const training = new Float64Array(size);
    const validation =
      this.validation && (this.validation.total[0] ?? 0) > 0 ? new Float64Array(size) : null;
    for (let i = 0; i < size; i++) {
      const cuts = [...others.filter((other) => other !== i), i].sort((a, b) => a - b);
      const draft = { cuts, groups: null, missing };
      const known = this.known(this.training, draft);
      const to = this.missingBranch(draft, known);
      training[i] = this.gainBy(this.training, known, to)[0];
      if (validation && this.validation) {
        const held = this.known(this.validation, draft);
        validation[i] = this.gainBy(this.validation, held, to)[0];
      }
    }
    return { training, validation };
  }

  /** The position of the listed cut nearest to a place on the axis. */
  nearest(value: number): number {
    const { cuts } = this;
    const next = Math.max(
      Math.min(
        first(cuts, (cut) => cut.value >= value),
        cuts.length - 1,
      ),
      0,
    );
    const before = cuts[next - 1];
    const at = cuts[next];
    return before && at && value - before.value < at.value - value ? next - 1 : next;
  }
}

/** The last of the largest, as the right side is tried first; `slack` makes equals of neighbours. */
function lastBest(values: readonly number[], slack = 0): number {
  const least = Math.max(...values) - slack;
  return values.findLastIndex((value) => value >= least);
}
