import { describe, expect, it } from "vitest";
import { total } from "../src/model/arrays";
import { roundStep, scale, ticks } from "../src/model/axis";
import { type Row, shareOfBest, sorted } from "../src/model/candidates";
import { curvePath, frameOf, highest, scalesOf, stacks } from "../src/model/chart";
import { columnTicks, roomyTicks, timeTicks } from "../src/model/column-ticks";
import { gain, impurity, splitInformation } from "../src/model/criteria";
import { histogram } from "../src/model/histogram";
import { leads } from "../src/model/leading";
import { Profile } from "../src/model/profile";
import { strip } from "../src/model/strip";
import type { ColumnMeta } from "../src/protocol.gen";
import { tokens } from "../src/view/code";
import { contract } from "./contract";

describe("criteria", () => {
  it("have the textbook's values", () => {
    expect(impurity([5, 5], "gini")).toBe(0.5);
    expect(impurity([5, 5], "entropy")).toBe(1);
    expect(impurity([9, 5], "entropy")).toBeCloseTo(0.940285958670631, 12);
    expect(impurity([4, 8, 20], "squared_error")).toBe(1);
    expect(impurity([0, 0], "gini")).toBe(0);
  });

  it("gain outlook's 0.2467 bits of playing tennis", () => {
    const outlook = [
      [2, 3],
      [4, 0],
      [3, 2],
    ];
    expect(gain(outlook, "entropy")).toBeCloseTo(0.246749819774, 12);
    expect(splitInformation([5, 4, 5])).toBeCloseTo(1.577406282852, 12);
  });

  it("gain exactly nothing where nothing changes, and keep small gains", () => {
    expect(
      gain(
        [
          [30, 10],
          [3, 1],
        ],
        "entropy",
      ),
    ).toBe(0);
    const apart = [
      [5, 5e-9, 1e9],
      [5, -5e-9, 1e9],
    ];
    expect(gain(apart, "squared_error")).toBeCloseTo(1e-18, 30);
  });
});

describe("axes", () => {
  it("tick at round values", () => {
    expect(ticks(0, 0.061, 3).map(({ text }) => text)).toEqual(["0", "0.025", "0.050"]);
    expect(ticks(-3, 3, 3, true).map(({ text }) => text)).toEqual(["−2", "0", "2"]);
    expect(roundStep(5, 2, true)).toBe(5);
    expect(roundStep(30, 3, true)).toBe(10);
    const said = (from: number, to: number) => ticks(from, to, 3).map(({ text }) => text);
    expect(said(3.1e12, 3.7e12)).toEqual(["3.2e12", "3.4e12", "3.6e12"]);
    expect(said(0, 6e-10)).toEqual(["0", "2e−10", "4e−10", "6e−10"]);
    expect(ticks(0, 1, 4, true).map(({ value }) => value)).toEqual([0, 1]);
  });

  it("tick once where a range is as narrow as numbers are", () => {
    for (const from of [3, 1e17, 2 ** 60]) {
      for (const to of [from, from * (1 + Number.EPSILON)]) {
        const values = ticks(from, to, 5, from > 3).map(({ value }) => value);
        expect(new Set(values).size).toBe(values.length);
        expect(values.every((value) => value >= from && value <= to)).toBe(true);
      }
    }
  });

  it("tick at the calendar's days, months and years", () => {
    const day = (text: string) => Date.parse(text);
    const years = timeTicks(day("2012-05-01"), day("2021-02-01"), 5).map(({ text }) => text);
    expect(years).toEqual(["2014", "2016", "2018", "2020"]);
    const months = timeTicks(day("2019-12-01"), day("2020-03-01"), 4).map(({ text }) => text);
    expect(months).toContain("Jan 2020"); // "Jan 20" would be a day
    const hours = timeTicks(day("2024-01-01T00:00Z"), day("2024-01-01T06:00Z"), 4);
    expect(hours.map(({ text }) => text)).toContain("03:00");
    expect(hours[0]?.value).toBe(day("2024-01-01T00:00Z"));
    const seconds = timeTicks(day("2023-12-31T23:59:57Z"), day("2024-01-01T00:00:07Z"), 5);
    expect(seconds.map(({ text }) => text)).toEqual(["00:00:00", "00:00:05"]);
  });

  it("name the levels of an ordered column", () => {
    const column: ColumnMeta = { name: "grade", kind: "ordered", levels: ["low", "mid", "high"] };
    expect(columnTicks(column, -0.5, 2.5, 5).map(({ text }) => text)).toEqual([
      "low",
      "mid",
      "high",
    ]);
    const levels = Array.from({ length: 40 }, (_, i) => `grade ${i}`);
    for (const most of [1, 4, 7, 100]) {
      const shown = columnTicks({ ...column, levels }, 3.5, 36.5, most);
      expect(shown.length).toBeLessThanOrEqual(most + 1);
      expect(shown.length).toBeGreaterThanOrEqual(Math.min(most / 2, 33));
      for (const { value, text } of shown) {
        expect(text).toBe(levels[value]);
        expect(value > 3.5 && value < 36.5).toBe(true);
      }
    }
  });

  it("stand nearer where there would be few, if their texts have the room", () => {
    const from = (column: ColumnMeta, low: number, high: number, letter: number) =>
      roomyTicks(
        (most) => columnTicks(column, low, high, most),
        258,
        (text) => text.length * letter,
      ).map(({ text }) => text);
    const whole: ColumnMeta = { name: "class", kind: "integer" };
    expect(from(whole, 0.5, 3.5, 7)).toEqual(["1", "2", "3"]);
    expect(from(whole, 0.5, 3.5, 99)).toEqual(["2"]);
    expect(from(whole, 0, 4, 7)).toEqual(["0", "1", "2", "3", "4"]);
    expect(from(whole, 0, 100, 7)).toHaveLength(6);
  });

  it("go there and back", () => {
    const x = scale(2, 4, 10, 110);
    expect(x(3)).toBe(60);
    expect(x.back(60)).toBe(3);
  });
});

describe("the chart", () => {
  const { meta, profiles } = contract("iris");
  const { result } = profiles[3] as (typeof profiles)[number];
  const profile = new Profile(result, meta);
  const curve = profile.curve([], null);
  const frame = frameOf(600, 400, true, 50);
  const bins = histogram(result, 40);
  const scales = scalesOf(frame, bins, highest(curve));

  it("keeps the curve inside its band", () => {
    const path = curvePath(profile.cuts, curve.training, scales, frame);
    const points = [...path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [
      Number(x),
      Number(y),
    ]);
    expect(points.length).toBe(profile.cuts.length);
    for (const [x, y] of points as [number, number][]) {
      expect(x).toBeGreaterThanOrEqual(frame.left);
      expect(x).toBeLessThanOrEqual(frame.right);
      expect(y).toBeGreaterThanOrEqual(frame.curve.top);
      expect(y).toBeLessThanOrEqual(frame.curve.bottom);
    }
  });

  it("has a point where cuts can be told apart, and at every peak", () => {
    const gains = Float64Array.from({ length: 4000 }, (_, i) => (i === 1233 ? 5 : (i % 700) / 700));
    const cuts = Array.from(gains, (_, value) => ({ value }));
    for (const [from, to] of [
      [0, 3999],
      [1000, 1500],
    ] as const) {
      const { x, gain, rows } = scalesOf(frame, { ...bins, from, to }, 5);
      const path = curvePath(cuts, gains, { x, gain, rows }, frame);
      expect(path).toMatch(/^M[^M]+$/);
      const points = path.match(/[^ML]+/g)?.map((pair) => pair.split(" ").map(Number)) ?? [];
      expect(points.length).toBeLessThan(2.5 * (frame.right - frame.left));
      expect(points.length).toBeGreaterThan(Math.min(to - from, frame.right - frame.left));
      expect(points.some(([px = 0, y = 0]) => Math.abs(y - gain(5)) < 0.1 && px > 0)).toBe(true);
      for (const [px = 0, y = 0] of points) {
        expect(px >= frame.left - 1.1 && px <= frame.right + 1.1).toBe(true);
        const near = cuts.filter(({ value }) => Math.abs(x(value) - px) < 0.11);
        expect(near.some(({ value }) => Math.abs(gain(gains[value] ?? 0) - y) < 0.11)).toBe(true);
      }
    }
  });

  it("stacks the classes to the height of their rows, a px from bar to bar", () => {
    const parts = (stats: readonly number[]) =>
      stats.map((weight, k) => ({ weight, fill: String(k) }));
    const ground = scales.rows(0);
    const segments = stacks(bins, parts, scales, frame);
    const full = bins.bins.filter((bin) => bin.rows > 0);
    const columns = [...new Set(segments.map(({ x }) => x))];
    expect(columns).toHaveLength(full.length);
    full.forEach((bin, i) => {
      const bar = segments.filter(({ x }) => x === columns[i]);
      expect(bar.map(({ fill }) => fill)).toEqual(
        [...bin.stats.keys()].filter((k) => (bin.stats[k] ?? 0) > 0).map(String),
      );
      const [{ x, width } = { x: 0, width: 0 }] = bar;
      expect(x - 0.5).toBeCloseTo(scales.x(bin.from), 9);
      expect(x + width + 0.5).toBeCloseTo(scales.x(bin.to), 9);
      let base = ground;
      for (const { y, height, fill } of bar) {
        // Half a px of each part is left free above it.
        expect(y + height + 0.5).toBeCloseTo(base, 9);
        const share = (bin.stats[Number(fill)] ?? 0) / total(bin.stats);
        const whole = ground - scales.rows(bin.height);
        expect(height + 0.5).toBeCloseTo(Math.max(whole * share, 1), 9);
        base = y;
      }
    });
  });

  it("draws of bars no more than is in view", () => {
    const [from, to] = [bins.from + (bins.to - bins.from) / 3, bins.to];
    const near = scalesOf(frame, { ...bins, from, to: to - (to - from) / 3 }, 1);
    const parts = () => [{ weight: 1, fill: "" }];
    const segments = stacks(bins, parts, near, frame);
    expect(segments.length).toBeGreaterThan(1);
    expect(segments.length).toBeLessThan(bins.bins.filter((bin) => bin.rows > 0).length);
    for (const { x, width } of segments) {
      expect(x).toBeGreaterThanOrEqual(frame.left);
      expect(x + width).toBeLessThanOrEqual(frame.right);
      expect(width).toBeGreaterThan(0);
    }
  });
});

describe("candidates", () => {
  const columns: ColumnMeta[] = ["b", "a", "c"].map((name) => ({ name, kind: "number" }));
  const row = (column: number, gain: number | null): Row => ({
    column,
    split: gain === null ? null : { column, cuts: [], missing: 1, branches: 2 },
    gain,
    gain_ratio: null,
    validation_gain: column === 0 ? null : column,
    balance: null,
    p: null,
    stability: gain === null ? null : 1 - gain,
    missing_n: 0,
  });
  const rows = [row(0, 0.2), row(1, 0.4), row(2, null)];
  const order = (key: "gain" | "name" | "stability" | "validation_gain", descending: boolean) =>
    sorted(rows, columns, { key, descending }).map(({ column }) => column);

  it("sort by any figure, columns without a split last", () => {
    expect(order("gain", true)).toEqual([1, 0, 2]);
    expect(order("gain", false)).toEqual([0, 1, 2]);
    expect(order("name", false)).toEqual([1, 0, 2]);
    expect(order("stability", true)).toEqual([0, 1, 2]);
    expect(order("validation_gain", true)).toEqual([1, 0, 2]);
    expect(order("validation_gain", false)).toEqual([1, 0, 2]);
  });

  it("have the best at their head once all that could pass it is known", () => {
    const counting = { ...row(2, null), counting: true };
    expect(leads(rows)).toBe(true);
    expect(leads([...rows, { ...row(0, 0.1), counting: true }])).toBe(true);
    expect(leads([...rows, counting])).toBe(false);
  });

  it("are underlined by their share of the best gain", () => {
    expect(shareOfBest(rows)(row(0, 0.2))).toBe(0.5);
    expect(shareOfBest(rows)(row(2, null))).toBe(0);
  });
});

describe("the strip of steps", () => {
  it("spreads few steps and squeezes many", () => {
    const { history } = contract("iris").state;
    const frame = { height: 74, top: 14, bottom: 50, left: 88 };
    const drawn = strip(history, 600, frame, true);
    expect(drawn.gap).toBeLessThanOrEqual(41);
    expect(drawn.ticks.length).toBeGreaterThanOrEqual(1);
    for (const step of history.steps) {
      expect(drawn.y(step.error)).toBeGreaterThanOrEqual(frame.top);
      expect(drawn.y(step.error)).toBeLessThanOrEqual(frame.bottom);
    }
    const long = {
      ...history,
      steps: Array.from({ length: 200 }, () => history.steps[0] as never),
    };
    expect(strip(long, 600, frame, true).gap).toBe(12);
  });

  it("names no error below 0", () => {
    const { history } = contract("iris").state;
    const steps = history.steps.map((step) => ({ ...step, error: 0, validation_error: 0 }));
    const frame = { height: 74, top: 14, bottom: 50, left: 88 };
    for (const rate of [true, false]) {
      const drawn = strip({ ...history, steps }, 600, frame, rate);
      expect(drawn.ticks.map(({ text }) => text)[0]).toMatch(/^0/);
      expect(drawn.ticks.every(({ value }) => value >= 0)).toBe(true);
      expect(drawn.y(0)).toBeLessThan(frame.bottom);
    }
  });
});

describe("a line of Python", () => {
  it("falls into calls, texts and numbers, and loses nothing", () => {
    const line = 'tree.note(12, "say \\"no\\" (twice)") # ok';
    const found = tokens(line);
    expect(found.map(([, text]) => text).join("")).toBe(line);
    expect(found.filter(([kind]) => kind).map(([, text]) => text)).toEqual([
      "note",
      "12",
      '"say \\"no\\" (twice)"',
    ]);
    expect(
      tokens("an 'unclosed")
        .map(([, text]) => text)
        .join(""),
    ).toBe("an 'unclosed");
  });
});
