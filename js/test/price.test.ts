// What a pruning costs, against errors counted anew.
import { describe, expect, it } from "vitest";
import { total } from "../src/model/arrays";
import { pruningPrice } from "../src/model/price";
import { TreeModel, type TreeNode } from "../src/model/tree";
import { contract, NAMES } from "./contract";
import { randomTree, SEEDS } from "./trees";

describe("pruningPrice", () => {
  it("is what the tree's error becomes, leaf by leaf", () => {
    for (const seed of SEEDS) {
      const tree = randomTree(seed);
      const wrong = (leaves: readonly (typeof tree.root)[]): number =>
        leaves.reduce((sum, leaf) => sum + leaf.weight * leaf.error, 0);
      for (const node of tree.below().filter((branch) => !branch.leaf)) {
        const rest = tree.tips(tree.root.id).filter((leaf) => !tree.below(node.id).includes(leaf));
        const after = wrong([...rest, node]) / tree.root.weight;
        const before = wrong(tree.tips(tree.root.id)) / tree.root.weight;
        const price = pruningPrice(tree, node.id);
        expect(price.error).toBeCloseTo(after - before, 12);
        expect(price.validation).toBeCloseTo(after - before, 12);
        expect(price.leaves).toBe(tree.tips(node.id).length - 1);
      }
    }
  });
});

it("is told to be about right where rows lie in several leaves, and there alone", () => {
  for (const name of NAMES) {
    const { meta, state } = contract(name);
    const tree = new TreeModel(meta, state.nodes, state.figures);
    expect(pruningPrice(tree, tree.root.id).about, name).toBe(name === "shares");
  }
});

describe("pruningPrice of a regression", () => {
  const { meta, state } = contract("regression");
  const tree = new TreeModel(meta, state.nodes, state.figures);
  const leaves = tree.tips(tree.root.id);
  type Part = (node: TreeNode) => readonly number[];
  const training: Part = ({ counts }) => counts;
  const held: Part = ({ validationCounts }) => validationCounts;
  /** From weights, means and variances, as if nobody had told any node's error. */
  const rmse = (tips: readonly TreeNode[], part: Part): number => {
    const squares = tips.map((tip) => {
      const [weight = 0, mean = 0, variance = 0] = part(tip);
      return weight * (variance + (mean - tip.prediction) ** 2);
    });
    return Math.sqrt(total(squares) / (part(tree.root)[0] ?? 0));
  };

  it("is what the root of its mean square becomes", () => {
    expect(rmse(leaves, training)).toBeCloseTo(state.figures.error, 9);
    for (const node of tree.below().filter((branch) => !branch.leaf)) {
      const below = tree.below(node.id);
      const after = [...leaves.filter((leaf) => !below.includes(leaf)), node];
      const price = pruningPrice(tree, node.id);
      expect(price.error).toBeCloseTo(rmse(after, training) - rmse(leaves, training), 9);
      expect(price.validation).toBeCloseTo(rmse(after, held) - rmse(leaves, held), 9);
    }
  });

  it("is nothing where the branches err as their node does, whatever rounding says", () => {
    const one = state.nodes.id.map(() => 1.1);
    const alike = { ...state.nodes, error: one, validation_error: one };
    const same = new TreeModel(meta, alike, state.figures);
    for (const node of same.below().filter((branch) => !branch.leaf)) {
      const { error, validation } = pruningPrice(same, node.id);
      expect([error, validation]).toEqual([0, 0]);
    }
  });
});
