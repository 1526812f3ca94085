// The small pure parts of the canvas: palette, arrows, search, price, theme.
import { describe, expect, it } from "vitest";
import { step } from "../src/model/arrows";
import { layOut } from "../src/model/layout";
import { bySlot, classSlots, purity } from "../src/model/palette";
import { search } from "../src/model/search";
import type { CutWire } from "../src/protocol.gen";
import { contrast, isDark, over, parseColour } from "../src/theme";
import { randomTree } from "./trees";

describe("palette", () => {
  it("gives up to eight classes a colour each, in their order", () => {
    expect(classSlots([5, 1, 9])).toEqual([1, 2, 3]);
    expect(classSlots(Array(8).fill(1))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("gives the seven largest of more a colour, and the rest the eighth", () => {
    const counts = [1, 50, 40, 30, 2, 20, 10, 9, 8, 3];
    expect(classSlots(counts)).toEqual([8, 1, 2, 3, 8, 4, 5, 6, 7, 8]);
    expect(bySlot(counts, classSlots(counts))).toEqual([50, 40, 30, 20, 10, 9, 8, 6]);
  });

  it("measures purity from even to pure", () => {
    expect(purity([10, 10])).toBe(0);
    expect(purity([10, 0])).toBe(1);
    expect(purity([3, 1])).toBeCloseTo(0.5);
  });
});

describe("arrows", () => {
  it("reach every drawn node from the root, and come back", () => {
    const tree = randomTree(11);
    const layout = layOut(tree, new Set(), "near", "vertical");
    const [root] = layout.placed;
    if (!root) throw new Error("a root");
    const reached = new Set([root]);
    const visit = (from: typeof root): void => {
      for (const way of ["child", "before", "after"] as const) {
        const next = step(layout, from, way);
        if (reached.has(next)) continue;
        reached.add(next);
        visit(next);
      }
    };
    visit(root);
    expect(reached.size).toBe(layout.placed.length);
    for (const place of layout.placed) {
      const next = step(layout, place, "after");
      if (next !== place) expect(step(layout, next, "before")).toBe(place);
    }
    expect(step(layout, root, "parent")).toBe(root);
    expect(step(layout, root, "last")).toBe(layout.placed.at(-1));
  });
});

describe("search", () => {
  const tree = randomTree(11);

  it("asks nothing, finds nothing, finds by column, by class, by id", () => {
    const found = (query: string) => search(tree, query)?.map((position) => tree.node(position).id);
    expect(search(tree, "  ")).toBeNull();
    expect(found("nowhere")).toEqual([]);
    const branches = tree
      .below()
      .filter((node) => !node.leaf)
      .map((node) => node.id);
    expect(found("AGE")).toEqual(branches);
    const leaves = tree.below().filter((node) => node.leaf && node.prediction === 0);
    expect(found("a")).toEqual(expect.arrayContaining(leaves.map((node) => node.id)));
    expect(found("4")).toContain(4);
  });

  it("finds a long cut by its digits, and as a card writes it", () => {
    const long = randomTree(11);
    const split = long.columns.split.find((each) => each?.cuts);
    const cut = split?.cuts?.[0] as CutWire;
    cut.text = "-14400000000000";
    for (const query of ["14400000000000", "1.44e13", "-1.44e13", "−1.44e13"]) {
      expect(search(long, query), query).toEqual([long.columns.split.indexOf(split ?? null)]);
    }
    expect(search(long, "1.44e12")).toEqual([]);
  });

  it("finds a split by any of its branches' levels, and by any of its cuts", () => {
    const many = randomTree(11);
    const [first, second] = many.columns.split.filter((split) => split !== null);
    const at = [first, second].map((split) => many.columns.split.indexOf(split ?? null));
    Object.assign(first ?? {}, { column: 1, groups: [[0], [1], [2]], cuts: undefined });
    const cuts = ["34.015", "71.63"].map((text) => ({ text }) as CutWire);
    Object.assign(second ?? {}, { column: 0, groups: undefined, cuts });
    expect(many.meta.columns.map((column) => column.kind)).toEqual(["number", "nominal"]);
    expect(search(many, "holiday")).toContain(at[0]);
    for (const query of ["34.015", "71.63"]) expect(search(many, query), query).toEqual([at[1]]);
    expect(search(many, "71.64")).toEqual([]);
  });
});

describe("theme", () => {
  it("believes the nearest ancestor that says so, else the system", () => {
    const outer = document.createElement("div");
    const inner = document.createElement("div");
    outer.append(inner);
    expect(isDark(inner, true)).toBe(true);
    outer.className = "light";
    expect(isDark(inner, true)).toBe(false);
    outer.className = "vscode-body vscode-dark";
    expect(isDark(inner, false)).toBe(true);
    inner.setAttribute("data-jp-theme-light", "true");
    expect(isDark(inner, true)).toBe(false);
  });

  it("reads colours as browsers write them", () => {
    expect(parseColour("rgb(1, 2, 3)")).toEqual([1, 2, 3, 1]);
    expect(parseColour("rgba(0, 0, 0, 0.54)")).toEqual([0, 0, 0, 0.54]);
    expect(parseColour("color(srgb 1 0.5 0 / 0.5)")).toEqual([255, 127.5, 0, 0.5]);
    expect(parseColour("currentcolor")).toBeNull();
  });

  it("lays a translucent colour over its ground", () => {
    expect(over([0, 100, 255, 0.25], [200, 0, 55, 1])).toEqual([150, 25, 105, 1]);
  });

  it("measures contrast as WCAG does", () => {
    expect(contrast([0, 0, 0, 1], [255, 255, 255, 1])).toBeCloseTo(21);
    expect(contrast([118, 118, 118, 1], [255, 255, 255, 1])).toBeCloseTo(4.54, 2);
  });
});
