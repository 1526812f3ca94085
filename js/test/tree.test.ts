import { describe, expect, it } from "vitest";
import { randomColumns, randomTree, SEEDS, treeOf } from "./trees";

describe("TreeModel", () => {
  it("reads parents, children in branch order, depths and leaves from the columns", () => {
    for (const seed of SEEDS) {
      const columns = randomColumns(seed);
      const tree = treeOf(columns);
      tree.below().forEach((node, i) => {
        expect(node.id).toBe(columns.id[i]);
        expect(node.parent?.position ?? -1).toBe(columns.parent[i]);
        expect(node.depth).toBe(node.parent ? node.parent.depth + 1 : 0);
        expect(node.children.map((child) => child.branch)).toEqual(node.children.map((_, k) => k));
        expect(node.leaf).toBe(node.children.length === 0);
        expect(node.counts).toEqual(columns.counts.slice(3 * i, 3 * i + 3));
      });
    }
  });

  it("finds a node by its id, never by its position", () => {
    const tree = randomTree(7);
    for (const node of tree.below()) expect(tree.get(node.id)).toBe(node);
    expect(tree.has(0)).toBe(false);
    expect(tree.get(0)).toBe(tree.root);
  });

  it("gives a subtree as the run of nodes under its root", () => {
    for (const seed of SEEDS) {
      const tree = randomTree(seed);
      for (const node of tree.below()) {
        const below = tree.below(node.id);
        const expected = tree.below().filter((other) => tree.path(other.id).includes(node));
        expect(below).toEqual(expected);
        expect(tree.tips(node.id)).toEqual(expected.filter((other) => other.leaf));
      }
    }
  });

  it("names the collapsed node that hides another", () => {
    const tree = randomTree(11);
    const branch = tree.below().find((node) => node.depth === 1 && !node.leaf);
    if (!branch) throw new Error("the seed gives a branch at depth 1");
    for (const node of tree.below()) {
      const hidden = tree.below(branch.id).includes(node);
      expect(tree.shownFor(node.id, new Set([branch.id]))).toBe(hidden ? branch : node);
    }
  });

  it("reads the flags bit by bit", () => {
    const columns = randomColumns(3);
    columns.flags = columns.flags.map((_, i) => i % 16);
    for (const [i, node] of treeOf(columns).below().entries()) {
      const bits = [node.forced, node.locked, node.labelled, node.pruned];
      expect(bits).toEqual([1, 2, 4, 8].map((bit) => ((i % 16) & bit) !== 0));
    }
  });

  it("refuses to be without a root", () => {
    const columns = randomColumns(1);
    for (const list of Object.values(columns)) list.length = 0;
    expect(() => treeOf(columns)).toThrow(RangeError);
  });
});
