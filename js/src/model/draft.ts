// What a hand does to a split in the making: move a cut, add a branch, move a level. Each step
// takes a draft and returns another; nothing is changed in place.
import type { SplitArgs, SplitWire } from "../protocol.gen";
import { isOrdered } from "./conditions";
import type { Draft, Missing, Profile } from "./profile";

export interface Moved {
  draft: Draft;
  /** which of its cuts is the moving one */
  active: number;
}

/** Move one cut to a listed position; cuts keep their order and never meet. */
export function moveCut(draft: Draft, active: number, to: number, listed: number): Draft {
  const low = active > 0 ? (draft.cuts[active - 1] ?? -1) + 1 : 0;
  const high = (draft.cuts[active + 1] ?? listed) - 1;
  const place = Math.min(Math.max(to, low), high);
  if (place === draft.cuts[active]) return draft;
  return { ...draft, cuts: draft.cuts.map((cut, i) => (i === active ? place : cut)) };
}

/** Some more cuts that may be, one at a time: those that leave rows enough on either side. */
function* moreCuts(draft: Draft, profile: Profile, order: Iterable<number>): Generator<Moved> {
  const missing = kept(draft.missing);
  for (const cut of order) {
    if (draft.cuts.includes(cut)) continue;
    const cuts = [...draft.cuts, cut].sort((a, b) => a - b);
    const active = cuts.indexOf(cut);
    const more = { ...draft, cuts, missing };
    if (profile.enough(more, [active, active + 1])) yield { draft: more, active };
  }
}

const firstOf = (moved: Generator<Moved>): Moved | null => moved.next().value ?? null;

/** One more cut, where it gains most of those that the method may make. Null: there is none. */
export function addCut(draft: Draft, profile: Profile): Moved | null {
  const gains = profile.curve(draft.cuts, kept(draft.missing)).training;
  const order = [...gains.keys()].sort((a, b) => (gains[b] ?? 0) - (gains[a] ?? 0));
  return firstOf(moreCuts(draft, profile, order));
}

export function canAddCut(draft: Draft, profile: Profile): boolean {
  return firstOf(moreCuts(draft, profile, profile.cuts.keys())) !== null;
}

export function removeCut(draft: Draft, active: number): Moved {
  const cuts = draft.cuts.filter((_, i) => i !== active);
  return {
    draft: { ...draft, cuts, missing: kept(draft.missing) },
    active: Math.max(0, Math.min(active, cuts.length - 1)),
  };
}

/** Branch numbers change when branches come and go; a route by number would then be a guess. */
function kept(missing: Missing): Missing {
  return typeof missing === "number" ? null : missing;
}

/** Put levels into a branch, in the column's own order. */
export function moveLevels(draft: Draft, levels: readonly number[], to: number): Draft {
  const moved = new Set(levels);
  const groups = (draft.groups ?? []).map((group, i) => {
    const others = group.filter((other) => !moved.has(other));
    return i === to ? [...others, ...levels].sort((a, b) => a - b) : others;
  });
  return { ...draft, groups };
}

export function addGroup(draft: Draft): Draft {
  return { ...draft, groups: [...(draft.groups ?? []), []] };
}

/** Take an empty branch away. The last one left has every level: known stands against missing. */
export function removeGroup(draft: Draft, branch: number, levels: readonly unknown[] = []): Draft {
  let groups = (draft.groups ?? []).filter((_, i) => i !== branch);
  if (groups.length === 1) groups = [levels.map((_, level) => level)];
  const { missing } = draft;
  if (typeof missing !== "number" || missing < branch) return { ...draft, groups };
  return { ...draft, groups, missing: missing === branch ? null : missing - 1 };
}

/** A split of the column as a draft; null if one of its cuts is not listed. */
export function draftOf(profile: Profile, split: SplitWire): Draft | null {
  const groups = split.groups ?? null;
  const cuts = (split.cuts ?? []).map((cut) =>
    profile.cuts.findIndex(({ exact }) => exact === cut.exact),
  );
  if (cuts.includes(-1)) return null;
  const own = groups ? groups.length : cuts.length + 1;
  const { missing } = split;
  return { cuts, groups, missing: missing === own ? "own" : missing < 0 ? null : missing };
}

/** Where editing starts: the split in force, else the best, else something that splits. */
export function firstDraft(profile: Profile): Draft | null {
  for (const split of [profile.result.present, profile.result.best]) {
    const draft = split && draftOf(profile, split);
    if (draft) return methodic(profile, draft, split);
  }
  if (isOrdered(profile.result.kind)) {
    if (profile.cuts.length === 0) return null;
    return { cuts: [profile.cuts.length >> 1], groups: null, missing: null };
  }
  const [first, ...rest] = profile.result.level;
  if (first === undefined || rest.length === 0) return null;
  return { cuts: [], groups: [[first], rest], missing: null };
}

/** The best split of the column, if there is one. */
export function bestDraft(profile: Profile): Draft | null {
  const split = profile.result.best;
  const draft = split && draftOf(profile, split);
  return draft && methodic(profile, draft, split);
}

/**
 * A route that the method takes anyway is the method's, not one chosen by hand. With surrogates the
 * split's own is for rows that lack those too.
 */
function methodic(profile: Profile, draft: Draft, { surrogates }: SplitWire): Draft {
  const free: Draft = { ...draft, missing: null };
  return surrogates || profile.lastResort(free) === profile.missingBranch(draft) ? free : draft;
}

/** A threshold as the wire takes it: a float, or the literal where a float would not be exact. */
function wireCut(profile: Profile, cut: number): number | string {
  const listed = profile.cuts[cut];
  if (!listed) return "";
  return profile.result.kind === "number" ? listed.value : listed.exact;
}

/** The gesture's arguments. */
export function splitArgs(
  node: number,
  profile: Profile,
  draft: Draft,
  replace: boolean,
): SplitArgs {
  const args: SplitArgs = { node, column: profile.result.column };
  if (draft.groups) args.groups = draft.groups.map((group) => [...group]);
  else args.thresholds = draft.cuts.map((cut) => wireCut(profile, cut));
  // Without a cut it is "known against missing", and their way is no choice.
  if (draft.missing !== null && (draft.cuts.length || (draft.groups?.length ?? 0) > 1))
    args.missing = draft.missing;
  if (replace) args.replace = true;
  return args;
}

/** The draft as a split, for the words of its conditions. */
export function splitOf(profile: Profile, draft: Draft) {
  const cuts = draft.cuts.flatMap((cut) => profile.cuts[cut] ?? []);
  const own = draft.groups ? draft.groups.length : cuts.length + 1;
  const missing = profile.missingBranch(draft);
  const common = {
    column: profile.result.column,
    missing,
    branches: own + Number(missing === own),
  };
  return draft.groups
    ? { ...common, groups: draft.groups.map((group) => [...group]) }
    : { ...common, cuts };
}
