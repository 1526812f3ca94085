import { describe, expect, it } from "vitest";
import { layOut } from "../src/model/layout";
import { ease, GLIDE_MS, glideBetween, offsetOf } from "../src/model/motion";
import { randomTree } from "./trees";

const CAMERA = { x: 0, y: 0, zoom: 1 };
const tree = randomTree(11);
const branch = tree.below().find((node) => node.depth === 1 && !node.leaf);
const id = branch?.id ?? -1;
const open = layOut(tree, new Set(), "near", "vertical");
const closed = layOut(tree, new Set([id]), "near", "vertical", undefined, open.spread);
const scenery = (layout: typeof open, camera = CAMERA) => ({ layout, camera, glide: null });

describe("ease", () => {
  it("runs from 0 to 1, never back, and is ahead of time", () => {
    let last = 0;
    for (let step = 0; step <= 100; step++) {
      const eased = ease(step / 100);
      expect(eased).toBeGreaterThanOrEqual(last);
      last = eased;
    }
    expect([ease(-1), ease(0), ease(1), ease(2)]).toEqual([0, 0, 1, 1]);
    expect(ease(0.3)).toBeGreaterThan(0.6);
  });
});

describe("glideBetween", () => {
  it("starts what stays where it was on the screen, whatever the camera does", () => {
    const after = { x: 120, y: -30, zoom: 1 };
    const glide = glideBetween(scenery(open), scenery(closed, after), 0);
    for (const place of closed.placed) {
      const was = open.find(place.node.id);
      if (!was) continue;
      const { dx, dy } = offsetOf(glide, place.node.id, 0);
      expect(after.x + place.left + dx).toBeCloseTo(was.left, 0);
      expect(after.y + place.top + dy).toBeCloseTo(was.top, 0);
    }
  });

  it("lets what is new come from its nearest ancestor that was there", () => {
    const glide = glideBetween(scenery(closed), scenery(open), 0);
    const parent = closed.find(id);
    for (const node of tree.below(id).slice(1)) {
      const place = open.find(node.id);
      const start = glide.starts.get(node.id);
      expect(start?.fresh).toBe(true);
      expect((place?.left ?? 0) + (start?.dx ?? 0)).toBeCloseTo(parent?.left ?? 0, 0);
    }
  });

  it("leaves what goes in its place", () => {
    const { leaving } = glideBetween(scenery(open), scenery(closed), 0);
    expect(leaving.map((place) => place.node.id)).toEqual(
      tree
        .below(id)
        .slice(1)
        .map((node) => node.id),
    );
    for (const place of leaving) expect(place.left).toBe(open.find(place.node.id)?.left);
  });

  it("is over after 200 ms", () => {
    const glide = glideBetween(scenery(open), scenery(closed), 0);
    const moving = [...glide.starts.keys()][0] ?? -1;
    expect(offsetOf(glide, moving, GLIDE_MS)).toEqual({ dx: 0, dy: 0 });
  });

  it("goes on from where an interrupted motion was", () => {
    const first = glideBetween(scenery(open), scenery(closed), 0);
    const half = GLIDE_MS / 4;
    const before = { ...scenery(closed), glide: first };
    const second = glideBetween(before, scenery(open), half);
    for (const place of open.placed) {
      const middle = closed.find(place.node.id);
      if (!middle) continue;
      const seen = middle.left + offsetOf(first, place.node.id, half).dx;
      expect(place.left + offsetOf(second, place.node.id, half).dx).toBeCloseTo(seen, 0);
    }
  });
});
