import { describe, expect, it } from "vitest";
import { RequestError } from "../src/connection";
import {
  branchEnds,
  branchFull,
  branchText,
  levelsTold,
  namedIn,
  namesIn,
  shortCut,
  someOf,
  splitFull,
  splitWords,
  spoken,
  typeset,
  withMore,
} from "../src/model/conditions";
import { middle, type Parting } from "../src/model/names";
import type { ColumnMeta, SplitWire } from "../src/protocol.gen";
import { contract } from "./contract";

/** Names in some room, and how many there are beside. */
const someIn = (...[names, room, gauge, told]: Parameters<typeof namesIn>): string =>
  withMore(namesIn(names, room, gauge, told), names.length);

const NUMBER: ColumnMeta = { name: "debt_ratio", kind: "number" };
const PURPOSE: ColumnMeta = {
  name: "purpose",
  kind: "nominal",
  levels: ["car", "home", "education", "other", "holiday", "business"],
};

const cut = (value: number) => ({ value, text: String(value), exact: String(value) });
const by = (...cuts: number[]): SplitWire => ({
  column: 0,
  cuts: cuts.map(cut),
  missing: 0,
  branches: cuts.length + 1,
});
const into = (...groups: number[][]): SplitWire => ({
  column: 0,
  groups,
  missing: 0,
  branches: groups.length,
});

const all = (split: SplitWire, column: ColumnMeta): string[] =>
  Array.from({ length: split.branches }, (_, i) => branchText(split, i, column));

describe("conditions of branches", () => {
  it("are half-open intervals of an ordered column", () => {
    expect(all(by(0.405), NUMBER)).toEqual(["≤ 0.405", "> 0.405"]);
    expect(all(by(23, 37), NUMBER)).toEqual(["≤ 23", "(23, 37]", "> 37"]);
    expect(all(by(-4), NUMBER)).toEqual(["≤ −4", "> −4"]);
  });

  it("have two ends between levels alone, and where they are intervals", () => {
    const size: ColumnMeta = { name: "size", kind: "ordered", levels: ["S", "M", "L", "XL"] };
    const ends = (column: ColumnMeta) => [0, 1, 2].map((at) => branchEnds(by(1, 2), at, column));
    expect(ends(size)).toEqual([[], ["1", "2"], []]);
    expect(ends(NUMBER)).toEqual([[], [], []]);
  });

  it("leave dates and level names as they are", () => {
    const day = { value: 0, text: "2024-03-01", exact: "'2024-03-01'" };
    const split: SplitWire = { column: 0, cuts: [day], missing: 0, branches: 2 };
    expect(all(split, { name: "since", kind: "datetime" })).toEqual([
      "≤ 2024-03-01",
      "> 2024-03-01",
    ]);
  });

  it("name a few levels and count the others", () => {
    expect(all(into([0, 1, 2, 3], [4, 5]), PURPOSE)).toEqual([
      "car, home + 2",
      "holiday, business",
    ]);
    expect(all(into([0, 1, 2, 3, 5], [4]), PURPOSE)).toEqual(["≠ holiday", "holiday"]);
    expect(branchFull(into([0, 1, 2, 3], [4, 5]), 0, PURPOSE)).toBe(
      "∈ car, home, education, other",
    );
  });

  it("are whole in a tooltip, whatever they are of", () => {
    const levels = ["no vocational training at all", "an apprenticeship or the like", "a degree"];
    const school: ColumnMeta = { name: "school", kind: "ordered", levels };
    const cuts = levels.slice(0, 2).map((text, value) => ({ value, text, exact: `'${text}'` }));
    const split: SplitWire = { column: 0, cuts, missing: 3, branches: 4 };
    expect(branchFull(split, 1, school)).toBe(`(${levels[0]}, ${levels[1]}]`);
    expect(branchFull(split, 3, school)).toBe("missing");
    expect(splitFull(split, school)).toBe(`school at ${levels[0]}, ${levels[1]}`);
    expect(splitFull(into([0, 1, 2, 3], [4, 5]), PURPOSE)).toBe(
      "purpose ∈ car, home, education, other",
    );
    expect(splitFull(into([0, 1, 2, 3, 5], [4]), PURPOSE)).toBe("purpose ≠ holiday");
    expect(splitFull(into([0], [1, 2], [3]), PURPOSE)).toBe("purpose in 3 groups");
    expect(splitFull(by(-1.5), NUMBER)).toBe("debt_ratio ≤ −1.5");
    // A name from right to left takes neither the sign nor the cut with it.
    const shop: ColumnMeta = { name: "חנות", kind: "nominal", levels: ["א", "b", "ג"] };
    expect(splitFull(by(1), shop)).toBe("\u2068חנות\u2069 ≤ 1");
    expect(branchFull(into([0, 1], [2]), 0, shop)).toBe("∈ \u2068א\u2069, b");
  });

  it("know a branch of missing rows alone", () => {
    const split: SplitWire = { ...by(1), missing: 2, branches: 3 };
    expect(all(split, NUMBER)).toEqual(["≤ 1", "> 1", "missing"]);
    const known: SplitWire = { column: 0, cuts: [], missing: 1, branches: 2 };
    expect(all(known, NUMBER)).toEqual(["known", "missing"]);
  });

  it("of Python's stand with the reader's signs", () => {
    const said = "node 1: age <= 40.5, split of 'x<=y', z != 1, error 12.5 %, 5 %x";
    expect(typeset(said)).toBe(
      "node 1: age ≤ 40.5, split of 'x<=y', z ≠ 1, error 12.5\u202f%, 5\u202f%x",
    );
    expect(typeset("node 0: wind in {strong}, town in {a b, c}, error 9 %")).toBe(
      "node 0: wind = strong, town ∈ a b, c, error 9\u202f%",
    );
    expect(typeset("a-1 > -5e-09, b <= 2e-9, c <= 2024-03-30")).toBe(
      "a-1 > \u22125e\u221209, b ≤ 2e\u22129, c ≤ 2024-03-30",
    );
    expect(new RequestError("refused", "x <= 1 has no rows").message).toBe("x ≤ 1 has no rows");
  });

  it("are spoken with the signs of code", () => {
    expect(spoken("debt_ratio ≤ −4, ≠ holiday, ∈ a")).toBe("debt_ratio <= -4, != holiday, in a");
  });
});

describe("a split in words", () => {
  it("is name, relation and cut", () => {
    expect(splitWords(by(0.405), NUMBER)).toEqual({
      name: "debt_ratio",
      relation: "≤",
      value: "0.405",
    });
    expect(splitWords(into([0, 1, 2, 3, 5], [4]), PURPOSE).relation).toBe("≠");
    expect(splitWords(into([4], [0, 1, 2, 3, 5]), PURPOSE)).toMatchObject({
      relation: "=",
      value: "holiday",
    });
    expect(splitWords(by(1, 2, 3, 4), NUMBER).value).toBe("1, 2, 3 + 1");
  });

  it("is shorter in a table", () => {
    expect(shortCut(by(25.85), NUMBER)).toBe("≤ 25.85");
    // As the card says it, on which the branches stand in their order.
    expect(shortCut(into([4], [0, 1, 2, 3, 5]), PURPOSE)).toBe("= holiday");
    expect(shortCut(into([0, 1, 2, 3, 5], [4]), PURPOSE)).toBe("≠ holiday");
    expect(shortCut(into([0, 1], [2, 3, 4, 5]), PURPOSE)).toBe("2 of 6");
    const many = { ...PURPOSE, levels: Array.from({ length: 3371 }, (_, i) => `N${i}`) };
    const [few, rest] = [many.levels.slice(0, 1267), many.levels.slice(1267)];
    const places = (names: string[]) => names.map((name) => many.levels.indexOf(name));
    expect(shortCut(into(places(few), places(rest)), many)).toBe("1,267 of 3,371");
    expect(branchText(into(places(few), places(rest)), 0, many)).toBe("N0, N1 + 1,265");
    expect(shortCut(by(23, 37), NUMBER)).toBe("23, 37");
    expect(shortCut(by(1, 2, 3), NUMBER)).toBe("4 ranges");
    const grade: ColumnMeta = { name: "grade", kind: "ordered", levels: ["a", "b", "c"] };
    expect(shortCut(by(0, 1), grade)).toBe("3 ranges");
    expect(shortCut(by(1), grade)).toBe("≤ 1");
    expect(shortCut(by(13.3622, 13.4808), NUMBER)).toBe("3 ranges");
    // Of a time of day what has no room there is the seconds: a minute without its end is another.
    const at = (text: string): SplitWire => ({ ...by(1), cuts: [{ ...cut(1), text }] });
    const since: ColumnMeta = { name: "since", kind: "datetime" };
    expect(shortCut(at("2024-03-01 12:11:38"), since)).toBe("≤ 2024-03-01 12:11…");
    expect(shortCut(at("2024-03-01 12:11"), since)).toBe("≤ 2024-03-01 12:11");
    expect(shortCut(by(0.0000123456789), NUMBER)).toMatch(/^≤ /);
    expect(shortCut(into([0], [1], [2]), PURPOSE)).toBe("3 groups");
    expect(shortCut(into([0], [1]), PURPOSE)).toBe("= car");
    expect(shortCut({ ...into([0, 1, 2]), missing: 1 }, PURPOSE)).toBe("known");
  });
});

describe("names", () => {
  it("are shortened in the middle, never inside a letter", () => {
    expect(middle("concave_points_worst", 13)).toBe("concav…_worst");
    expect(middle("short", 13)).toBe("short");
    expect(middle("👩‍👩‍👧‍👦".repeat(20), 5)).toBe("👩‍👩‍👧‍👦👩‍👩‍👧‍👦…👩‍👩‍👧‍👦👩‍👩‍👧‍👦");
    expect(middle("x".repeat(10_000), 24)).toHaveLength(24);
    expect(middle(`begin ${"x".repeat(10_000)} end`, 9)).toBe("begi… end");
    expect(someOf(["a", "b", "c", "d"])).toBe("a, b + 2");
  });

  it("are short also where a letter is made of hundreds of signs", () => {
    const letter = `a${"\u0301".repeat(200)}`;
    expect(middle(letter.repeat(2))).toBe(letter.repeat(2));
    expect(middle(letter.repeat(100)).length).toBeLessThan(1000);
    const wide = `a${"\u0301".repeat(9)}`;
    expect(middle(wide.repeat(500))).toBe(`${wide.repeat(12)}…${wide.repeat(11)}`);
  });

  it("are shortened one by one in a group, whose count is whole", () => {
    const gauge = {
      width: (text: string) => text.length,
      fit: (text: string, room: number) => middle(text, Math.floor(room)),
    };
    const regions = ["00", "15", "07", "12"].map((number) => `Region number ${number}`);
    expect(someIn(regions.slice(0, 2), 99, gauge)).toBe("Region number 00, Region number 15");
    expect(someIn(regions.slice(0, 2), 28, gauge)).toBe("Region…ber 00, Region…ber 15");
    expect(someIn(regions.slice(0, 2), 14, gauge)).toBe("Regio…r 00 + 1");
    expect(someIn(regions, 14, gauge)).toBe("Regio…r 00 + 3");
    expect(someIn(["a", regions[0] as string], 12, gauge)).toBe("a, Regi…r 00");
    for (let room = 8; room < 40; room += 1) {
      const said = someIn(regions, room, gauge);
      expect(said.length).toBeLessThanOrEqual(room);
      const count = said.split(", ").length + Number(said.split(" + ")[1]);
      expect(count, said).toBe(regions.length);
    }
  });

  it("are never the same twice where they are cut short", () => {
    const gauge = {
      width: (text: string) => text.length,
      fit: (text: string, room: number) => `${text.slice(0, Math.floor(room) - 1)}…`,
    };
    const towns = ["Avon", "Brent", "Cam"].map((river) => `Municipality upon ${river}`);
    expect(someIn(towns, 30, gauge)).toBe("Municipality upon Avon + 2");
    expect(someIn(towns, 33, gauge)).toBe("Municipality upon Avon + 2");
    expect(someIn(towns, 23, gauge)).toBe("Municipality upon … + 2");
    const inner = (text: string, room: number) =>
      room < 20 ? `…${text.slice(13, -1)}…` : gauge.fit(text, room);
    expect(someIn(towns, 26, { ...gauge, fit: inner }), "both ends").toBe(
      "Municipality upon Avon + 2",
    );
  });

  it("are counted where none of them is told any more", () => {
    const gauge = {
      width: (text: string) => text.length,
      fit: (text: string, room: number) => middle(text, Math.floor(room)),
    };
    const names = Array.from({ length: 488 }, (_, i) => `merchant ${i} & Sons`);
    const naming = { names, sign: "", all: 868 };
    expect(namedIn(naming, 16, gauge)).toBe("merch…Sons + 487");
    expect(namedIn(naming, 10, gauge)).toBe("488 of 868");
    // Judged by the names, whatever they hold.
    const plus = { ...naming, names: names.map((_, i) => `R + D, ${"department ".repeat(3)}${i}`) };
    expect(namedIn(plus, 10, { ...gauge, fit: () => "R + …" })).toBe("488 of 868");
    expect(namedIn(plus, 16, gauge)).toBe("R + D…nt 0 + 487");
    const code = { ...naming, names: names.map((_, i) => `shop 00${i} of the town`) };
    const cut = { ...gauge, fit: () => "…000 …" };
    expect(namedIn(code, 14, cut)).toBe("488 of 868");
    expect(namedIn(naming, 9, gauge)).toBe("488/868");
    expect(namedIn(naming, 6, gauge)).toMatch(/ \+ 487$/); // no room for that either
    expect(namedIn({ ...naming, names: ["merchant 1 & Sons"], sign: "≠ " }, 6, gauge)).toBe(
      "≠ me…s",
    );
  });

  it("keep what tells a level from the others", () => {
    const levels = ["1", "2"].map((type) => `Diabetes mellitus type ${type} without complications`);
    const column: ColumnMeta = { name: "diagnosis", kind: "nominal", levels: [...levels, "None"] };
    const split: SplitWire = { column: 0, groups: [[1, 2], [0]], missing: 0, branches: 2 };
    expect(branchText(split, 0, column)).toBe("≠ Dia…1 without complicat…");
    expect(branchText(split, 1, column)).toBe("Dia…1 without complicat…");
    expect(splitWords(split, column).value).toBe("Dia…1 without complicat…");
    const gauge = {
      width: (text: string) => text.length,
      fit: (text: string, room: number, at?: Parting) => middle(text, Math.floor(room), at),
    };
    const told = levelsTold(column);
    expect(someIn(levels.slice(0, 1), 12, gauge, told)).toBe("Dia…1 witho…");
    expect(someIn(levels, 30, gauge, told)).toBe("Dia…1 without…, Dia…2 without…");
  });

  it("of the hostile tree make no text long", () => {
    const { meta, state } = contract("hostile");
    for (const split of state.nodes.split) {
      if (!split) continue;
      const column = meta.columns[split.column] as ColumnMeta;
      for (const text of all(split, column)) expect(text.length).toBeLessThan(120);
    }
  });
});
