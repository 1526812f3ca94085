import { describe, expect, it } from "vitest";
import {
  addCut,
  addGroup,
  canAddCut,
  firstDraft,
  moveCut,
  moveLevels,
  removeCut,
  removeGroup,
  splitArgs,
  splitOf,
} from "../src/model/draft";
import { merged } from "../src/model/merge";
import { type Draft, Profile } from "../src/model/profile";
import { literal, splitLine } from "../src/model/python";
import type { ProfileResult, SplitWire } from "../src/protocol.gen";
import { contract } from "./contract";

const draft = (cuts: number[], missing: Draft["missing"] = null): Draft => ({
  cuts,
  groups: null,
  missing,
});

function profileOf(name: "iris" | "weighted" | "regression", column: string): Profile {
  const { meta, profiles } = contract(name);
  const at = meta.columns.findIndex((each) => each.name === column);
  const found = profiles.find((each) => each.column === at);
  if (!found) throw new Error(column);
  return new Profile(found.result, meta);
}

describe("moving a cut", () => {
  it("keeps to the list", () => {
    expect(moveCut(draft([3]), 0, 99, 10).cuts).toEqual([9]);
    expect(moveCut(draft([3]), 0, -1, 10).cuts).toEqual([0]);
  });

  it("never passes another one", () => {
    expect(moveCut(draft([3, 6]), 0, 8, 10).cuts).toEqual([5, 6]);
    expect(moveCut(draft([3, 6]), 1, 1, 10).cuts).toEqual([3, 4]);
  });

  it("is the same draft when nothing moves", () => {
    const still = draft([3]);
    expect(moveCut(still, 0, 3, 10)).toBe(still);
  });
});

describe("adding and removing cuts", () => {
  /** Ten rows of two classes in the order of a column: the last one is best parted from all. */
  function outlier(least: number): Profile {
    const { result, judging } = profileOf("iris", "petal_width");
    const classes = [0, 0, 1, 0, 0, 0, 0, 0, 0, 1];
    const left = classes.map((_, i) => {
      const ones = classes.slice(0, i + 1).filter(Boolean).length;
      return [i + 1, i + 1 - ones, ones, 0];
    });
    const cuts = left.slice(1).map((_, i) => ({ value: i, text: `${i}`, exact: `${i}` }));
    return new Profile(
      { ...result, cuts, left: left.slice(0, -1), total: left.at(-1) ?? [], missing: [0, 0, 0, 0] },
      { ...judging, min_samples_leaf: least },
    );
  }

  it("adds where it gains most", () => {
    expect(addCut(draft([]), outlier(1))).toEqual({ draft: draft([8]), active: 0 });
    expect(addCut(draft([1]), outlier(1))).toEqual({ draft: draft([1, 2]), active: 1 });
  });

  it("parts no fewer rows by itself than the method may", () => {
    const added = addCut(draft([]), outlier(3));
    expect(added).toEqual({ draft: draft([2]), active: 0 });
    // A cut that a hand has moved further out is no hindrance to another one.
    expect(addCut(draft([8]), outlier(3))?.draft.cuts).toEqual([2, 8]);
    expect(canAddCut(draft([2, 5]), outlier(3))).toBe(false);
    expect(addCut(draft([2, 5]), outlier(3))).toBeNull();
  });

  it("forgets a route by number, whose number now means another branch", () => {
    expect(removeCut(draft([1, 4], 2), 0)).toEqual({ draft: draft([4]), active: 0 });
    expect(removeCut(draft([1, 4], "own"), 1)).toEqual({ draft: draft([1], "own"), active: 0 });
  });
});

describe("moving levels", () => {
  const groups: Draft = { cuts: [], groups: [[0, 2], [1]], missing: 1 };

  it("keeps the column's order", () => {
    expect(moveLevels(groups, [1], 0).groups).toEqual([[0, 1, 2], []]);
  });

  it("leaves known against missing when the last but one goes", () => {
    const emptied = moveLevels(groups, [1], 0);
    expect(removeGroup(emptied, 1, ["a", "b", "c", "d"])).toEqual({
      cuts: [],
      groups: [[0, 1, 2, 3]],
      missing: null,
    });
  });

  it("adds an empty branch and takes it away", () => {
    const three = addGroup(groups);
    expect(three.groups).toEqual([[0, 2], [1], []]);
    expect(removeGroup(three, 2)).toEqual(groups);
    expect(removeGroup({ ...three, missing: 2 }, 2).missing).toBeNull();
    expect(removeGroup({ ...three, missing: 2 }, 0).missing).toBe(1);
  });
});

describe("where editing starts", () => {
  it("is the split in force, or the best", () => {
    const profile = profileOf("weighted", "port");
    const start = firstDraft(profile);
    const present = profile.result.present;
    expect(present).not.toBeNull();
    expect(start?.groups).toEqual(present?.groups);
    const best = new Profile({ ...profile.result, present: null }, profile.judging);
    expect(firstDraft(best)?.groups).toEqual(profile.result.best?.groups);
  });

  it("is that very cut among whole numbers that are one on the axis", () => {
    const { result, judging } = profileOf("iris", "petal_width");
    const base = 2n ** 60n;
    const cuts = result.cuts.map((_, i) => {
      const text = String(base + BigInt(i));
      return { value: Number(text), text, exact: text };
    });
    const at = 5;
    const best = { ...result.best, cuts: cuts.slice(at, at + 1) } as SplitWire;
    const profile = new Profile({ ...result, kind: "integer", cuts, best, present: null }, judging);
    expect(firstDraft(profile)?.cuts).toEqual([at]);
  });

  it("leaves the missing rows to the method where it would send them the same way", () => {
    const profile = profileOf("weighted", "fare");
    const start = firstDraft(profile);
    expect(start?.missing).toBeNull();
    if (start) expect(profile.missingBranch(start)).toBe(profile.result.best?.missing);
  });
});

describe("the gesture", () => {
  it("names floats exactly and other cuts by their literal", () => {
    const width = profileOf("iris", "petal_width");
    const cut = width.cuts[3]?.value;
    expect(splitArgs(4, width, draft([3]), true)).toEqual({
      node: 4,
      column: width.result.column,
      thresholds: [cut],
      replace: true,
    });
    const sold = profileOf("regression", "sold");
    expect(splitArgs(0, sold, draft([3], "own"), false)).toEqual({
      node: 0,
      column: sold.result.column,
      thresholds: [sold.cuts[3]?.exact],
      missing: "own",
    });
  });

  it("is shown as the line it will be", () => {
    const width = profileOf("iris", "petal_width");
    const line = splitLine(2, { name: "petal_width", kind: "number" }, draft([3]), width, false);
    expect(line).toBe(`tree.split(2, "petal_width", threshold=${width.cuts[3]?.exact})`);
    const port = profileOf("weighted", "port");
    const groups = { cuts: [], groups: [[0], [1, 2]], missing: "own" as const };
    const levels = ["a", 'b"', "c"];
    expect(splitLine(2, { name: "port", kind: "nominal", levels }, groups, port, true)).toBe(
      `tree.split(2, "port", groups=[["a"], ["b\\"", "c"]], missing="own", replace=True)`,
    );
    const literals = ["80", "443", "8080"];
    const ports = { name: "7", literal: "7", kind: "nominal", levels: literals, literals } as const;
    expect(splitLine(2, ports, groups, port, false)).toBe(
      'tree.split(2, 7, groups=[[80], [443, 8080]], missing="own")',
    );
  });

  it("quotes names so that Python reads them", () => {
    expect(literal("it's")).toBe(`"it's"`);
    expect(literal('a\\b\n"')).toBe('"a\\\\b\\n\\""');
  });

  it("has a branch for missing rows where they get their own", () => {
    const fare = profileOf("weighted", "fare");
    expect(splitOf(fare, draft([3], "own"))).toMatchObject({ missing: 2, branches: 3 });
  });
});

describe("a later answer", () => {
  it("brings its cuts between those that are known", () => {
    const { result } = profileOf("iris", "petal_width");
    const half = (keep: (i: number) => boolean): ProfileResult => ({
      ...result,
      cuts: result.cuts.filter((_, i) => keep(i)),
      left: result.left.filter((_, i) => keep(i)),
      validation_left: result.validation_left.filter((_, i) => keep(i)),
    });
    const joined = merged(
      half((i) => i % 2 === 0),
      half((i) => i % 3 !== 1),
    );
    const wanted = half((i) => i % 2 === 0 || i % 3 !== 1);
    expect(joined).toEqual(wanted);
  });

  it("keep their order where they are one on the axis", () => {
    const base = 2n ** 60n;
    const whole = Array.from({ length: 12 }, (_, i) => {
      const text = String(base + BigInt(i));
      return { cut: { value: Number(text), text, exact: text }, left: [i + 1] };
    });
    const some = (keep: (i: number) => boolean) => {
      const lines = whole.filter((_, i) => keep(i));
      const [cuts, left] = [lines.map(({ cut }) => cut), lines.map((line) => line.left)];
      return { cuts, left, validation_left: [] as number[][] } as ProfileResult;
    };
    const joined = merged(
      some((i) => i % 3 === 0),
      some((i) => i > 2 && i < 9),
    );
    const expected = some((i) => i % 3 === 0 || (i > 2 && i < 9));
    expect(joined).toMatchObject({ cuts: expected.cuts, left: expected.left });
  });
});
