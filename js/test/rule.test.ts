import { describe, expect, it } from "vitest";
import { rule, ruleCode } from "../src/model/rule";
import { TreeModel, type TreeNode } from "../src/model/tree";
import type { ColumnMeta, SplitWire } from "../src/protocol.gen";
import { contract, NAMES } from "./contract";

describe.each(NAMES)("rules of the tree %s", (name) => {
  it("are copied as Python writes them", () => {
    const { meta, state, words } = contract(name);
    const tree = new TreeModel(meta, state.nodes, state.figures);
    for (const { node, rule: wanted } of words) {
      expect(ruleCode(rule(tree.path(node), meta.columns))).toBe(wanted);
    }
  });
});

const COLUMNS: ColumnMeta[] = [
  { name: "age", kind: "number" },
  { name: "purpose", kind: "nominal", levels: ["car", "home", "boat", "holiday"] },
];

function at(cut: number): SplitWire {
  const text = String(cut);
  return { column: 0, cuts: [{ value: cut, text, exact: text }], missing: 1, branches: 2 };
}

/** A path through splits, given as (split, branch, rows missing there). */
function path(...steps: [SplitWire, number, number?][]): TreeNode[] {
  const nodes = steps.map(([split, , missing = 0]) => ({ split, missing }) as TreeNode);
  const branches = [-1, ...steps.map(([, branch]) => branch)];
  return [...nodes, { split: null } as TreeNode].map((node, i) => ({
    ...node,
    branch: branches[i] ?? -1,
  }));
}

const shown = (...steps: [SplitWire, number, number?][]): string[] =>
  rule(path(...steps), COLUMNS).map(({ before, name, after }) =>
    `${before} ${name} ${after}`.trim(),
  );

describe("a rule on the screen", () => {
  it("merges the conditions on one column, the tightest on each side", () => {
    expect(shown([at(40), 0], [at(20), 1], [at(30), 0])).toEqual(["20 < age ≤ 30"]);
    expect(shown([at(-1.5), 1])).toEqual(["age > −1.5"]);
  });

  it("says what is left of levels, or what is excluded, whichever is shorter", () => {
    const rest: SplitWire = { column: 1, groups: [[0, 1, 2], [3]], missing: 0, branches: 2 };
    const pair: SplitWire = {
      column: 1,
      groups: [
        [0, 3],
        [1, 2],
      ],
      missing: 0,
      branches: 2,
    };
    expect(shown([rest, 0])).toEqual(["purpose ≠ holiday"]);
    expect(shown([rest, 1])).toEqual(["purpose = holiday"]);
    expect(shown([rest, 0], [pair, 1])).toEqual(["purpose ∈ home, boat"]);
  });

  it("keeps count of every level that is excluded, and of those alone that are left", () => {
    const by = (...groups: number[][]): SplitWire => ({
      column: 1,
      groups,
      missing: 0,
      branches: 2,
    });
    const noHoliday = by([0, 1, 2], [3]);
    expect(shown([noHoliday, 0], [by([0, 1], [2]), 0])).toEqual(["purpose ∉ holiday, boat"]);
    // A split by hand may name levels that no row here has.
    expect(shown([noHoliday, 0], [by([1, 3], [0, 2]), 0])).toEqual(["purpose = home"]);
    expect(shown([by([0], [1]), 0])).toEqual(["purpose = car"]);
  });

  it("names the first few of many levels, and tells how many are left", () => {
    const levels = Array.from({ length: 30 }, (_, i) => `shop ${i}`);
    const columns: ColumnMeta[] = [{ name: "shop", kind: "nominal", levels }];
    const all = levels.map((_, level) => level);
    const by = (size: number): SplitWire => ({
      column: 0,
      groups: [all.slice(0, size), all.slice(size)],
      missing: 0,
      branches: 2,
    });
    const [many] = rule(path([by(12), 0, 3]), columns);
    const few = { after: "∈ shop 0, shop 1", left: 10, rest: " (or missing)" };
    expect(many?.folded).toEqual(few);
    expect(many?.after).toBe(`∈ ${levels.slice(0, 12).join(", ")} (or missing)`);
    expect(rule(path([by(10), 0]), columns)[0]?.folded).toBeUndefined();
  });

  it("keeps the direction of a level's name inside the name, and the name on its line", () => {
    const odd = ["\u202elevel", "two\nlines", "plain"];
    const columns: ColumnMeta[] = [{ name: "kind", kind: "nominal", levels: odd }];
    const groups = [
      [0, 1],
      [2, 3],
    ];
    const said = rule(path([{ column: 0, groups, missing: 0, branches: 2 }, 0]), columns);
    expect(said[0]?.after).toBe("∈ \u2068\u202elevel\u2069, two lines");
  });

  it("says that rows without a value came along, where some did", () => {
    expect(shown([at(40), 1, 3])).toEqual(["age > 40 (or missing)"]);
    expect(shown([at(40), 1, 0])).toEqual(["age > 40"]);
    expect(shown([at(40), 1, 3], [at(60), 0, 3])).toEqual(["40 < age ≤ 60"]);
  });

  it("knows the branch of missing rows alone", () => {
    const known: SplitWire = { column: 0, cuts: [], missing: 1, branches: 2 };
    expect(shown([known, 1, 5])).toEqual(["age is missing"]);
    expect(shown([known, 0, 5])).toEqual(["age is known"]);
  });
});
