// A growth by choice: what is offered, and what Python is asked for.
import { describe, expect, it } from "vitest";
import {
  choicesOf,
  choosable,
  type Given,
  type Growing,
  growArgs,
  growLine,
  worth,
} from "../src/model/growth";
import type { MethodWire, OptionWire } from "../src/protocol.gen";

const option = (name: string, more: Partial<OptionWire> = {}): OptionWire => ({
  name,
  group: "more",
  kind: "whole",
  optional: false,
  default: 1,
  value: 1,
  help: "",
  ...more,
});
const choice = (name: string, ...choices: string[]): OptionWire =>
  option(name, {
    kind: "choice",
    choices,
    default: choices[0] as string,
    value: choices[0] as string,
  });

const METHOD: MethodWire = {
  name: "chaid",
  label: "CHAID",
  source: "",
  options: [
    choice("criterion", "chi2"),
    choice("branching", "subset", "multiway"),
    choice("missing", "learned", "surrogate", "own"),
    option("max_surrogates", { value: 5, default: 5 }),
    option("max_depth", { optional: true, value: 4, default: null }),
    option("alpha_merge", { kind: "number", value: 0.05, default: 0.05 }),
    option("collapse", { kind: "flag", value: false, default: false }),
  ],
  missing: { subset: ["learned", "surrogate", "own"], multiway: ["own"] },
  costed: true,
};
const growing = (given: Given = {}, more: Partial<Growing> = {}): Growing => ({
  method: METHOD,
  own: true,
  given,
  levels: "",
  keep: true,
  costs: null,
  ...more,
});
const named = (name: string): OptionWire =>
  METHOD.options.find((one) => one.name === name) as OptionWire;
const names = (given: Given): string[] => choosable(growing(given)).map(({ name }) => name);

describe("a growth by choice", () => {
  it("asks for nothing but what differs from the tree's own options", () => {
    expect(growArgs(3, growing())).toEqual({ node: 3 });
    expect(growLine(growArgs(0, growing()))).toBe("tree.grow()");
    const given = { max_depth: "", alpha_merge: "0.01", collapse: true, max_surrogates: "5" };
    const args = growArgs(3, growing(given, { own: false, levels: "2", keep: false }));
    expect(args).toEqual({
      node: 3,
      levels: 2,
      method: "chaid",
      keep: false,
      options: { max_depth: null, alpha_merge: 0.01, collapse: true },
    });
    expect(growLine(args)).toBe(
      'tree.grow(3, levels=2, method="chaid", keep=False, max_depth=None, alpha_merge=0.01, collapse=True)',
    );
  });

  it("asks for costs of columns where they were touched, and none of what is no number", () => {
    const names = ["age", 'the "name"'];
    const costs = { 0: "", 1: "2.5" };
    const args = growArgs(3, growing({}, { costs }));
    expect(args).toEqual({ node: 3, column_costs: [[1, 2.5]] });
    expect(growLine(args, names)).toBe('tree.grow(3, column_costs={"the \\"name\\"": 2.5})');
    expect(growLine(growArgs(3, growing({}, { costs: {} })), names)).toBe(
      "tree.grow(3, column_costs=None)",
    );
    expect(growArgs(3, growing({}, { costs, method: { ...METHOD, costed: false } }))).toEqual({
      node: 3,
    });
  });

  it("leaves it to Python to say what is wrong with a word", () => {
    expect(growArgs(0, growing({ max_depth: "deep" })).options).toEqual({ max_depth: "deep" });
    const endless = growing({ max_depth: "1e999" }, { levels: "two" });
    expect(growArgs(0, endless)).toEqual({
      node: 0,
      levels: "two",
      options: { max_depth: "1e999" },
    });
  });

  it("shows what can be chosen, and surrogates where they are asked", () => {
    expect(names({})).toEqual(["branching", "missing", "max_depth", "alpha_merge", "collapse"]);
    expect(names({ missing: "surrogate" })).toContain("max_surrogates");
  });

  it("offers the ways of missing rows that the kind of split allows", () => {
    expect(choicesOf(growing(), named("missing"))).toEqual(["learned", "surrogate", "own"]);
    const multiway = growing({ branching: "multiway", missing: "surrogate" });
    expect(choicesOf(multiway, named("missing"))).toEqual(["own"]);
    expect(worth(multiway, named("missing"))).toBe("own");
    expect(growArgs(0, multiway).options).toEqual({ branching: "multiway", missing: "own" });
  });
});

/** A sequence over the tree of a session: every branch goes at the step of its depth from below. */
