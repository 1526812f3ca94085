// What a hand does to a split in the making, and what is known of it at once.
import { describe, expect, it } from "vitest";
import { Drafting } from "../src/drafting";
import { draftOf } from "../src/model/draft";
import { Profile } from "../src/model/profile";
import type { ColumnMeta, SplitWire } from "../src/protocol.gen";
import { contract } from "./contract";

class Draft extends Drafting {
  touches = 0;

  constructor(readonly meta: ColumnMeta) {
    super();
  }

  protected touched(): void {
    this.touches += 1;
  }
}

function open(name: "iris" | "weighted", column: string) {
  const { meta, profiles } = contract(name);
  const at = meta.columns.findIndex((each) => each.name === column);
  const { result } = profiles.find((each) => each.column === at) as (typeof profiles)[number];
  const profile = new Profile(result, meta);
  const drafting = new Draft(meta.columns[at] as ColumnMeta);
  drafting.profile.value = profile;
  drafting.useBest();
  return { drafting, profile, best: draftOf(profile, result.best as SplitWire) };
}

describe("a draft of cuts", () => {
  it("gains a cut where it gains most, which is the one that moves then", () => {
    const { drafting, profile, best } = open("iris", "petal_width");
    expect(drafting.draft.value.cuts).toEqual(best?.cuts);
    expect(drafting.verdict.value).toEqual(drafting.best.value);
    const gain = (cuts: readonly number[]) =>
      profile.judge({ cuts: [...cuts].sort((a, b) => a - b), groups: null, missing: null }).gain;
    drafting.addBranch();
    const { cuts } = drafting.draft.value;
    expect(cuts).toHaveLength(2);
    const added = cuts[drafting.active.value] as number;
    expect(best?.cuts).not.toContain(added);
    const others = [...profile.cuts.keys()].filter((cut) => !best?.cuts.includes(cut));
    const most = Math.max(...others.map((cut) => gain([...(best?.cuts ?? []), cut])));
    expect(drafting.verdict.value?.gain).toBeCloseTo(most, 9);
    expect(drafting.branches.value.map(({ n }) => n)).toEqual(
      drafting.verdict.value?.branches.map(({ rows }) => rows),
    );
    drafting.removeBranch(drafting.active.value);
    expect(drafting.draft.value.cuts).toEqual(best?.cuts);
    drafting.removeBranch(0); // no row is missing: the last cut stays
    expect(drafting.draft.value.cuts).toEqual(best?.cuts);
  });

  it("has a curve of the moving cut, which stands still while it is moved", () => {
    const { drafting, profile } = open("iris", "petal_width");
    drafting.addBranch();
    const { curve } = drafting;
    const shown = curve.value;
    const at = drafting.draft.value.cuts[drafting.active.value] as number;
    expect(shown?.training[at]).toBeCloseTo(drafting.verdict.value?.gain ?? 0, 12);
    const touches = drafting.touches;
    drafting.dragTo(profile.cuts[at + 1]?.value ?? 0);
    expect(drafting.draft.value.cuts[drafting.active.value]).toBe(at + 1);
    expect(drafting.touches).toBe(touches + 1);
    expect(curve.value).toBe(shown);
    expect(shown?.training[at + 1]).toBeCloseTo(drafting.verdict.value?.gain ?? 0, 12);
    drafting.dragTo(profile.cuts[at + 1]?.value ?? 0);
    expect(drafting.touches).toBe(touches + 1); // nothing moved
    drafting.setMissing("own");
    expect(drafting.draft.value.cuts).toHaveLength(2);
    expect(drafting.draft.value.missing).toBe("own");
  });
});

describe("a draft of groups", () => {
  it("has a branch more, which is empty until a level is moved there, and may go", () => {
    const { drafting, best } = open("weighted", "port");
    const groups = best?.groups ?? [];
    expect(drafting.draft.value.groups).toEqual(groups);
    expect(drafting.emptyBranch).toBe(-1);
    drafting.addBranch();
    expect(drafting.emptyBranch).toBe(groups.length);
    const from = groups.findIndex((group) => group.length > 1);
    const level = groups[from]?.[0] as number;
    drafting.moveLevels([level], groups.length);
    expect(drafting.emptyBranch).toBe(-1);
    expect(drafting.draft.value.groups?.at(-1)).toEqual([level]);
    expect(drafting.draft.value.groups?.[from]).not.toContain(level);
    drafting.moveLevels([level], from);
    drafting.removeBranch(groups.length);
    expect(drafting.draft.value.groups).toEqual(groups);
  });
});
