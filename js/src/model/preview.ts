// The branches a split would make, in the terms of the tree's nodes: whatever draws a node draws
// them too.
import type { ColumnMeta, Meta, ProfileResult } from "../protocol.gen";
import { total } from "./arrays";
import { branchNames, branchSign, branchText, levelsTold, type Naming } from "./conditions";
import { meanOf } from "./criteria";
import { bestDraft, splitOf } from "./draft";
import { type Draft, Profile, type Verdict } from "./profile";
import type { Sums } from "./sums";

/** A branch that a split would make. Stats as in `TreeNode.counts`. */
export interface BranchPreview {
  readonly condition: string;
  /** Of a condition that names levels what it is made of. */
  readonly naming?: Naming | undefined;
  readonly n: number;
  readonly weight: number;
  readonly counts: readonly number[];
  readonly prediction: number;
  readonly impurity: number;
  readonly error: number;
  readonly validationError: number | null;
}

/** Statistics as nodes carry them: classes' weights, or weight, mean and, where it is told, variance. */
export function countsFrom(
  stats: Sums,
  { eye: { criterion }, result }: Profile,
  variance = 0,
): number[] {
  if (criterion !== "squared_error") return [...stats];
  return [stats[0] ?? 0, result.centre + meanOf(stats), variance];
}

/** The branches of a draft; `verdict` is what the profile says of it. */
export function branchesOf(
  profile: Profile,
  draft: Draft,
  verdict: Verdict,
  column: ColumnMeta,
): BranchPreview[] {
  const split = splitOf(profile, draft);
  const centre = profile.eye.criterion === "squared_error" ? profile.result.centre : 0;
  const told = levelsTold(column);
  const all = total((draft.groups ?? []).map((group) => group.length));
  const naming = (i: number): Naming | undefined => {
    const names = branchNames(split, i, column);
    return names.length > 0 ? { names, sign: branchSign(split, i), told, all } : undefined;
  };
  return verdict.branches.map((branch, i) => ({
    ...branch,
    condition: branchText(split, i, column),
    naming: naming(i),
    n: branch.rows,
    counts: countsFrom(branch.stats, profile, branch.impurity),
    prediction: centre + branch.prediction,
    error: branch.error ?? 0,
  }));
}

/** The branches of a column's best split; null where it has none. */
export function bestBranches(result: ProfileResult, meta: Meta): BranchPreview[] | null {
  const profile = new Profile(result, meta);
  const draft = bestDraft(profile);
  const column = meta.columns[result.column] as ColumnMeta;
  return draft && branchesOf(profile, draft, profile.judge(draft), column);
}
