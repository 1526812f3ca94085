import { describe, expect, it, vi } from "vitest";
import type { Box } from "../src/model/boxes";
import {
  type Area,
  anchored,
  type Camera,
  confine,
  type Point,
  toScreen,
  zoomAround,
} from "../src/model/camera";
import { detailOf, type Level, leastText, levelAt, scaleAt, zoomFor } from "../src/model/detail";
import { reveal, wholeTree } from "../src/model/fitting";
import { type Layout, layOut } from "../src/model/layout";
import { ribbonsOf, stripePath } from "../src/model/ribbons";
import { largeTree, metaOf, randomColumns, randomTree, SEEDS, treeOf } from "./trees";

const AREA = { width: 800, height: 500 };

const layouts = (seed: number, way: "vertical" | "horizontal" = "vertical", room?: Area) => {
  const tree = randomTree(seed);
  return (level: Level) => layOut(tree, new Set(), level, way, room);
};

/** Points of the screen along the outlines of all ribbons, as they are drawn. */
function outline(layout: Layout, camera: Camera): Point[] {
  const drawn = layout.placed.flatMap((parent) => ribbonsOf(layout, parent, () => []));
  const scale = scaleAt(camera.zoom, layout.level);
  return drawn.flatMap(({ parent, child, ...ribbon }) => {
    const stripe = { slot: 0, offset: 0, width: ribbon.width };
    const path = stripePath(ribbon, stripe, parent, child, layout.orientation);
    const numbers = path.match(/-?[\d.]+/g)?.map(Number) ?? [];
    return [numbers.slice(0, 8), numbers.slice(8)].flatMap((curve) =>
      Array.from({ length: 41 }, (_, k) => {
        const [x, y] = [0, 1].map((i) =>
          bezier(
            curve.filter((_, j) => j % 2 === i),
            k / 40,
          ),
        );
        return { x: camera.x + scale * (x ?? 0), y: camera.y + scale * (y ?? 0) };
      }),
    );
  });
}

function bezier([a = 0, b = 0, c = 0, d = 0]: number[], t: number): number {
  const u = 1 - t;
  return a * u ** 3 + 3 * b * u * u * t + 3 * c * u * t * t + d * t ** 3;
}

describe("levels", () => {
  it("change at 75 % and 40 %", () => {
    expect([2, 0.75, 0.7499, 0.4, 0.3999].map((zoom) => levelAt(zoom, null))).toEqual([
      "near",
      "near",
      "middle",
      "middle",
      "far",
    ]);
  });

  it("hold on for 3 % on the way down, and not on the way up", () => {
    expect(levelAt(0.73, "near")).toBe("near");
    expect(levelAt(0.71, "near")).toBe("middle");
    expect(levelAt(0.73, "middle")).toBe("middle");
    expect(levelAt(0.38, "middle")).toBe("middle");
    expect(levelAt(0.36, "middle")).toBe("far");
    expect(levelAt(0.38, "far")).toBe("far");
  });

  it("are drawn at their natural size at their upper end", () => {
    expect(scaleAt(1, "near")).toBe(1);
    expect(scaleAt(0.75, "middle")).toBeCloseTo(1);
    expect(scaleAt(0.4, "far")).toBeCloseTo(1);
  });

  it("never draw text under 9 px", () => {
    for (let zoom = 0.37; zoom <= 2; zoom += 0.01) {
      const level = levelAt(zoom, "near");
      if (level === "far") continue;
      const scale = scaleAt(zoom, level);
      const { small, title } = detailOf(level, leastText(scale));
      expect(Math.min(small, title) * scale).toBeGreaterThanOrEqual(8.999);
    }
  });

  it("zoomFor gives the zoom at which the level has that scale, if it is drawn there", () => {
    expect(zoomFor(0.8, "near")).toBe(0.8);
    expect(zoomFor(0.7, "near")).toBeNull();
    expect(zoomFor(0.6, "middle")).toBeCloseTo(0.45);
    expect(zoomFor(0.5, "middle")).toBeNull();
    expect(zoomFor(0.5, "far")).toBeCloseTo(0.2);
  });
});

describe("zoomAround", () => {
  it("leaves what is under the pointer there, within a level", () => {
    const camera = { x: 40, y: -20, zoom: 1 };
    const at = { x: 300, y: 200 };
    const next = zoomAround(camera, "near", 1.5, at, layouts(1));
    const world = { x: (at.x - camera.x) / 1, y: (at.y - camera.y) / 1 };
    expect(next.x + 1.5 * world.x).toBeCloseTo(at.x);
    expect(next.y + 1.5 * world.y).toBeCloseTo(at.y);
  });

  it.each([0, 12])("leaves the node %i px beside the pointer there, from level to level", (off) => {
    for (const seed of SEEDS) {
      const at = layouts(seed);
      const camera = { x: 100, y: 30, zoom: 0.8 };
      const node = at("near").placed[2];
      if (!node) continue;
      const box = toScreen(camera, at("near"), node);
      const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
      const pointer = { x: middle.x - off, y: middle.y + off };
      const next = zoomAround(camera, "near", 0.5, pointer, at);
      const place = at("middle").find(node.node.id);
      if (!place) throw new Error("every level draws the same nodes");
      const after = toScreen(next, at("middle"), place);
      expect((pointer.x - after.left) / after.width).toBeCloseTo(0.5 - off / box.width);
      expect((pointer.y - after.top) / after.height).toBeCloseTo(0.5 + off / box.height);
    }
  });

  it("leaves a cell under the pointer that lies far from its middle", () => {
    const tree = largeTree(9);
    const at = (level: Level) => layOut(tree, new Set(), level, "vertical");
    const camera = { x: 0, y: 0, zoom: 0.38 };
    const [cell] = at("far").placed;
    if (!cell) throw new Error("there is a root");
    const box = toScreen(camera, at("far"), cell);
    const pointer = { x: box.left + 0.1 * box.width, y: box.top + box.height / 2 };
    const next = zoomAround(camera, "far", 0.5, pointer, at);
    const place = at("middle").find(cell.node.id);
    if (!place) throw new Error("every level draws the same nodes");
    const card = toScreen(next, at("middle"), place);
    expect(box.width / card.width).toBeGreaterThan(20); // its middle is out of sight
    expect(pointer.x).toBeCloseTo(card.left + 0.1 * card.width);
    expect(pointer.y).toBeCloseTo(card.top + card.height / 2);
  });
});

describe("wholeTree", () => {
  it("brings every node into view, at 100 % or less, and none under the zoom's buttons", {
    timeout: 30_000,
  }, () => {
    let under = 0;
    for (const seed of SEEDS) {
      for (const way of ["vertical", "horizontal"] as const) {
        const at = layouts(seed, way);
        const camera = wholeTree(AREA, at);
        const level = levelAt(camera.zoom, null);
        expect(camera.zoom).toBeLessThanOrEqual(1);
        const boxes = at(level).placed.map((place) => toScreen(camera, at(level), place));
        const right = boxes.map((box) => AREA.width - box.left - box.width);
        const below = boxes.map((box) => AREA.height - box.top - box.height);
        const margins = [boxes.map(({ left }) => left), boxes.map(({ top }) => top), right, below];
        expect(Math.min(...margins.flat())).toBeGreaterThanOrEqual(13.9);
        under += boxes.filter(({ left }, i) => left < 131 && (below[i] ?? 0) < 40).length;
      }
    }
    expect(under).toBe(0);
  });

  it("leaves nothing that a collapsed node hides under the zoom's buttons", () => {
    const tree = largeTree(2);
    const left = tree.root.children[0]?.id ?? -1;
    for (const way of ["vertical", "horizontal"] as const) {
      const at = (level: Level) => layOut(tree, new Set([left, left + 6]), level, way);
      for (let height = 180; height < 400; height += 5) {
        const area = { width: 420, height };
        const camera = wholeTree(area, at);
        const layout = at(levelAt(camera.zoom, null));
        for (const place of layout.placed) {
          const box = toScreen(camera, layout, layout.reach(place));
          expect(box.left >= 131 || box.top + box.height <= height - 40).toBe(true);
        }
      }
    }
  });

  it.each([80, 190])("gives way to a corner of %i px when that costs little", (height) => {
    const corner = { width: 200, height };
    let cleared = 0;
    const edges: number[] = [];
    for (const seed of SEEDS) {
      const at = layouts(seed, "vertical", { width: 500, height: 300 });
      const plain = wholeTree(AREA, at);
      const camera = wholeTree(AREA, at, corner);
      const level = levelAt(camera.zoom, null);
      expect(camera.zoom).toBeGreaterThanOrEqual(plain.zoom * 0.8 - 1e-9);
      const boxes = at(level).placed.map((place) => toScreen(camera, at(level), place));
      for (const box of boxes) {
        expect(box.left + box.width).toBeLessThanOrEqual(AREA.width - 13.9);
        expect(box.top + box.height).toBeLessThanOrEqual(AREA.height - 13.9);
        expect(box.left >= 131 || box.top + box.height <= AREA.height - 40).toBe(true);
      }
      if (boxes.every((box) => box.left >= 200 || box.top >= height)) cleared += 1;
      if (camera.x !== plain.x || camera.y !== plain.y) {
        const said = level === "far" ? 0 : (13 + 8) * scaleAt(camera.zoom, level);
        const under = boxes.slice(1).filter((box) => box.left < 199.9 && box.top - said < height);
        expect(under, "with its condition").toEqual([]);
      }
      const aside = camera.zoom === plain.zoom && camera.y === plain.y && camera.x > plain.x;
      const lefts = boxes.filter(({ top }) => top < height).map(({ left }) => left);
      const run = outline(at(level), camera).filter(({ y }) => y < height);
      if (aside) edges.push(Math.min(...lefts, ...run.map(({ x }) => x)));
    }
    expect(cleared).toBeGreaterThan(SEEDS.length / (height > 100 ? 4 : 2));
    expect(edges.length).toBeGreaterThan(1);
    for (const edge of edges) {
      expect(edge, "clear, but for the air round the legend").toBeGreaterThan(200 - 8);
      expect(edge, "moved aside no farther than needed").toBeLessThan(200 + 8);
    }
  });
});

describe("wholeTree, turned", () => {
  it("moves aside with conditions that name levels, whose words fill the gap before a node", () => {
    const [area, corner] = [
      { width: 700, height: 300 },
      { width: 220, height: 130 },
    ];
    const levels = ["low", "middling", "high"];
    const meta = { ...metaOf(), columns: [{ name: "grade", kind: "ordered", levels } as const] };
    let moved = 0;
    for (const seed of SEEDS) {
      const tree = treeOf(randomColumns(seed, 8), meta);
      const at = (level: Level) => layOut(tree, new Set(), level, "horizontal");
      const [plain, camera] = [wholeTree(area, at), wholeTree(area, at, corner)];
      const layout = at(levelAt(camera.zoom, null));
      if (layout.level === "far" || camera.x === plain.x) continue;
      const gap = 0.9 * layout.measures.gapAside * scaleAt(camera.zoom, layout.level);
      for (const place of layout.placed.slice(1)) {
        const { left, top } = toScreen(camera, layout, place);
        if (top < corner.height) expect(left - gap).toBeGreaterThanOrEqual(corner.width);
      }
      moved += 1;
    }
    expect(moved).toBeGreaterThan(2);
  });
});

describe("anchored", () => {
  it("leaves the selected node, or what now stands for it, in its place", () => {
    for (const seed of SEEDS) {
      const tree = randomTree(seed);
      const before = layOut(tree, new Set(), "near", "vertical", undefined, [0, 0]);
      for (const hidden of before.placed.filter(({ node }) => !node.leaf)) {
        const closed = new Set([hidden.node.id]);
        const after = layOut(tree, closed, "near", "vertical", undefined, before.spread);
        const camera = { x: 30, y: 40, zoom: 0.9 };
        const below = tree.tips(hidden.node.id)[0]?.id ?? -1;
        const next = anchored(camera, before, after, below);
        const place = after.find(hidden.node.id);
        if (!place) throw new Error("a collapsed node is drawn");
        expect(toScreen(next, after, place).left).toBeCloseTo(
          toScreen(camera, before, hidden).left,
        );
        expect(toScreen(next, after, place).top).toBeCloseTo(toScreen(camera, before, hidden).top);
      }
    }
  });
});

describe("reveal and confine", () => {
  it("moves no more than needed", () => {
    const camera = { x: 0, y: 0, zoom: 1 };
    const inside = { left: 100, top: 100, width: 138, height: 68 };
    expect(reveal(camera, inside, AREA)).toEqual(camera);
    const right = { ...inside, left: 760 };
    expect(reveal(camera, right, AREA)).toEqual({ ...camera, x: 800 - 14 - (760 + 138) });
    const above = { ...inside, top: -300 };
    expect(reveal(camera, above, AREA)).toEqual({ ...camera, y: 314 });
  });

  it("leaves nothing in the corner that the legend has, if there is room beside or below", () => {
    const camera = { x: 0, y: 0, zoom: 1 };
    const corner = { width: 160, height: 120 };
    const moved = (box: Box) => reveal(camera, { ...box }, AREA, undefined, corner);
    const card = { left: 120, top: 40, width: 138, height: 68 };
    expect(moved(card)).toEqual({ ...camera, x: 40 });
    expect(moved({ ...card, left: 20, top: 90 })).toEqual({ ...camera, y: 30 });
    expect(moved({ ...card, top: 130 }), "clear of it").toEqual(camera);
    expect(moved({ ...card, width: 640 }), "no room beside").toEqual({ ...camera, y: 80 });
    expect(moved({ ...card, width: 640, height: 390 }), "no room at all").toEqual(camera);
  });

  it("leaves nothing under the zoom's buttons", () => {
    const camera = { x: 0, y: 0, zoom: 1 };
    const foot = { left: -20, top: 420, width: 138, height: 68 };
    expect(reveal(camera, foot, AREA)).toEqual({ ...camera, x: 34, y: 460 - 14 - 488 });
    expect(reveal(camera, { ...foot, left: 200 }, AREA)).toEqual({ ...camera, y: -2 });
  });

  it("leaves nothing under them where they are as large as fingers", async () => {
    vi.resetModules();
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    const touched = await import("../src/model/fitting");
    vi.unstubAllGlobals();
    const foot = { left: -20, top: 420, width: 138, height: 68 };
    expect(touched.reveal({ zoom: 1, x: 0, y: 0 }, foot, AREA).y).toBe(444 - 14 - 488);
  });

  it("brings what was out of sight into the middle, and leaves no end empty", () => {
    const camera = { x: 0, y: 0, zoom: 1 };
    const whole = { left: -2000, top: 14, width: 4000, height: 400 };
    const hit = { left: 1000, top: 100, width: 100, height: 60 };
    expect(reveal(camera, hit, AREA, whole)).toEqual({ ...camera, x: -650 });
    const last = { ...hit, left: 1880 };
    expect(reveal(camera, last, AREA, whole)).toEqual({ ...camera, x: 800 - 14 - 2000 });
    const first = { ...hit, left: -2000 };
    expect(reveal(camera, first, AREA, whole)).toEqual({ ...camera, x: 14 + 2000 });
  });

  it("never lets the tree be pushed out of sight", () => {
    const layout = layouts(1)("near");
    const { left, top, height } = layout.bounds;
    const camera = confine({ x: 9e5, y: -9e5, zoom: 1 }, layout, AREA);
    expect(camera).toEqual({ x: 740 - left, y: 60 - height - top, zoom: 1 });
  });
});
