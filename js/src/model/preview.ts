// The branches a split would make, in the terms of the canvas: for ghosts under its node.
import type { ColumnMeta } from "../protocol.gen";
import { branchText } from "./conditions";
import { impurity, meanOf } from "./criteria";
import { splitOf } from "./draft";
import type { Branch, Draft, Profile } from "./profile";

export interface BranchPreview {
  readonly condition: string;
  readonly n: number;
  readonly weight: number;
  readonly counts: readonly number[];
  readonly prediction: number;
  readonly impurity: number;
  readonly error: number;
  readonly validationError: number | null;
}

/** Statistics as the tree's nodes carry them: classes' weights, or weight, mean and variance. */
export function countsOf(branch: Branch, profile: Profile): number[] {
  if (profile.criterion !== "squared_error") return [...branch.stats];
  const mean = profile.result.centre + meanOf(branch.stats);
  return [branch.weight, mean, impurity(branch.stats, profile.criterion)];
}

/** What a branch predicts, as the tree's nodes carry it. */
export function predictionOf(branch: Branch, profile: Profile): number {
  const regression = profile.criterion === "squared_error";
  return regression ? profile.result.centre + branch.prediction : branch.prediction;
}

export function previewOf(profile: Profile, draft: Draft, column: ColumnMeta): BranchPreview[] {
  const split = splitOf(profile, draft);
  return profile.judge(draft).branches.map((branch, i) => ({
    condition: branchText(split, i, column),
    n: branch.rows,
    weight: branch.weight,
    counts: countsOf(branch, profile),
    prediction: predictionOf(branch, profile),
    impurity: branch.impurity,
    error: branch.error ?? 0,
    validationError: branch.validationError,
  }));
}
