import { describe, expect, it } from "vitest";
import { conditionText, details, meanText, sentence, valueText } from "../src/model/node-words";
import { FLAGS, type TreeModel } from "../src/model/tree";
import type { Meta, SplitWire } from "../src/protocol.gen";
import { contract } from "./contract";
import { treeOf } from "./trees";

/** The root of a tree of numbers whose rows say 76391, while it predicts 65109.5. */
function predicting(measure: Meta["measure"], flags = 0): TreeModel {
  const { meta, state } = contract("regression");
  const nodes = structuredClone(state.nodes);
  nodes.prediction[0] = 65109.5;
  nodes.counts.splice(1, 2, 76391, 4);
  nodes.flags[0] = flags;
  return treeOf(nodes, { ...meta, measure });
}

const told = (tree: TreeModel) => [sentence(tree, tree.root), details(tree, tree.root).join("\n")];

describe("the mean of a node", () => {
  const { meta } = contract("regression");
  const written = (target_range: number[], value: number, least?: number) =>
    valueText({ ...meta, target_range }, value, least);

  it("has as many digits as tell it from others", () => {
    expect(written([36.95, 37.05], 36.98713)).toBe("36.987");
    expect(written([36.95, 37.05], 37)).toBe("37.000");
    expect(written([1.7123e9, 1.7204e9], 1_712_283_223)).toBe("1.7123e9");
    expect(written([1e9, 1e9 + 1e-3], 1e9 + 5e-4)).toBe("1e9");
  });

  it("has no fewer than elsewhere, and no more where hardly a row has another value", () => {
    expect(written([0, 300], 152.37)).toBe("152");
    expect(written([-1, 1], 0.00012345)).toBe("0.000123");
    expect(written([0, 0], 1 / 3, 4)).toBe("0.3333");
    expect(written([], 1 / 3)).toBe("0.333");
    expect(written([36.95, 37.05], 0)).toBe("0");
  });

  it("is so on cards too, but in thousands", () => {
    expect(meanText({ ...meta, target_range: [36.95, 37.05] }, 36.98713)).toBe("36.987");
    expect(meanText({ ...meta, target_range: [171_000, 1_430_000] }, 313_726)).toBe("314k");
  });
});

describe("the number that a node predicts", () => {
  it("is the median of its rows by absolute errors", () => {
    const [said, shown] = told(predicting("absolute_error"));
    expect(said).toMatch(/, median 65,110, sd 2.0$/);
    expect(shown).toContain("\nmedian 65,109.5\nmean 76,391, sd 2\n");
  });

  it("is a label where a person put it", () => {
    const [said, shown] = told(predicting("squared_error", FLAGS.labelled));
    expect(said).toMatch(/, label 65,110, sd 2.0$/);
    expect(shown).toContain("\nlabel 65,109.5\nmean 76,391, sd 2\n");
  });

  it("is their mean, said once", () => {
    const { meta, state } = contract("regression");
    const [said, shown] = told(treeOf(state.nodes, meta));
    expect(said).toMatch(/, mean \d+, sd \d+$/);
    expect(shown?.match(/mean/g)).toHaveLength(1);
  });
});

describe("the bars of a target with a tail", () => {
  it("have a pale one, of which the tooltip says where it begins", () => {
    const { meta, state } = contract("regression");
    const shown = (edges: number[]) =>
      told(treeOf(state.nodes, { ...meta, target_edges: edges }))[1];
    expect(shown([0, 1, 2, 3, 4])).not.toContain("pale");
    expect(shown([0, 1, 2, 3, 40.5])).toContain("\npale bars: above 3\n");
    expect(shown([-50, 1.25, 2, 3, 40.5])).toContain("\npale bars: below 1.25 and above 3\n");
  });
});

it("says of several levels that a row has one of them, of one that it has it", () => {
  const { meta, state } = contract("weighted");
  const tree = treeOf(state.nodes, meta);
  const said = state.nodes.id.map((id) => conditionText(meta, tree.get(id)));
  expect(said).toContain("∈ Aarhus, Brest");
  expect(said).toContain("= Dover");
  expect(said).toContain("≠ Dover");
  expect(sentence(tree, tree.get(state.nodes.id[1] ?? 0))).toMatch(/ in Aarhus, Brest, /);
});

describe("a class", () => {
  it("that is a number is told from the figures beside it", () => {
    const { meta, state } = contract("shares");
    const named = (name: string) =>
      told(treeOf(state.nodes, { ...meta, classes: meta.classes.map(() => name) }));
    expect(named("1")[0]).toMatch(/ rows, class 1 [\d.<>]+ %, /);
    expect(named("1")[1]).toMatch(/\nclass 1 \d/);
    expect(named("ill")[0]).toMatch(/ rows, ill [\d.<>]+ %, /);
  });
});

describe("entropy", () => {
  it("has its unit, and so has what it decreases by", () => {
    const { meta, state } = contract("shares");
    const [said, shown] = told(treeOf(state.nodes, meta));
    expect(said).toMatch(/ bits$/);
    expect(shown).toMatch(/entropy \d\.\d+\u202fbits\n/);
    expect(shown).toMatch(/gain \d\.\d+\u202fbits$/);
  });
});

describe("the details of a node", () => {
  it("call a weight one where each row has its own, though it is a whole number", () => {
    const { meta, state } = contract("weighted");
    const nodes = structuredClone(state.nodes);
    nodes.weight[0] = 300;
    const [line, lines] = told(treeOf(nodes, meta));
    expect(lines).toContain("weight 300, 100\u202f%");
    expect(line).toContain("all rows, weight 300");
    const plain = told(treeOf(contract("iris").state.nodes, contract("iris").meta));
    expect(plain.join()).not.toContain("weight");
  });

  it("say in full what is known of it, and of held-out rows where there are any", () => {
    const { meta, state } = contract("iris");
    const nodes = structuredClone(state.nodes);
    const [root, leaf] = [0, state.nodes.split.indexOf(null)];
    nodes.error[root] = 2 / 3;
    nodes.validation_error[root] = 0.25;
    nodes.gain[root] = 0.125;
    const tree = treeOf(nodes, { ...meta, has_validation: true });
    const split = nodes.split[root] as SplitWire;
    const [name, cut] = [meta.columns[split.column]?.name, split.cuts?.[0]?.text];
    expect(details(tree, tree.root).slice(-3)).toEqual([
      "error ● 66.7\u202f% ○ 25.0\u202f%",
      `${name} ≤ ${cut}`,
      "gain 0.125",
    ]);
    const below = details(tree, tree.node(leaf));
    expect(below[0]).toMatch(new RegExp(`^${columnAbove(tree, leaf)} (≤|>) `));
    expect(below.at(-1)).toMatch(/^error ● /);
    nodes.gain[root] = null;
    const held = treeOf(nodes, { ...meta, has_validation: false });
    expect(details(held, held.root).slice(-2)).toEqual(["error ● 66.7\u202f%", `${name} ≤ ${cut}`]);
  });
});

function columnAbove({ meta, ...tree }: TreeModel, position: number): string {
  const above = tree.columns.split[tree.columns.parent[position] ?? -1];
  return meta.columns[above?.column ?? -1]?.name ?? "";
}
