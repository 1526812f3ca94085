import { describe, expect, it } from "vitest";
import type { Box } from "../src/model/boxes";
import { branchBoxes } from "../src/model/branch-boxes";
import type { Level } from "../src/model/detail";
import { type Layout, layOut, type Placed, STACK_BELOW } from "../src/model/layout";
import type { TreeNode } from "../src/model/tree";
import type { NodeColumns, Orientation } from "../src/protocol.gen";
import { overlap } from "./boxes";
import { randomColumns, randomTree, SEEDS, someCollapsed, treeOf } from "./trees";

const LEVELS: readonly Level[] = ["near", "middle", "far"];
const WAYS: readonly Orientation[] = ["vertical", "horizontal"];

function everyLayout(check: (layout: Layout) => void): void {
  for (const seed of SEEDS) {
    const tree = randomTree(seed);
    const collapsed = someCollapsed(tree, seed);
    for (const level of LEVELS) {
      for (const way of WAYS) check(layOut(tree, collapsed, level, way));
    }
  }
}

describe("the branches of a split that is only considered", () => {
  it.each(WAYS)("stand where those of the split would (%s)", (way) => {
    for (let branches = 1; branches < 6; branches++) {
      const size = branches + 1;
      const whole = { ...randomColumns(1), id: Array.from({ length: size }, (_, i) => i) };
      const columns = Object.fromEntries(
        Object.entries(whole).map(([name, values]) => [name, values.slice(0, size)]),
      ) as unknown as NodeColumns;
      columns.parent = [-1, ...Array(branches).fill(0)];
      columns.split = [{ column: 0, groups: [], missing: 0, branches }, ...Array(branches)];
      const layout = layOut(treeOf(columns), new Set(), "near", way, undefined, [0, 0]);
      const [root, ...made] = layout.placed;
      const boxes = branchBoxes(root as Placed, branches, layout);
      expect(boxes).toHaveLength(branches);
      boxes.forEach((box, i) => {
        const { left, top, width, height } = made[i] as Placed;
        expect([box.left, box.top]).toEqual([left, top]);
        expect([box.width, box.height]).toEqual([width, height]);
      });
    }
  });
});

/** How far from the root's the middle of each node is, across. */
const middles = ({ placed, orientation }: Layout): number[] =>
  placed.map(({ left, top, width, height }) =>
    Math.abs(orientation === "vertical" ? left + width / 2 : top + height / 2),
  );

describe("layOut", () => {
  it("places exactly the visible nodes", () => {
    for (const seed of SEEDS) {
      const tree = randomTree(seed);
      const collapsed = someCollapsed(tree, seed);
      const { placed } = layOut(tree, collapsed, "near", "vertical");
      const hidden = (node: TreeNode): boolean =>
        node.parent !== null && (collapsed.has(node.parent.id) || hidden(node.parent));
      expect(placed.map((place) => place.node)).toEqual(tree.below().filter((n) => !hidden(n)));
    }
  });

  it("keeps at least 6 px between any two nodes", () => {
    everyLayout(({ placed }) => {
      const clashes = placed.flatMap((a, i) =>
        placed.slice(i + 1).filter((b) => overlap(a, b, 5.999)),
      );
      expect(clashes).toEqual([]);
    });
  });

  it("keeps what hangs under a collapsed card clear of its neighbours", () => {
    for (const seed of SEEDS) {
      const tree = randomTree(seed);
      const { placed } = layOut(tree, someCollapsed(tree, seed), "near", "vertical");
      for (const stack of placed.filter((place) => place.collapsed)) {
        const strip = { ...stack, top: stack.top + stack.height, height: STACK_BELOW };
        expect(placed.filter((other) => other !== stack && overlap(strip, other, 0))).toEqual([]);
      }
    }
  });

  it("leaves the tab of missing rows its room below a card where cards stand below each other", () => {
    for (const seed of SEEDS) {
      const tree = randomTree(seed);
      tree.columns.missing_n.fill(3);
      const { placed } = layOut(tree, new Set(), "near", "horizontal");
      for (const place of placed) {
        const tab = { ...place, top: place.top + place.height, height: 17 };
        expect(placed.filter((other) => other !== place && overlap(tab, other, 0))).toEqual([]);
      }
    }
  });

  it.each([
    { width: 500, height: 300 },
    { width: 800, height: 400 },
    { width: 1560, height: 420 },
  ])("moves small cards and blocks apart to fill $width x $height px, and no farther", (room) => {
    for (const seed of SEEDS) {
      const tree = randomTree(seed);
      for (const [level, way] of [
        ["middle", "vertical"],
        ["middle", "horizontal"],
        ["far", "vertical"],
        ["far", "horizontal"],
      ] as const) {
        const at = (width: number, height: number) =>
          layOut(tree, new Set(), level, way, { width, height });
        const layout = at(room.width, room.height);
        if (layout.icicle || tree.root.leaf) continue;
        // No farther apart than they must be: where they have no room at all.
        const [narrow, low] = [at(1, 1e9), at(1e9, 1)];
        const scale = Math.min(
          1,
          room.width / narrow.bounds.width,
          room.height / low.bounds.height,
        );
        const [width, height] = [scale * layout.bounds.width, scale * layout.bounds.height];
        expect(width).toBeLessThanOrEqual(room.width + 1e-6);
        expect(height).toBeLessThanOrEqual(room.height + 1e-6);
        // By steps of a quarter: rather than all of it at each gesture, once in a while some.
        const upright = way === "vertical";
        const filled = upright ? width / room.width : height / room.height;
        const close = Math.max(...middles(upright ? narrow : low));
        const most = Math.max(...middles(layout)) / close;
        expect(filled > 0.6 || most > 1.25 ** 4 - 1e-6).toBe(true);
      }
    }
  });

  it("makes large cards a quarter wider, with the gaps between them, and no more", () => {
    for (const seed of SEEDS) {
      const at = (width: number) =>
        layOut(randomTree(seed), new Set(), "near", "vertical", { width, height: width }).placed;
      const wide = at(9000);
      at(130).forEach(({ left, top, width }, i) => {
        expect(wide[i]?.width).toBeCloseTo(1.25 * width);
        expect(wide[i]?.left).toBeCloseTo(1.25 * left);
        expect(wide[i]?.top).toBe(top);
      });
    }
  });

  it("puts a parent midway between its first and last child", () => {
    everyLayout((layout) => {
      const across = (box: Box): number =>
        layout.orientation === "vertical" ? box.left + box.width / 2 : box.top + box.height / 2;
      for (const place of layout.placed) {
        const children = place.node.children.flatMap((child) => layout.find(child.id) ?? []);
        const [first, last] = [children[0], children.at(-1)];
        if (!first || !last) continue;
        expect(across(place)).toBeCloseTo((across(first) + across(last)) / 2, 6);
      }
    });
  });

  it("keeps siblings in branch order and children beyond their parent", () => {
    everyLayout((layout) => {
      const upright = layout.orientation === "vertical";
      for (const place of layout.placed) {
        const children = place.node.children.flatMap((child) => layout.find(child.id) ?? []);
        children.forEach((child, i) => {
          const end = upright ? place.top + place.height : place.left + place.width;
          expect(upright ? child.top : child.left).toBeGreaterThan(end);
          const before = children[i - 1];
          if (!before) return;
          expect(upright ? child.left : child.top).toBeGreaterThan(
            upright ? before.left : before.top,
          );
        });
      }
    });
  });

  it("bounds every node", () => {
    everyLayout(({ placed, bounds }) => {
      for (const box of placed) {
        expect(box.left).toBeGreaterThanOrEqual(bounds.left);
        expect(box.top).toBeGreaterThanOrEqual(bounds.top);
        expect(box.left + box.width).toBeLessThanOrEqual(bounds.left + bounds.width + 1e-9);
        expect(box.top + box.height).toBeLessThanOrEqual(bounds.top + bounds.height + 1e-9);
      }
    });
  });

  it("draws far blocks as wide as the root of their share", () => {
    const tree = randomTree(5);
    const { placed } = layOut(tree, new Set(), "far", "vertical");
    for (const { node, width } of placed) {
      expect(width).toBeCloseTo(6 + 48 * Math.sqrt(node.weight / tree.root.weight), 9);
    }
  });
});
