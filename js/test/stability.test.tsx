// How stable splits are: on the cards, for screen readers, and asked for by a key.
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import type { StabilityWire } from "../src/protocol.gen";
import { FakeKernel, settled } from "./fakes";
import { mounted } from "./mounted";

let cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.reverse()) cleanup?.();
  cleanups = [];
  document.body.replaceChildren();
});

const known = (columns: number[], leads: number[]): StabilityWire[] => [
  { node: 1, halves: 50, columns, leads, low: ["", ""], high: ["", ""] },
];

async function shown(stability: StabilityWire[] = []) {
  for (const [side, value] of [
    ["clientWidth", 1200],
    ["clientHeight", 640],
  ] as const)
    Object.defineProperty(HTMLElement.prototype, side, { configurable: true, value });
  const kernel = new FakeKernel(11, { _stability: stability });
  const el = await mounted(kernel, cleanups);
  const node = () => el.querySelector<HTMLElement>("[role=treeitem][data-node='1']") as HTMLElement;
  const badge = () => node().querySelector<HTMLElement>("button.tw-disc")?.title;
  return { kernel, node, badge };
}

it("stands on a card as a badge once it is known", async () => {
  const { kernel, node, badge } = await shown();
  expect(badge()).toBeUndefined();
  await act(() => kernel.model.set("_stability", known([0, 1], [43, 7])));
  expect(badge()).toBe(
    "Stability of node 1: age leads in 43 of 50 halves of its rows, purpose in 7",
  );
  expect(node().getAttribute("aria-description")).toContain("stability 86 %");
});

it("tells of a column that never leads, and of one that always does", async () => {
  const { kernel, badge, node } = await shown(known([1], [50]));
  expect(badge()).toBe(
    "Stability of node 1: age leads in 0 of 50 halves of its rows, purpose in 50",
  );
  expect(node().getAttribute("aria-description")).toContain("stability 0 %");
  await act(() => kernel.model.set("_stability", known([0], [50])));
  expect(badge()).toBe("Stability of node 1: age leads in 50 of 50 halves of its rows");
});

it("is asked for by T, for the whole branch; a refusal is said", async () => {
  const { kernel, node } = await shown();
  await act(() => {
    node().dispatchEvent(new KeyboardEvent("keydown", { key: "t", bubbles: true }));
  });
  const [asked] = kernel.asked("stability");
  expect(asked?.args).toEqual({ node: 1, below: true });
  await act(async () => {
    kernel.refuse(asked?.id ?? "", "node 1 has too few rows", 1);
    await Promise.resolve();
  });
  expect(document.body.textContent).toContain("Node 1 has too few rows");
});

it("says what T found, once it is there, of a leaf and of pure rows too", async () => {
  const { kernel } = await shown();
  const { nodes } = kernel.model.get("_state");
  const leaves = nodes.id.filter((_, i) => nodes.split[i] === null);
  const [leaf = 0, pure = 0] = leaves;
  const said = () => document.querySelector(".tw-news")?.textContent;
  const found = async (node: number, columns: number[], leads: number[]) => {
    await act(() => kernel.model.set("selected", node));
    await act(async () => {
      const item = document.querySelector(`[data-node="${node}"]`);
      item?.dispatchEvent(new KeyboardEvent("keydown", { key: "t", bubbles: true }));
      kernel.answer(kernel.asked("stability").at(-1)?.id ?? "", { nodes: [node] });
      await settled();
    });
    await act(async () => {
      kernel.model.set("_stability", [{ node, halves: 50, columns, leads, low: [], high: [] }]);
      await settled();
    });
    return said();
  };
  expect(await found(1, [0, 1], [43, 7])).toBe(
    "Stability of node 1: age leads in 43 of 50 halves of its rows, purpose in 7",
  );
  expect(await found(leaf, [1], [9])).toBe(
    `Stability of node ${leaf}: purpose leads in 9 of 50 halves of its rows`,
  );
  expect(await found(pure, [], [])).toBe(
    `Stability of node ${pure}: no column leads in any of 50 halves of its rows`,
  );
});

it("says nothing of a look that is still under way", async () => {
  const { kernel, node } = await shown();
  await act(async () => {
    node().dispatchEvent(new KeyboardEvent("keydown", { key: "t", bubbles: true }));
    kernel.answer(kernel.asked("stability")[0]?.id ?? "", { nodes: [1] });
    await settled();
  });
  expect(document.querySelector(".tw-news")?.textContent).toBe("");
});
