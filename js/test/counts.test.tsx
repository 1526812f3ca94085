// How many classes the inspector counts at once.
import { render } from "preact";
import { act } from "preact/test-utils";
import { expect, it } from "vitest";
import { total } from "../src/model/arrays";
import type { TreeNode } from "../src/model/tree";
import { share, weight } from "../src/numbers";
import { Session } from "../src/session";
import { Counts } from "../src/view/counts";
import { View } from "../src/view-state";
import { contract } from "./contract";
import { FakeKernel, stateOf } from "./fakes";
import { metaOf } from "./trees";

/** The names in front of the counts of a root with so many classes. */
function names(classes: number, height = 640, rows = 2400, width = 950) {
  const state = stateOf(1);
  state.nodes.n[0] = rows;
  state.nodes.weight[0] = rows;
  const each = Array.from({ length: classes }, (_, k) => k + 1);
  state.nodes.counts = state.nodes.id.flatMap(() => each);
  state.nodes.validation_counts = state.nodes.counts;
  const _meta = { ...metaOf(), classes: each.map((k) => `class ${k}`) };
  const session = new Session(new FakeKernel(1, { _meta, _state: state, height }).model);
  const view = new View(session);
  view.size.value = { width, height };
  const box = document.createElement("div");
  render(<Counts view={view} node={view.tree.value.root as TreeNode} />, box);
  session.dispose();
  const told = () => [...box.querySelectorAll("tbody th")].map(({ textContent }) => textContent);
  const texts = (part: string) => [...box.querySelectorAll(part)].map((one) => one.textContent);
  return { told, link: box.querySelector("button"), texts };
}

it("keeps the sum in sight under six classes, and under the heaviest of more", async () => {
  expect(names(6).told()).toHaveLength(7);
  const { told, link } = names(12);
  const heaviest = [8, 9, 10, 11, 12].map((k) => `class ${k}`);
  expect(told()).toEqual([...heaviest, "rows"]);
  expect(link?.textContent).toBe("Show 7 more");
  await act(() => link?.click());
  expect(told()).toHaveLength(13);
  expect(names(12, 800).link).toBeNull();
});

it("counts what validation rows weigh as it does training rows", () => {
  const figures = (name: "shares" | "regression") => {
    const { meta, state: _state } = contract(name);
    const _meta = { ...meta, weighted: true };
    const session = new Session(new FakeKernel(1, { _meta, _state }).model);
    const view = new View(session);
    const node = view.tree.value.root?.children[0] as TreeNode;
    const box = document.createElement("div");
    render(<Counts view={view} node={node} />, box);
    session.dispose();
    const cells = [...box.querySelectorAll("tbody tr:last-child td")].map((one) => one.textContent);
    const held = (one: TreeNode) =>
      name === "regression" ? one.validationCounts[0] : total(one.validationCounts);
    return [cells.slice(2), held(node) ?? 0, held(view.tree.value.root as TreeNode) ?? 0] as const;
  };
  for (const name of ["shares", "regression"] as const) {
    const [cells, part, whole] = figures(name);
    expect(part).toBeGreaterThan(0);
    expect(cells).toEqual([weight(part), share(part / whole)]);
  }
});

it("has the sign of the shares at the head where counts of six digits leave names no room", () => {
  const figures = (...given: [rows: number, width: number]) => {
    const { texts } = names(3, 640, ...given);
    return [texts("thead th").map((text) => text?.trim()), texts("tbody tr:first-child td")];
  };
  expect(figures(540_000, 950)).toEqual([
    ["training %", "validation %"],
    ["1", "16.7", "1", "16.7"],
  ]);
  const plain = [
    ["training", "validation"],
    ["1", "16.7\u202f%", "1", "16.7\u202f%"],
  ];
  expect(figures(540_000, 1300)).toEqual(plain);
  expect(figures(99_000, 950)).toEqual(plain);
});
