import { describe, expect, it } from "vitest";
import { type Layout, layOut } from "../src/model/layout";
import { type Ribbon, ribbonsOf, stripePath } from "../src/model/ribbons";
import { randomTree, SEEDS, someCollapsed } from "./trees";

function allRibbons(layout: Layout): Ribbon[] {
  const open = layout.placed.filter((place) => !place.collapsed);
  return open.flatMap((parent) => ribbonsOf(layout, parent, ({ node }) => node.counts));
}

function ribbons(seed: number): readonly Ribbon[] {
  const tree = randomTree(seed);
  const layout = layOut(tree, someCollapsed(tree, seed), "near", "vertical");
  return allRibbons(layout);
}

describe("ribbonsOf", () => {
  it("draws one ribbon to every visible child", () => {
    for (const seed of SEEDS) {
      const tree = randomTree(seed);
      const collapsed = someCollapsed(tree, seed);
      const layout = layOut(tree, collapsed, "far", "horizontal");
      const drawn = allRibbons(layout).map(({ child }) => child.node.id);
      const expected = layout.placed.filter((place) => place.node.parent).map((p) => p.node.id);
      expect(drawn.sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
    }
  });

  it("is linear in the rows, 88 px at the root, and never thinner than 1.5", () => {
    for (const seed of SEEDS) {
      for (const { child, width } of ribbons(seed)) {
        expect(width).toBeCloseTo(Math.max(1.5, (88 * child.node.weight) / 1000), 9);
      }
    }
  });

  it("leaves the parent side by side in branch order, about its middle", () => {
    for (const seed of SEEDS) {
      const all = ribbons(seed);
      for (const parent of new Set(all.map((ribbon) => ribbon.parent))) {
        const sisters = all.filter((ribbon) => ribbon.parent === parent);
        const whole = sisters.reduce((sum, { width }) => sum + width, 0);
        let edge = -whole / 2;
        for (const { leaves, width } of sisters) {
          expect(leaves - width / 2).toBeCloseTo(edge, 9);
          edge += width;
        }
      }
    }
  });

  it("is striped by class, without gap and in class order", () => {
    for (const seed of SEEDS) {
      for (const { child, stripes, width } of ribbons(seed)) {
        let edge = 0;
        for (const stripe of stripes) {
          expect(stripe.offset).toBeCloseTo(edge, 9);
          edge += stripe.width;
        }
        expect(edge).toBeCloseTo(width, 9);
        const there = child.node.counts.flatMap((rows, k) => (rows > 0 ? [k + 1] : []));
        expect(stripes.map(({ slot }) => slot)).toEqual(there.length ? there : [0]);
      }
    }
  });
});

describe("stripePath", () => {
  const parent = { left: 0, top: 0, width: 100, height: 50 };
  const child = { left: 200, top: 100, width: 100, height: 50 };
  const stripe = { slot: 1, offset: 0, width: 10 };
  const ribbon = { leaves: 5, width: 10 };

  it("runs from the parent's foot to the middle of the child's top", () => {
    const path = stripePath(ribbon, stripe, parent, child, "vertical");
    expect(path).toBe("M50 50C50 75 245 75 245 100L255 100C255 75 60 75 60 50Z");
  });

  it("is the same, turned", () => {
    const turn = (box: typeof parent) => ({
      left: box.top,
      top: box.left,
      width: box.height,
      height: box.width,
    });
    const path = stripePath(ribbon, stripe, turn(parent), turn(child), "horizontal");
    expect(path).toBe("M50 50C75 50 75 245 100 245L100 255C75 255 75 60 50 60Z");
  });
});
