// Labels on edges: which have room beside cards, and what of them is left where that is short.
import { describe, expect, it } from "vitest";
import { YEAR } from "../src/model/dates";
import { type Level, measures } from "../src/model/detail";
import {
  around,
  asideLabels,
  type EdgeLabel,
  type Fork,
  uprightLabels,
} from "../src/model/edge-labels";
import type { Placed } from "../src/model/layout";
import { layOut } from "../src/model/layout";
import { overlap } from "./boxes";
import { randomTree } from "./trees";

/** Nothing stands beside the branches. */
const ALONE = { around: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const };

describe("labels on edges", () => {
  const gauge = {
    width: (text: string) => text.length * 7,
    fit: (text: string, room: number) => text.slice(0, Math.floor(room / 7)),
  };

  function forks(
    way: "vertical" | "horizontal",
    texts: string,
    names: boolean,
    level: Level = "near",
  ): Fork[] {
    const tree = randomTree(11);
    const layout = layOut(tree, new Set(), level, way);
    return layout.placed
      .filter((place) => !place.node.leaf)
      .map((parent) => {
        const children = parent.node.children.flatMap((child) => layout.find(child.id) ?? []);
        const said = level === "near" ? "gain 0.013" : "column";
        const all = children.map(() => texts);
        const beside = around(layout, children);
        const small = level === "middle";
        return { parent, children, around: beside, texts: all, said, names, small };
      });
  }

  it("between small cards touch none of the whole tree, and are there if they are short", () => {
    for (const text of ["≤ 143.8", "≤ 2022-01-25", "≤ −1234567.125", "Altstadt and many more"]) {
      for (const names of [false, true]) {
        for (const way of ["vertical", "horizontal"] as const) {
          const all = forks(way, text, names, "middle");
          const place = way === "vertical" ? uprightLabels : asideLabels;
          const labels = all.flatMap((fork) =>
            place(fork, measures("middle", "classification"), gauge),
          );
          const boxes = labels.map(({ x, y, kind, text: said }) => {
            const width = gauge.width(said);
            const aside = kind === "fork" ? 0 : width;
            const left = x - (way === "vertical" ? width / 2 : aside);
            return { left, top: y - 7, width, height: 14 };
          });
          const cards = all.flatMap(({ children }) => children);
          boxes.forEach((one, i) => {
            const others = [...cards, ...boxes.slice(i + 1)];
            expect(others.filter((other) => overlap(one, other)).length, text).toBe(0);
          });
          if (text.length < 13) expect(labels.length).toBeGreaterThan(1.2 * cards.length);
        }
      }
    }
  });

  it("never name a column below a condition, which would be taken for it", () => {
    let raised = 0;
    for (const text of ["≤ 2022-01-25", "> 2022-01-25 09:00", "≤ −1234567.125"]) {
      for (const fork of forks("vertical", text, false, "middle")) {
        const labels = uprightLabels(fork, measures("middle", "classification"), gauge);
        const names = labels.filter(({ kind }) => kind === "fork");
        const conditions = labels.filter(({ kind }) => kind === "condition");
        raised += Number(new Set(conditions.map(({ y }) => y)).size > 1);
        for (const name of names) {
          const over = conditions.filter(
            ({ x, text: said }) =>
              2 * Math.abs(x - name.x) < gauge.width(said) + gauge.width(name.text),
          );
          expect(over.every(({ y }) => y > name.y)).toBe(true);
        }
      }
    }
    expect(raised).toBeGreaterThan(3);
  });

  it("name a column whole where its branches lie far apart, and as much as they leave room for", () => {
    const size = measures("middle", "classification");
    const all = forks("vertical", "≤ 143.8", false, "middle");
    const cards = all.flatMap(({ children }) => children);
    for (let letters = 10; letters < 40; letters += 1) {
      const said = "n".repeat(letters);
      const labels = all.flatMap((fork) => uprightLabels({ ...fork, said }, size, gauge));
      const names = labels.filter(({ kind }) => kind === "fork").map(({ text }) => text);
      expect(names.filter((name) => name === said).length, said).toBeGreaterThan(3);
      const least = Math.min(gauge.width(said), size.width - 7);
      for (const name of names) expect(gauge.width(name), said).toBeGreaterThanOrEqual(least);
      const boxes = labels.map(({ x, y, text }) => {
        const width = gauge.width(text);
        return { left: x - width / 2, top: y - 7, width, height: 14 };
      });
      boxes.forEach((one, i) => {
        const others = [...cards, ...boxes.slice(i + 1)];
        expect(others.filter((other) => overlap(one, other)).length, said).toBe(0);
      });
    }
  });

  it("name a column whole on the way to its branches, where the levels lie far apart", () => {
    const card = { width: 104, height: 44, node: { id: 1, missing: 0 } };
    const parent = { ...card, left: 0, top: 0 } as unknown as Placed;
    const said = "number_of_late_payments";
    const named = (gapAside: number): string => {
      const children = [-60, 60].map((top) => ({ ...parent, left: 104 + gapAside, top }));
      const fork = {
        ...ALONE,
        parent,
        children,
        texts: ["≤ 1", "> 1"],
        said,
        names: false,
        small: true,
      };
      const size = { ...measures("middle", "classification"), gapAside };
      return asideLabels(fork, size, gauge).find(({ kind }) => kind === "fork")?.text ?? "";
    };
    expect(named(240)).toBe(said);
    expect(gauge.width(named(100))).toBeLessThanOrEqual(72);
    expect(gauge.width(named(100))).toBeGreaterThan(60);
  });

  it("keep a long name above its own branches where the levels stand close", () => {
    const card = { width: 104, height: 44, node: { id: 1, missing: 0 } };
    const parent = { ...card, left: -52, top: 0 } as unknown as Placed;
    const children = [-110, 6].map((left) => ({ ...parent, left, top: 84 }));
    const texts = ["region 00 + 14", "region 01 + 24"];
    const fork = {
      ...ALONE,
      parent,
      children,
      texts,
      said: "n".repeat(30),
      names: false,
      small: true,
    };
    const labels = uprightLabels(fork, measures("middle", "classification"), gauge);
    const said = labels.find(({ kind }) => kind === "fork");
    expect(Math.abs(said?.x ?? 0) + gauge.width(said?.text ?? "") / 2).toBeLessThan(140);
  });

  it.each(["near", "middle"] as const)("have the room beside their cards, %s", (level) => {
    const size = measures(level, "classification");
    const all = forks("vertical", "a very long list of names, and 4 more", true, level);
    const cards = all.flatMap(({ children }) => children);
    const low = Math.min(...cards.map(({ left }) => left)) - size.sibling;
    const high = Math.max(...cards.map(({ left, width }) => left + width)) + size.sibling;
    const boxes = all
      .flatMap((fork) => uprightLabels(fork, size, gauge))
      .filter(({ kind }) => kind === "condition")
      .map(({ x, y, text }) => {
        const width = gauge.width(text);
        return { left: x - width / 2, top: y - 7, width, height: 14 };
      });
    expect(boxes).toHaveLength(cards.length);
    const wide = size.width + 2 * size.sibling;
    expect(boxes.filter((one) => one.width > wide).length).toBeGreaterThan(3);
    for (const [i, one] of boxes.entries()) {
      expect(one.left).toBeGreaterThanOrEqual(low);
      expect(one.left + one.width).toBeLessThanOrEqual(high);
      const others = [...cards, ...boxes.slice(i + 1)];
      expect(others.filter((other) => overlap(one, other))).toEqual([]);
    }
  });

  it("never touch one another, however long the names", () => {
    for (const text of ["≤ 1.5", "≠ holiday", "a very long list of names, and 4 more"]) {
      for (const fork of forks("vertical", text, true)) {
        const labels = uprightLabels(fork, measures("near", "classification"), gauge);
        const boxes = labels.map(({ x, y, text: said }) => {
          const half = gauge.width(said) / 2;
          return { left: x - half, right: x + half, y };
        });
        const clashes = boxes.flatMap((a, i) =>
          boxes.slice(i + 1).filter((b) => {
            const sameLine = Math.abs(a.y - b.y) < 12;
            return sameLine && a.left < b.right && b.left < a.right;
          }),
        );
        expect(clashes).toEqual([]);
      }
    }
  });

  it("say what a split is on at its side towards the root, not beyond the tree", () => {
    for (const [id, middle] of [
      [1, -600],
      [2, 600],
    ] as const) {
      const size = { width: 104, height: 44 };
      const node = { id, missing: 0 };
      const parent = { ...size, left: middle - 52, top: 0, node } as unknown as Placed;
      const children = [-110, 6].map((by) => ({ ...parent, left: middle + by, top: 84 }));
      const texts = ["≤ 123.125", "> 123.125"];
      const fork = {
        ...ALONE,
        parent,
        children,
        texts,
        said: "monthly_income",
        names: false,
        small: true,
      };
      const labels = uprightLabels(fork, measures("middle", "classification"), gauge);
      const said = labels.find(({ kind }) => kind === "fork");
      expect(Math.abs(said?.x ?? 0)).toBeLessThan(600);
    }
  });

  it("never cut a number short", () => {
    for (const fork of forks("vertical", "≤ 1234567.125", false)) {
      const labels = uprightLabels(fork, measures("near", "classification"), gauge);
      for (const label of labels.filter(({ kind }) => kind === "condition")) {
        expect(label.text).toBe("≤ 1234567.125");
      }
    }
  });

  it("of many intervals stand in two rows, or stay unsaid, and never touch", () => {
    const [fork] = forks("vertical", "", false);
    const [parent, child] = [fork?.parent as Placed, fork?.children[0] as Placed];
    const said = ["≤ −0.8488", "(−0.8488, −0.51905]", "(−0.51905, 0.79547]", "> 0.79547"];
    for (const most of [2, 3, 4]) {
      for (const gap of [60, 110, 144, 220]) {
        const children = said.slice(0, most).map((_, i) => ({ ...child, left: i * gap }));
        const many = {
          ...ALONE,
          parent,
          children,
          texts: said.slice(0, most),
          said: "gain 0.1",
          names: false,
          small: false,
        };
        const labels = uprightLabels(many as Fork, measures("near", "classification"), gauge);
        const boxes = labels.map(({ x, y, text }) => ({ x, y, half: gauge.width(text) / 2 }));
        boxes.forEach((a, i) => {
          for (const b of boxes.slice(i + 1)) {
            const apart = Math.abs(a.x - b.x) >= a.half + b.half || Math.abs(a.y - b.y) >= 14;
            expect(apart, labels.map(({ text }) => text).join(" | ")).toBe(true);
          }
        });
        for (const { kind, text } of labels) if (kind === "condition") expect(said).toContain(text);
        if (gap > 100) expect(labels.length).toBeGreaterThanOrEqual(most);
      }
    }
  });

  it("leave room for the gain where two conditions stand in two rows", () => {
    const texts = ["≤ −1234567.125123456", "> −1234567.125123456"];
    const found = forks("vertical", "", false).flatMap((fork) => {
      const labels = uprightLabels({ ...fork, texts }, measures("near", "classification"), gauge);
      const rows = new Set(labels.filter(({ kind }) => kind === "condition").map(({ y }) => y));
      return fork.children.length === 2 && rows.size === 2 ? [labels] : [];
    });
    expect(found).not.toEqual([]);
    for (const labels of found) {
      expect(labels.map(({ kind }) => kind)).toEqual(["condition", "condition", "fork"]);
      const gain = labels[2] as EdgeLabel;
      for (const { text, x, y } of labels.slice(0, 2)) {
        const halves = (gauge.width(text) + gauge.width(gain.text)) / 2;
        expect(Math.abs(y - gain.y) >= 14 || Math.abs(x - gain.x) >= halves).toBe(true);
      }
    }
  });

  it("let the hour of a date give way", () => {
    const texts = ["≤ 2018-10-22 14:03:11.5", "> 2018-10-22 14:03:11.5"];
    const near = forks("vertical", "", false).filter(({ children: [first, second, third] }) => {
      return first && second && !third && second.left - first.left < 180;
    });
    expect(near).not.toEqual([]);
    for (const fork of near) {
      const labels = uprightLabels({ ...fork, texts }, measures("near", "classification"), gauge);
      const said = labels.filter(({ kind }) => kind === "condition").map(({ text }) => text);
      expect(said).toEqual(["≤ 2018-10-22…", "> 2018-10-22…"]);
      const shown = uprightLabels(
        { ...fork, texts, spare: [YEAR] },
        measures("near", "classification"),
        gauge,
      );
      const hours = shown.filter(({ kind }) => kind === "condition").map(({ text }) => text);
      expect(hours).toEqual(["≤ …10-22 14:03…", "> …10-22 14:03…"]);
    }
  });

  it("tell both ends of an interval between two levels", () => {
    const ends = [[], ["very poor indeed", "middling, all in all"], []];
    const texts = ["≤ very poor indeed", `(${ends[1]?.join(", ")}]`, "> middling, all in all"];
    for (const way of ["vertical", "horizontal"] as const) {
      const three = forks(way, "", true).filter(({ children }) => children.length === 3);
      expect(three).not.toEqual([]);
      const place = way === "vertical" ? uprightLabels : asideLabels;
      for (const fork of three) {
        const labels = place({ ...fork, texts, ends }, measures("near", "classification"), gauge);
        const interval = labels.find(({ text }) => text.startsWith("("));
        expect(interval?.text).toMatch(/^\(very [^,]*,\smiddl[^,]*.*\]$/);
      }
    }
  });

  it("of two lines leave room for what is said of the split", () => {
    const ends = [[], ["very poor indeed", "middling, all in all"], []];
    const texts = ["≤ very poor indeed", `(${ends[1]?.join(", ")}]`, "> middling, all in all"];
    for (const level of ["near", "middle"] as const) {
      const three = forks("horizontal", "", true, level).filter((one) => one.children.length === 3);
      for (const fork of three) {
        const told = asideLabels(
          { ...fork, texts, ends },
          measures(level, "classification"),
          gauge,
        );
        const split = told.find(({ kind }) => kind === "fork");
        expect(split?.text).toBe(fork.said);
        const [one, two] = [told.find(({ text }) => text.includes("\n")), split];
        expect(Math.abs((one?.y ?? 0) - (two?.y ?? 0))).toBeGreaterThan(21);
      }
    }
  });

  it("end before the child when the tree is turned", () => {
    for (const fork of forks("horizontal", "≤ 1.5", false)) {
      const labels = asideLabels(fork, measures("near", "classification"), gauge);
      fork.children.forEach((child, i) => {
        expect(labels[i]?.x).toBeLessThan(child.left);
        expect(labels[i]?.y).toBe(child.top + child.height / 2);
      });
    }
  });
});
