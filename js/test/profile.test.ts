import { describe, expect, it } from "vitest";
import { draftOf } from "../src/model/draft";
import { branchesOf } from "../src/model/preview";
import { Profile } from "../src/model/profile";
import type { ColumnMeta, ProfileResult } from "../src/protocol.gen";
import { contract, type Expected, NAMES, ranked } from "./contract";

/** Relative, and absolute below one. */
function near(found: number | null, wanted: number | null, what: string): void {
  if (wanted === null || found === null) expect(found, what).toBe(wanted);
  else expect(Math.abs(found - wanted) / Math.max(1, Math.abs(wanted)), what).toBeLessThan(1e-9);
}

function agrees(profile: Profile, wanted: Expected, column: ColumnMeta): void {
  const found = profile.judge(wanted);
  const nodes = branchesOf(profile, wanted, found, column);
  const what = JSON.stringify([wanted.cuts, wanted.groups, wanted.missing]);
  expect(found.missing, `${what} missing`).toBe(wanted.split.missing);
  near(found.gain, wanted.gain, `${what} gain`);
  near(found.gainRatio, wanted.gain_ratio, `${what} ratio`);
  near(found.validationGain, wanted.validation_gain, `${what} validation gain`);
  expect(found.branches.map((branch) => branch.rows)).toEqual(wanted.n);
  found.branches.forEach((branch, i) => {
    const at = `${what} branch ${i}`;
    near(branch.weight, wanted.weight[i] ?? 0, `${at} weight`);
    near(branch.impurity, wanted.impurity[i] ?? 0, `${at} impurity`);
    near(nodes[i]?.prediction ?? null, wanted.prediction[i] ?? 0, `${at} prediction`);
    // Where all rows have one value the deviation is 0, and no root of what rounding leaves.
    const variance = profile.eye.criterion === "squared_error" && (nodes[i]?.counts[2] ?? 0);
    if (variance !== false) near(Math.sqrt(variance), Math.sqrt(wanted.impurity[i] ?? 0), at);
    near(branch.error, wanted.error[i] ?? null, `${at} error`);
    if (!profile.validation) return;
    expect(branch.validationRows, `${at} validation rows`).toBe(wanted.validation_n[i]);
    near(branch.validationError, wanted.validation_error[i] ?? null, `${at} validation error`);
  });
}

describe("splits whose missing rows go no way of impurity's", () => {
  it.each(ranked())("send them where Python does, by $meta.criterion, $meta.missing", (tree) => {
    let judged = 0;
    for (const { result, expected, column } of tree.profiles) {
      const profile = new Profile(result, tree.meta);
      for (const wanted of expected) {
        agrees(profile, wanted, tree.meta.columns[column] as ColumnMeta);
        judged += 1;
      }
    }
    expect(judged).toBeGreaterThan(20);
  });
});

it("gain by surrogates what they gain of the known rows, wherever a hand sends the others", () => {
  const { meta, profiles } = contract("weighted");
  let judged = 0;
  for (const { result } of profiles) {
    if (!result.missing[0] || result.cuts.length < 2) continue;
    const profile = new Profile(result, { ...meta, missing: "surrogate" });
    const gains = [null, 0, 1].map((missing) => {
      const { gain, gainRatio, validationGain } = profile.judge({
        cuts: [1],
        groups: null,
        missing,
      });
      return [gain, gainRatio, validationGain];
    });
    expect(gains[1]).toEqual(gains[0]);
    expect(gains[2]).toEqual(gains[0]);
    judged += 1;
  }
  expect(judged).toBeGreaterThan(0);
});

it("is a guess where surrogates send rows, and nowhere else", () => {
  const { meta, profiles } = contract("weighted");
  const result = profiles.find(
    ({ result: { missing, cuts } }) => missing[0] && cuts.length,
  )?.result;
  const guesses = (strategy: string, missing: number | null, lacking = result?.missing ?? []) => {
    const held = lacking.map(() => 0);
    const given = { ...(result as ProfileResult), missing: lacking, validation_missing: held };
    const profile = new Profile(given, { ...meta, missing: strategy });
    return profile.guesses(profile.judge({ cuts: [0], groups: null, missing }));
  };
  expect(guesses("surrogate", null)).toBe(true);
  expect(guesses("surrogate", 0)).toBe(false);
  expect(guesses("surrogate", null, [0, 0, 0])).toBe(false);
  expect(guesses("fractional", null)).toBe(false);
});

describe("splits by absolute errors", () => {
  it("send missing rows where Python says of each cut, if nobody says otherwise", () => {
    const [tree] = ranked();
    const found = tree?.profiles.find(({ result }) => result.cuts.length > 3 && result.missing[0]);
    if (!tree || !found) throw new Error("no column with missing rows");
    const missing_to = found.result.cuts.map((_, cut) => cut % 2);
    const profile = new Profile({ ...found.result, missing_to }, tree.meta);
    const ways = (missing: number | null) =>
      missing_to.map((_, cut) => profile.missingBranch({ cuts: [cut], groups: null, missing }));
    expect(ways(null)).toEqual(missing_to);
    expect(new Set(ways(1))).toEqual(new Set([1]));
  });
});

describe.each(NAMES)("splits of the tree %s, judged from profiles", (name) => {
  const { meta, profiles } = contract(name);

  it("agree with Python to 1e-9", () => {
    let judged = 0;
    for (const { result, expected, column } of profiles) {
      const profile = new Profile(result, meta);
      for (const wanted of expected) {
        if (wanted.refused !== undefined) continue;
        agrees(profile, wanted, meta.columns[column] as ColumnMeta);
        judged += 1;
      }
    }
    expect(judged).toBeGreaterThan(20);
  });

  it("have the gain on the curve that they have alone", () => {
    for (const { result } of profiles) {
      const profile = new Profile(result, meta);
      const { training } = profile.curve([], null);
      for (let cut = 0; cut < training.length; cut += 7) {
        const { gain } = profile.judge({ cuts: [cut], groups: null, missing: null });
        expect(training[cut]).toBe(gain);
      }
    }
  });

  it("have the gain on the curve that they have beside another cut, on either side of it", () => {
    let judged = 0;
    for (const { result } of profiles.filter((one) => one.result.kind !== "nominal")) {
      const profile = new Profile(result, meta);
      const other = Math.floor(profile.cuts.length / 2);
      const { training } = profile.curve([other], null);
      for (const cut of [0, other + 1]) {
        if (cut === other || cut >= profile.cuts.length) continue;
        const cuts = [cut, other].sort((a, b) => a - b);
        expect(training[cut]).toBe(profile.judge({ cuts, groups: null, missing: null }).gain);
        judged += 1;
      }
    }
    expect(judged).toBeGreaterThan(2);
  });

  it("find every listed cut again by its place on the axis", () => {
    for (const { result } of profiles) {
      const profile = new Profile(result, meta);
      profile.cuts.forEach((cut, i) => {
        expect(profile.nearest(cut.value)).toBe(i);
      });
      const places = profile.cuts.map(({ value }) => value);
      const [low = 0, high = 1] = [places[0], places.at(-1)];
      for (let part = -0.1; part < 1.1; part += 0.013) {
        const value = low + part * (high - low);
        const far = places.map((place) => Math.abs(place - value));
        if (far.length) expect(far[profile.nearest(value)]).toBe(Math.min(...far));
      }
    }
  });

  it("are drafts again when they come as splits", () => {
    for (const { result } of profiles) {
      const profile = new Profile(result, meta);
      const draft = result.best && draftOf(profile, result.best);
      if (!result.best) continue;
      expect(draft).not.toBeNull();
      if (draft) expect(profile.judge(draft).branches.length).toBe(result.best.branches);
    }
  });
});
