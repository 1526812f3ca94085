// A crowd is drawn by our own tidy tree: as d3-hierarchy draws it.
import { describe, expect, it } from "vitest";
import { at } from "../src/model/arrays";
import { MANY, middlesOf } from "../src/model/hierarchy";
import { openPart } from "../src/model/open-part";
import { tidy } from "../src/model/tidy";
import { dice, randomTree, SEEDS, someCollapsed } from "./trees";

const GAPS = { sibling: 6, cousin: 12 };

describe("tidy", () => {
  it("draws what d3-hierarchy draws, with cards of any width", () => {
    for (const seed of SEEDS) {
      const tree = randomTree(seed, 400);
      const { ends } = openPart(tree, someCollapsed(tree, seed), true);
      const roll = dice(seed);
      const half = Float64Array.from(ends, () => 5 + 20 * roll());
      const drawn = middlesOf(ends, half, GAPS);
      expect(ends.length).toBeLessThan(MANY); // so that it is d3-hierarchy's
      tidy(ends, half, GAPS).forEach((middle, entry) => {
        expect(middle).toBeCloseTo(at(drawn, entry));
      });
    }
  });

  it("needs no more time for a chain than for a bush", () => {
    const deep = Int32Array.from({ length: 20_001 }, (_, v) => (v % 2 === 1 ? v + 1 : 20_001));
    const middles = tidy(deep, new Float64Array(20_001).fill(5), GAPS);
    expect(middles.at(-1)).toBeCloseTo(10_000 * 8);
  });
});
