// d3-hierarchy draws tidy trees too: the drawings must be the same.
import { hierarchy, tree as tidyTree } from "d3-hierarchy";
import { describe, expect, it } from "vitest";
import { at } from "../src/model/arrays";
import { openPart } from "../src/model/open-part";
import { tidy } from "../src/model/tidy";
import { dice, randomTree, SEEDS, someCollapsed } from "./trees";

const GAPS = { sibling: 6, cousin: 12 };

interface Item {
  entry: number;
  children: Item[];
}

function itemOf(ends: Int32Array, entry: number): Item {
  const children: Item[] = [];
  for (let child = entry + 1; child < at(ends, entry); child = at(ends, child)) {
    children.push(itemOf(ends, child));
  }
  return { entry, children };
}

describe("tidy", () => {
  it("draws what d3-hierarchy draws, with cards of any width", () => {
    for (const seed of SEEDS) {
      const tree = randomTree(seed, 400);
      const { ends } = openPart(tree, someCollapsed(tree, seed), true);
      const roll = dice(seed);
      const half = Float64Array.from(ends, () => 5 + 20 * roll());
      const drawn = tidyTree<Item>()
        .nodeSize([1, 1])
        .separation((a, b) => {
          const gap = a.parent === b.parent ? GAPS.sibling : GAPS.cousin;
          return at(half, a.data.entry) + at(half, b.data.entry) + gap;
        })(hierarchy(itemOf(ends, 0), (item) => item.children));
      const middles = tidy(ends, half, GAPS);
      for (const { data, x } of drawn.descendants()) expect(at(middles, data.entry)).toBeCloseTo(x);
    }
  });

  it("needs no more time for a chain than for a bush", () => {
    const deep = Int32Array.from({ length: 20_001 }, (_, v) => (v % 2 === 1 ? v + 1 : 20_001));
    const middles = tidy(deep, new Float64Array(20_001).fill(5), GAPS);
    expect(middles.at(-1)).toBeCloseTo(10_000 * 8);
  });
});
