import { describe, expect, it } from "vitest";
import type { Box } from "../src/model/boxes";
import { type Layout, layOut } from "../src/model/layout";
import { frameIn, marks, overviewSize, panTo } from "../src/model/overview";
import type { Orientation } from "../src/protocol.gen";
import { largeTree, randomTree, SEEDS, someCollapsed } from "./trees";

const CANVAS = { width: 900, height: 500 };
const WAYS: readonly Orientation[] = ["vertical", "horizontal"];
const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  width,
  height,
});

function told(layout: Layout, size = { width: 200, height: 80 }): Map<number, Box> {
  const found = new Map<number, Box>();
  marks(layout, size, (entry, where) => void found.set(entry, where));
  return found;
}

describe("the overview", () => {
  const layout = layOut(randomTree(3), new Set(), "near", "vertical");

  it("is there while something is out of sight, and where there is room", () => {
    expect(overviewSize(layout, box(10, 10, 880, 480), CANVAS)).toBeNull();
    expect(overviewSize(layout, box(10, 10, 900, 480), CANVAS)).not.toBeNull();
    expect(overviewSize(layout, box(10, -10, 800, 480), CANVAS)).not.toBeNull();
    expect(overviewSize(layout, box(0, 0, 4000, 480), { width: 500, height: 500 })).toBeNull();
  });

  it("frames what is in view, and brings what is pressed into the middle", () => {
    const size = { width: 200, height: 100 };
    const whole = box(-1000, -50, 4000, 1000);
    expect(frameIn(size, whole, CANVAS)).toEqual(box(50, 5, 45, 50));
    const by = panTo({ x: 150, y: 20 }, size, whole, CANVAS);
    const moved = { ...whole, left: whole.left + by.x, top: whole.top + by.y };
    const { left, top, width, height } = frameIn(size, moved, CANVAS);
    expect([left + width / 2, top + height / 2]).toEqual([150, 20]);
  });

  it("has every node of a tree inside, in its place", () => {
    for (const seed of SEEDS) {
      for (const way of WAYS) {
        const tree = randomTree(seed);
        const small = layOut(tree, someCollapsed(tree, seed), "middle", way);
        const found = told(small);
        expect([...found.keys()].map((entry) => small.place(entry).node)).toEqual(
          small.placed.map((place) => place.node),
        );
        for (const [entry, { left, top }] of found) {
          const place = small.place(entry);
          expect(left).toBeCloseTo(((place.left - small.bounds.left) / small.bounds.width) * 200);
          expect(top).toBeCloseTo(((place.top - small.bounds.top) / small.bounds.height) * 80);
        }
      }
    }
  });

  it("lets what is too small to be seen stand for what hangs below it", () => {
    const crowd = layOut(largeTree(12), new Set(), "far", "vertical");
    expect(crowd.icicle).toBe(true);
    const found = told(crowd);
    expect(found.get(0)?.width).toBeCloseTo(200);
    expect(found.size).toBeGreaterThan(50);
    expect(found.size).toBeLessThan(crowd.part.nodes.length);
    for (const { left, top, width, height } of found.values()) {
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
      expect(left + width).toBeLessThan(201);
      expect(top + height).toBeLessThan(81);
    }
  });
});
