// Large trees: what is drawn is what the window meets, cells tile their parents, little is collapsed.
import { describe, expect, it } from "vitest";
import { scales, toScreen, toWorld } from "../src/model/camera";
import { walk } from "../src/model/cell-walk";
import type { Level } from "../src/model/detail";
import { wholeTree } from "../src/model/fitting";
import { type Layout, layOut } from "../src/model/layout";
import { allClosed, opened, revealed } from "../src/model/opening";
import { hull, overlap } from "./boxes";
import { dice, largeTree, randomTree, SEEDS, someCollapsed } from "./trees";

const ROOM = { width: 800, height: 400 };
const WAYS = ["vertical", "horizontal"] as const;
const NONE = new Set<number>();

const ids = (places: readonly { node: { id: number } }[]): number[] =>
  places.map((place) => place.node.id).sort((a, b) => a - b);

function everyLayout(check: (layout: Layout, roll: () => number) => void): void {
  for (const seed of SEEDS.slice(0, 20)) {
    const tree = randomTree(seed, 1500);
    const collapsed = someCollapsed(tree, seed);
    for (const level of ["near", "middle", "far"] as Level[]) {
      for (const way of WAYS) {
        check(layOut(tree, seed % 2 ? collapsed : NONE, level, way, ROOM), dice(seed));
      }
    }
  }
}

function windows({ bounds }: Layout, roll: () => number) {
  return Array.from({ length: 8 }, () => ({
    left: bounds.left + (1.2 * roll() - 0.2) * bounds.width,
    top: bounds.top + (1.2 * roll() - 0.2) * bounds.height,
    width: roll() * bounds.width,
    height: roll() ** 2 * bounds.height,
  }));
}

describe("a window", () => {
  it("shows every node that it meets, and no other", () => {
    everyLayout((layout, roll) => {
      for (const window of windows(layout, roll)) {
        const expected = layout.placed.filter((place) => overlap(place, window));
        expect(ids(layout.within(window))).toEqual(ids(expected));
      }
    });
  });

  it("shows every edge that may run through it, and no other", () => {
    everyLayout((layout, roll) => {
      for (const window of windows(layout, roll)) {
        const expected = layout.placed.filter((place) => {
          const parent = place.node.parent && layout.find(place.node.parent.id);
          return parent && !layout.icicle && overlap(hull(parent, place), window);
        });
        expect(ids(layout.edges(window))).toEqual(ids(expected));
      }
    });
  });

  it("is looked up in a row, for the neighbours too", () => {
    everyLayout((layout) => {
      for (const row of layout.part.rows) {
        const places = row.map((entry) => layout.place(entry));
        places.forEach((place, i) => {
          expect(layout.beside(place, 1)).toBe(places[i + 1]);
          expect(layout.beside(place, -1)).toBe(places[i - 1]);
        });
      }
    });
  });
});

describe("a crowd from afar", () => {
  it("shares the room evenly among branches that no row reaches", () => {
    const layout = layOut(largeTree(9, false, 1), NONE, "far", "vertical", ROOM);
    for (const { node, left, width } of layout.placed) {
      const cells = node.children.flatMap(({ id }) => layout.find(id) ?? []);
      const [one, other] = cells;
      if (!one || !other) continue;
      expect(one.left).toBeCloseTo(left, 9);
      expect(other.left + other.width).toBeCloseTo(left + width, 9);
      if (node.weight === 0) expect(one.width).toBeCloseTo(width / 2, 9);
      else expect(other.width).toBe(0);
    }
  });

  const tree = largeTree(10);

  it("is drawn as cells that lie under their parents, as wide as their rows", () => {
    const tree = largeTree(10, false, 0.25);
    for (const way of WAYS) {
      const layout = layOut(tree, NONE, "far", way, ROOM);
      expect(layout.icicle).toBe(true);
      const upright = way === "vertical";
      const [whole] = layout.sides(layout.bounds);
      for (const place of layout.placed) {
        const [across, along] = layout.sides(place);
        const share = (across[1] - across[0]) / (whole[1] - whole[0]);
        expect(share).toBeCloseTo(place.node.weight / tree.root.weight, 9);
        const parent = place.node.parent && layout.find(place.node.parent.id);
        if (!parent) continue;
        expect(across[0]).toBeGreaterThanOrEqual((upright ? parent.left : parent.top) - 1e-6);
        expect(along[0]).toBeCloseTo(layout.sides(parent)[1][1]);
      }
    }
  });

  it("stays a tree near by, and as long as it is collapsed", () => {
    expect(layOut(tree, NONE, "middle", "vertical").icicle).toBe(false);
    expect(layOut(tree, new Set([2]), "far", "vertical").icicle).toBe(true);
    expect(layOut(tree, new Set([0]), "far", "vertical").icicle).toBe(false);
  });

  it("fits a canvas from edge to edge, however deep", () => {
    for (const crowd of [tree, largeTree(400, true)]) {
      for (const way of WAYS) {
        // Turned, the root's cell would end under the zoom's buttons, which have the foot.
        const area = { width: 828, height: way === "vertical" ? 528 : 568 };
        const corner = { width: 200, height: 100 };
        const room = { width: 800, height: 400 };
        const layout = layOut(crowd, NONE, "far", way, room);
        const camera = wholeTree(area, () => layout, corner);
        const box = toScreen(camera, layout, layout.bounds);
        expect(way === "vertical" ? box.width : box.height).toBeCloseTo(
          way === "vertical" ? 800 : 400,
        );
        expect(box.top).toBeGreaterThanOrEqual(corner.height + 13.9);
        expect(box.left + box.width).toBeLessThanOrEqual(814.1);
        expect(box.top + box.height).toBeLessThanOrEqual(514.1);
      }
    }
  });

  it("loses nothing: each node is walked past, or one above stands for it", () => {
    const layout = layOut(tree, NONE, "far", "vertical", ROOM);
    const whole = { left: 0, top: 0, width: layout.bounds.width, height: 1 };
    for (const least of [0, 50, 700, 1e9]) {
      const seen = new Set<number>();
      walk(layout, whole, least, (entry, stands) => {
        const end = stands ? (layout.part.ends[entry] ?? 0) : entry + 1;
        for (let one = entry; one < end; one++) seen.add(one);
        expect(stands).toBe((layout.places.width[entry] ?? 0) < least);
      });
      expect(seen.size).toBe(tree.below().length);
    }
  });

  it("walks past few cells when few are in view", () => {
    const layout = layOut(tree, NONE, "far", "vertical", ROOM);
    const camera = { x: -4000, y: 0, zoom: 0.4 };
    const [x] = scales(camera.zoom, layout);
    let count = 0;
    walk(layout, toWorld(camera, layout, ROOM, 0), 1 / x, () => {
      count += 1;
    });
    expect(count).toBeGreaterThan(11);
    expect(count).toBeLessThan(300);
  });
});

describe("opening", () => {
  const tree = largeTree(11);
  const visible = (collapsed: Iterable<number>): Set<number> =>
    new Set(ids(layOut(tree, new Set(collapsed), "near", "vertical").placed));

  it("opens a large branch a few levels at a time", () => {
    const collapsed = opened(tree, new Set([0]), 0);
    expect(visible(collapsed).size).toBe(15);
    const [branch = 0] = collapsed;
    const more = opened(tree, new Set(collapsed), branch);
    expect(visible(more).size).toBe(29);
    expect(more.length).toBeLessThan(20);
  });

  it("opens a small one whole, but for what is collapsed in it", () => {
    const branch = tree.below().find((node) => node.depth === 5);
    if (!branch) throw new Error("it is that deep");
    const inside = branch.children[0]?.id ?? 0;
    expect(opened(tree, new Set([branch.id, inside]), branch.id)).toEqual([inside]);
  });

  it("opens a chain further down, since its levels are thin", () => {
    const chain = largeTree(400, true);
    const collapsed = opened(chain, new Set([0]), 0);
    expect(collapsed).toHaveLength(1);
    expect(chain.get(collapsed[0] ?? 0).depth).toBe(12);
  });

  it("opens only the way to a node that is looked for", () => {
    const roll = dice(5);
    for (let i = 0; i < 50; i++) {
      const target = tree.below()[Math.floor(roll() * tree.below().length)];
      if (!target) continue;
      const before = new Set(opened(tree, new Set([0]), 0));
      const after = revealed(tree, before, target.id);
      expect(visible(after).has(target.id)).toBe(true);
      expect(new Set(after).size).toBe(after.length);
      expect(visible(after).size).toBeLessThanOrEqual(15 + 2 * 9);
    }
  });

  it("collapses all of a large tree with one id", () => {
    expect(allClosed(tree)).toEqual([0]);
    const small = randomTree(3);
    expect(allClosed(small)).toEqual(
      small
        .below()
        .filter((n) => !n.leaf)
        .map((n) => n.id),
    );
  });
});
