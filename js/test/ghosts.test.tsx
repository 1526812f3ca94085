// The cards of a split that is being considered.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import { Scene } from "../src/scene";
import { Session } from "../src/session";
import { SplitGhosts } from "../src/view/split-ghosts";
import { View } from "../src/view-state";
import { FakeKernel } from "./fakes";
import { metaOf } from "./trees";

afterEach(() => render(null, document.body));

it("cut no date in its middle: the year goes, then the seconds", async () => {
  const scene = new Scene(new View(new Session(new FakeKernel(11).model)));
  scene.resize(1200, 640);
  scene.zoomTo(1);
  const { tree, preview } = scene.view;
  const branch = { n: 9, weight: 9, counts: [9, 0], prediction: 0, impurity: 0, error: 0 };
  const branches = ["≤", "> 2024-03-01 12:11:38,"].map((before) => {
    const condition = `${before} 2024-03-01 12:11:38`;
    return { ...branch, condition, validationError: null };
  });
  preview.value = { node: tree.value.root.id, gain: 0, branches };
  await act(() => render(<SplitGhosts scene={scene} />, document.body));
  const said = [...document.querySelectorAll(".tw-ghost-card > .tw-row:first-child")];
  expect(said[0]?.textContent).toMatch(/^≤ (2024-|…)03-01 12:11:38$/);
  expect(said[1]?.textContent).not.toContain(":38");
  scene.dispose();
});

it.each([588, 123_456])("leave air between %s rows and what they are of", async (n) => {
  const meta = { ...metaOf("classification"), classes: ["defaulting", "paid"] };
  const scene = new Scene(new View(new Session(new FakeKernel(11, { _meta: meta }).model)));
  scene.resize(1200, 640);
  scene.zoomTo(1);
  const { tree, preview, ruler } = scene.view;
  const { id } = tree.value.root;
  const branch = { n, weight: n, counts: [n, 0], prediction: 0, impurity: 0, error: 0 };
  const branches = ["≤ 1", "> 1"].map((condition) => {
    return { ...branch, condition, validationError: null };
  });
  preview.value = { node: id, gain: 0, branches };
  await act(() => render(<SplitGhosts scene={scene} />, document.body));
  const [card] = document.querySelectorAll<HTMLElement>(".tw-ghost-card");
  const { small } = scene.detail.value;
  const [rows, told] = [...(card?.querySelectorAll(".tw-row:last-child > span") ?? [])];
  const words = told?.textContent?.trim() ?? "";
  const glyph = told?.querySelector("svg") ? small + 4 : 0;
  const taken = ruler.width(rows?.textContent ?? "", small, 600) + ruler.width(words, small, 500);
  expect(glyph).toBeGreaterThan(0);
  expect(words).toMatch(/100/);
  expect(taken + glyph + 4).toBeLessThanOrEqual(Number.parseFloat(card?.style.width ?? "") - 20);
  scene.dispose();
});

it.each([
  ["absolute_error", "mean 5.82"],
  ["squared_error", "5.82"],
] as const)("call means what they are where nodes tell medians: by %s", async (measure, told) => {
  const meta = { ...metaOf("regression"), measure };
  const scene = new Scene(new View(new Session(new FakeKernel(11, { _meta: meta }).model)));
  scene.resize(1200, 640);
  scene.zoomTo(1);
  const { tree, preview } = scene.view;
  const branch = { n: 9, weight: 9, counts: [9, 5.822, 1], prediction: 5.822, impurity: 1 };
  const branches = ["≤ 1", "> 1"].map((condition) => {
    return { ...branch, condition, error: 1, validationError: null };
  });
  preview.value = { node: tree.value.root.id, gain: 0, branches };
  await act(() => render(<SplitGhosts scene={scene} />, document.body));
  const [said] = document.querySelectorAll(".tw-ghost-card .tw-row-end");
  expect(said?.textContent?.trim()).toBe(told);
  scene.dispose();
});
