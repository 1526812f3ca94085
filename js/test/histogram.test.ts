import { describe, expect, it } from "vitest";
import { bulk, histogram, within } from "../src/model/histogram";
import { Profile } from "../src/model/profile";
import type { ProfileResult } from "../src/protocol.gen";
import { contract, NAMES } from "./contract";

/** A complete profile of these values, one class. */
function profile(values: number[], extra: Partial<ProfileResult> = {}): ProfileResult {
  const distinct = [...new Set(values)].sort((a, b) => a - b);
  const cuts = distinct.slice(1).map((value, i) => {
    const middle = (value + (distinct[i] ?? 0)) / 2;
    return { value: middle, text: String(middle), exact: String(middle) };
  });
  const below = (cut: number) => values.filter((value) => value <= cut).length;
  return {
    kind: "number",
    total: [values.length, values.length],
    missing: [0, 0],
    cuts,
    left: cuts.map((cut) => [below(cut.value), below(cut.value)]),
    low: distinct[0] ?? null,
    high: distinct.at(-1) ?? null,
    complete: true,
    ...extra,
  } as ProfileResult;
}

const range = (n: number) => Array.from({ length: n }, (_, i) => i);

describe("a histogram", () => {
  it("gives each of a few values a bar of its own", () => {
    const { bins, from, to, highest } = histogram(profile([0, 0, 0, 1, 1, 2, 5]), 50);
    expect(bins.map((bin) => bin.rows)).toEqual([3, 2, 1, 1]);
    expect(highest).toBe(3);
    expect([from, to]).toEqual([-0.5, 5.5]);
    // The gap between 2 and 5 makes no bar wider.
    expect(bins.map((bin) => bin.to - bin.from)).toEqual([1, 1, 1, 1]);
  });

  it("counts every row once and never cuts through a value", () => {
    const values = range(3000).map((i) => (Math.sin(i * 12.9898) * 43758.5453) % 1);
    const shown = histogram(profile(values), 40);
    expect(shown.bins.length).toBeGreaterThan(25);
    expect(shown.bins.length).toBeLessThanOrEqual(41);
    expect(shown.bins.reduce((sum, bin) => sum + bin.rows, 0)).toBe(3000);
    for (const { from, to, rows } of shown.bins) {
      const inside = values.filter((value) => value > from && value <= to).length;
      expect(inside).toBe(rows);
    }
  });

  it("puts the same number of whole values into each bar", () => {
    const { bins } = histogram(
      profile(
        range(200).flatMap((i) => [i, i, i]),
        { kind: "integer" },
      ),
      30,
    );
    const inner = new Set(bins.slice(1, -1).map((bin) => bin.rows));
    expect(inner.size).toBe(1);
  });

  it("of part of the axis has the rows of that part", () => {
    const values = range(1000).map((i) => i / 10);
    const part = within(profile(values), 20.05, 40.05);
    const rows = histogram(part, 40).bins.reduce((sum, bin) => sum + bin.rows, 0);
    expect(rows).toBeGreaterThanOrEqual(200);
    expect(rows).toBeLessThanOrEqual(202);
  });

  it("of nothing is empty", () => {
    expect(histogram(profile([], { low: null, high: null }), 40).bins).toEqual([]);
  });
});

describe("the bulk of a column", () => {
  const even = range(400);
  const [far, near] = [range(4).map((i) => 5000 + 100 * i), [-30]];

  it("is all of it where the rows fill most of the axis, or are of few values", () => {
    expect(bulk(profile(even), [])).toBeNull();
    expect(bulk(profile([...even, 600]), [])).toBeNull();
    expect(bulk(profile([...range(300).map((i) => i % 10), 99, 100]), [])).toBeNull();
    expect(bulk(profile([], { low: null, high: null }), [])).toBeNull();
  });

  it("leaves out a long tail, in whole bars, and what is in sight is counted", () => {
    const skewed = profile([...even, ...far, ...near]);
    const shown = bulk(skewed, []);
    expect(shown).toEqual({ low: -30, high: 395.5 });
    const part = within(skewed, shown?.low ?? 0, shown?.high ?? 0);
    const { bins, from, to } = histogram(part, 40);
    expect([from, to]).toEqual([-30, 395.5]);
    expect(bins.reduce((sum, bin) => sum + bin.rows, 0)).toBe(part.total[0]);
    for (const bin of bins.slice(1)) {
      const inside = even.filter((value) => value > bin.from && value <= bin.to).length;
      expect(bin.rows).toBe(inside);
    }
    expect((skewed.total[0] ?? 0) - (part.total[0] ?? 0)).toBe(far.length + 4);
  });

  it("holds between two cuts, and beyond the last, what stands there", () => {
    const some = profile([0, 1, 1, 2, 2, 2, 3, 100]);
    for (const [low, high, rows] of [
      [60, 100, 1],
      [10, 40, 1],
      [1.6, 2.4, 3],
      [0, 0.4, 1],
    ] as const) {
      const { bins } = histogram(within(some, low, high), 40);
      expect(bins.reduce((sum, bin) => sum + bin.rows, 0)).toBe(rows);
    }
  });

  it("leaves out both tails", () => {
    expect(bulk(profile([...even, ...far, -4000]), [])).toEqual({ low: 2.5, high: 395.5 });
  });

  it("has what is to be kept in sight", () => {
    const skewed = profile([...even, ...far]);
    expect(bulk(skewed, [])).toEqual({ low: 0, high: 395.5 });
    expect(bulk(skewed, [2000])).toEqual({ low: 0, high: 2000 });
    expect(bulk(skewed, [3000]), "more than half").toBeNull();
  });
});

describe("ordered categories", () => {
  it("have a bar each round their place, with the cuts between them", () => {
    const { meta, profiles } = contract("weighted");
    const at = meta.columns.findIndex((column) => column.kind === "ordered");
    const result = profiles.find((each) => each.column === at)?.result as ProfileResult;
    const { cuts } = new Profile(result, meta);
    expect(cuts.map((cut) => cut.value)).toEqual([0.5, 1.5]);
    const { bins } = histogram({ ...result, cuts }, 40);
    expect(bins.map(({ from, to }) => [from, to])).toEqual([
      [-0.5, 0.5],
      [0.5, 1.5],
      [1.5, 2.5],
    ]);
  });
});

describe.each(NAMES)("histograms of the tree %s", (name) => {
  it("hold all rows whose value is known", () => {
    for (const { result } of contract(name).profiles) {
      if (result.low === null) continue;
      const { bins, highest } = histogram(result, 30);
      const known = (result.total[0] ?? 0) - (result.missing[0] ?? 0);
      expect(bins.reduce((sum, bin) => sum + bin.rows, 0)).toBe(known);
      expect(highest).toBeGreaterThan(0);
    }
  });
});
