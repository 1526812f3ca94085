// A threshold as typed: where it stands meanwhile, and which of Python's cuts it became.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { became, meant } from "../src/model/typed";
import type { ColumnMeta, CutWire } from "../src/protocol.gen";

const WHEN: ColumnMeta = { name: "when", kind: "datetime" };
const HOUR = 3_600_000;

/** Cuts of every hour of a day, as Python writes them; `zone` stands behind them. */
function hours(zone = "", ahead = 0): CutWire[] {
  return Array.from({ length: 24 }, (_, hour) => {
    const text = `2024-01-02${hour ? ` ${String(hour).padStart(2, "0")}:00` : ""}${zone}`;
    return { value: Date.UTC(2024, 0, 2, hour - ahead), text, exact: `"${text}"` };
  });
}

const cutOf = (typed: string, cuts: CutWire[], column = WHEN) =>
  became(cuts, meant(typed, column), column)?.text;

describe("a typed date", () => {
  const { env } = process;
  const { TZ } = env;
  beforeEach(() => {
    env.TZ = "Asia/Seoul";
  });
  afterEach(() => {
    if (TZ === undefined) delete env.TZ;
    else env.TZ = TZ;
  });

  it("is read as it stands, whatever the browser's time zone", () => {
    expect(new Date(2024, 0, 2, 12).getTime()).toBe(Date.UTC(2024, 0, 2, 3));
    expect(meant("2024-01-02 12:00", WHEN)).toEqual(["2024-01-02 12:00", Date.UTC(2024, 0, 2, 12)]);
    expect(meant("2024-01-02", WHEN)[1]).toBe(Date.UTC(2024, 0, 2));
    expect(meant("2024-01", WHEN)[1]).toBe(Date.UTC(2024, 0));
    expect(meant("soon", WHEN)).toEqual(["soon", null]);
  });

  it("is the cut of that time, however it is written", () => {
    for (const typed of ["2024-01-02 12:00", "2024-01-02T12:00:00", "2024-01-02 12:00:00.5"]) {
      expect(cutOf(typed, hours())).toBe("2024-01-02 12:00");
    }
    expect(cutOf("2024-01-02 00:00", hours())).toBe("2024-01-02");
  });

  it("is what clocks show in the column's time zone, or in its own", () => {
    const cuts = hours(" Europe/Berlin", 1);
    expect(cutOf("2024-01-02 12:00", cuts)).toBe("2024-01-02 12:00 Europe/Berlin");
    expect(cutOf("2024-01-02 12:00 Europe/Berlin", cuts)).toBe("2024-01-02 12:00 Europe/Berlin");
    expect(cutOf("2024-01-02 12:00+09:00", cuts)).toBe("2024-01-02 04:00 Europe/Berlin");
    expect(meant("2024-01-02 12:00+09:00", WHEN)[1]).toBe(Date.UTC(2024, 0, 2, 12) - 9 * HOUR);
  });
});

describe("a typed level or number", () => {
  const cuts = [1, 2, 3].map((value) => ({ value, text: `${value}`, exact: `${value}` }));

  it("is asked for as a number where it may be a fraction, else in its own digits", () => {
    const [real, whole]: ColumnMeta[] = [
      { name: "x", kind: "number" },
      { name: "n", kind: "integer" },
    ];
    expect(meant(" 2.50 ", real as ColumnMeta)).toEqual([2.5, 2.5]);
    // 2^53 + 1 is no double.
    expect(meant("9007199254740993", whole as ColumnMeta)).toEqual([
      "9007199254740993",
      9007199254740992,
    ]);
    for (const word of ["", "much", "inf", "1e999"])
      expect(meant(word, real as ColumnMeta)).toEqual([word, null]);
  });

  it("lies behind the level that it names", () => {
    const sizes: ColumnMeta = { name: "size", kind: "ordered", levels: ["S", "M", "L"] };
    expect(meant("S", sizes)).toEqual(["S", 0.5]);
    expect(meant(" M", sizes)).toEqual(["M", 1.5]);
    expect(meant("XL", sizes)).toEqual(["XL", null]);
  });

  it("is the cut of that name or value", () => {
    const sizes: ColumnMeta = { name: "size", kind: "ordered", levels: ["S", "M", "L"] };
    const named = ["S", "M"].map((text, value) => ({ value, text, exact: `"${text}"` }));
    expect(cutOf("M", named, sizes)).toBe("M");
    expect(cutOf("2", cuts, { name: "n", kind: "integer" })).toBe("2");
    expect(cutOf("2.0", cuts, { name: "n", kind: "integer" })).toBe("2");
    expect(cutOf("2.5", cuts, { name: "x", kind: "number" })).toBeUndefined();
  });
});
