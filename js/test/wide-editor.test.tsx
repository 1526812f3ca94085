// The cut editor over the canvas.
import { act } from "preact/test-utils";
import { afterEach, beforeAll, expect, it } from "vitest";
import { FLAGS } from "../src/model/tree";
import { loaded } from "../src/panels-loader";
import type { ProfileResult } from "../src/protocol.gen";
import type { Session } from "../src/session";
import { contract, type NAMES } from "./contract";
import { FakeKernel, settled, stateOf } from "./fakes";
import { mounted } from "./mounted";

const cleanups: (() => void)[] = [];

beforeAll(() => loaded({} as Session));

afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
  document.body.replaceChildren();
});

it("says what share of the rows a node has, also where they are weighted", async () => {
  const state = stateOf(11);
  const { id, n, weight } = state.nodes;
  weight[1] = (weight[1] ?? 0) / 2;
  const el = await mounted(new FakeKernel(11, { _state: state }), cleanups);
  await opened(el, id[1] ?? 0);
  const share = ((100 * (n[1] ?? 0)) / (n[0] ?? 1)).toFixed(1);
  expect(el.querySelector("[role=dialog] header")?.textContent).toContain(`${share}\u202f% of all`);
});

it("lists no classes under a branch where the target is a number", async () => {
  const el = await edited("regression", (result) => result);
  const cards = [...el.querySelectorAll("[role=dialog] .tw-branch-card")];
  expect(cards).toHaveLength(2);
  for (const card of cards) expect(card.querySelector("table")).toBeNull();
});

it("shares the rows out among branches where some go to several", async () => {
  const el = await edited("shares", (result) => result);
  const rows = [...el.querySelectorAll("[role=dialog] fieldset header .tw-muted")];
  expect(rows).toHaveLength(7);
  const [first, ...others] = rows.map((one) => figures(one.textContent));
  const sum = others.reduce(
    (all, next) => all.map((part, i) => part + (next[i] ?? 0)),
    first ?? [],
  );
  expect(sum[0]).toBeCloseTo(203, 0);
  expect(sum[1]).toBeCloseTo(100, 0);
});

it("says that a branch has no values only where it has none, and not where no row has them", async () => {
  const bare = (result: ProfileResult) => ({
    ...result,
    missing: result.missing.map(() => 0),
    levels: result.levels.map((line) => line.map(() => 0)),
  });
  const el = await edited("shares", bare);
  const branches = [...el.querySelectorAll("[role=dialog] fieldset")];
  expect(branches.length).toBeGreaterThan(1);
  for (const branch of branches) expect(branch.textContent).not.toContain("No values yet");
});

it("moves a chip by every key that is pressed before the page is drawn again", async () => {
  const el = await edited("shares", (result) => result);
  const branches = [...el.querySelectorAll("[role=dialog] fieldset")];
  const chip = branches[0]?.querySelector<HTMLElement>("[data-level]");
  const level = chip?.dataset.level;
  act(() => chip?.focus());
  for (let press = 0; press < 2; press += 1) {
    const key = new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true });
    act(() => void document.activeElement?.dispatchEvent(key));
  }
  expect(document.activeElement?.getAttribute("data-level")).toBe(level);
  expect(branches[2]?.contains(document.activeElement)).toBe(true);
});

it("says why no split can be made where Split is pressed all the same", async () => {
  const kernel = kernelOf("shares");
  const el = await edited("shares", (result) => result, kernel);
  const branches = [...el.querySelectorAll("[role=dialog] fieldset")];
  for (const chip of branches.at(-1)?.querySelectorAll<HTMLElement>("[data-level]") ?? []) {
    const key = new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true });
    act(() => void chip.dispatchEvent(key));
  }
  const split = [...el.querySelectorAll<HTMLElement>("[role=dialog] .tw-primary")].at(-1);
  expect(split?.getAttribute("aria-disabled")).toBe("true");
  const said = () => el.querySelector("[role=dialog] [role=alert]")?.textContent;
  expect(said()).toBeUndefined();
  await act(async () => {
    split?.click();
    await settled();
  });
  expect(said()).toBe(`branch ${branches.length} has no values`);
  expect(kernel.asked("split")).toEqual([]);
});

it("says that it is validation rows which lack a column", async () => {
  const held = (result: ProfileResult) => ({
    ...result,
    missing: result.missing.map(() => 0),
    validation_missing: result.missing.map(() => 3),
  });
  const el = await edited("weighted", held);
  expect(el.querySelector("[role=dialog] .tw-picker")?.textContent).toContain(
    "3 validation rows missing",
  );
});

it("says once, at its field, why a threshold cannot be", async () => {
  const kernel = kernelOf("regression");
  const el = await edited("regression", (result) => result, kernel);
  const field = el.querySelector<HTMLInputElement>("[role=dialog] .tw-threshold input");
  await act(async () => {
    if (field) field.value = "9e9";
    field?.dispatchEvent(new Event("input", { bubbles: true }));
    field?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    await settled();
    const asked = kernel.asked("profile").at(-1)?.id ?? "";
    kernel.refuse(asked, "threshold 9e9 leaves no rows", null);
    await settled();
  });
  expect(el.textContent?.match(/leaves no rows/g)).toHaveLength(1);
  expect(field?.getAttribute("aria-invalid")).toBe("true");
});

it("says what Split takes away only where the cut is another than the one in force", async () => {
  const el = await edited("regression", (result) => result);
  const text = () => el.querySelector("[role=dialog]")?.textContent;
  expect(text()).toContain("This split is in force: Split marks it as forced");
  expect(text()).not.toContain("Replaces");
  const key = new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true });
  await act(() => void el.querySelector("[role=dialog] .tw-threshold input")?.dispatchEvent(key));
  expect(text()).toContain("Replaces");
  expect(text()).not.toContain("in force");
});

it("says why Split does nothing where what it would force is forced already", async () => {
  const { meta: _meta, state } = contract("regression");
  const _state = structuredClone(state);
  _state.nodes.flags[0] = (_state.nodes.flags[0] ?? 0) | FLAGS.forced;
  const kernel = new FakeKernel(1, { _meta, _state, selected: 0 });
  const el = await edited("regression", (result) => result, kernel);
  const dialog = el.querySelector("[role=dialog]") as HTMLElement;
  const split = [...dialog.querySelectorAll("button")].find((one) => one.textContent === "Split");
  expect(split?.getAttribute("aria-disabled")).toBe("true");
  await act(() => split?.click());
  expect(kernel.asked("split")).toEqual([]);
  expect(dialog.textContent).toContain("This split is in force.");
});

it("calls means what they are, where a node tells its rows' median", async () => {
  const { meta, state: _state } = contract("regression");
  const _meta = { ...meta, measure: "absolute_error" } as const;
  const kernel = new FakeKernel(1, { _meta, _state, selected: 0 });
  const el = await edited("regression", (result) => result, kernel);
  const head = el.querySelector(".tw-node-head .tw-prediction")?.textContent;
  expect(head).toMatch(/^median\d/);
  const dialog = el.querySelector("[role=dialog]");
  const cards = [...(dialog?.querySelectorAll(".tw-branch-card .tw-prediction") ?? [])];
  expect(cards).toHaveLength(2);
  for (const card of cards) expect(card.textContent).toMatch(/^mean\d/);
  const names = [...(dialog?.querySelectorAll("table th") ?? [])].map((one) => one.textContent);
  expect(names).toContain("rmse of the means");
  expect(names).toContain("rmse of the means, validation");
  expect(names).not.toContain("rmse");
});

it("names the number that a node predicts, one that a person put there too", async () => {
  const { meta: _meta, state } = contract("regression");
  const head = async (labelled: boolean) => {
    const flags = state.nodes.flags.map((bits, i) => (labelled && i === 0 ? bits | 4 : bits));
    const _state = { ...state, nodes: { ...state.nodes, flags } };
    const el = await mounted(new FakeKernel(1, { _meta, _state, selected: 0 }), cleanups);
    return el.querySelector(".tw-node-head .tw-prediction")?.textContent;
  };
  expect(await head(false)).toMatch(/^mean\d/);
  expect(await head(true)).toMatch(/^label\d/);
  const cards = (await edited("regression", (result) => result)).querySelectorAll(
    "[role=dialog] .tw-branch-card .tw-prediction",
  );
  for (const card of cards) expect(card.textContent).toMatch(/^\d/); // as the nodes tell it
});

/** The figures of a text, in the order in which they stand there. */
const figures = (text: string | null) => (text?.match(/[\d.]+/g) ?? []).map(Number);

function kernelOf(name: (typeof NAMES)[number]) {
  const { meta: _meta, state: _state } = contract(name);
  return new FakeKernel(1, { _meta, _state });
}

/** The editor of the root's first profile in a contract, of which something may be another way. */
async function edited(
  name: (typeof NAMES)[number],
  changed: (result: ProfileResult) => ProfileResult,
  kernel = kernelOf(name),
) {
  const { profiles } = contract(name);
  const el = await mounted(kernel, cleanups);
  await opened(el, 0);
  await act(async () => {
    const { result } = profiles[0] ?? {};
    for (const { id } of kernel.asked("profile")) kernel.answer(id, result && changed(result));
    await settled();
  });
  return el;
}

/** Open the editor of a node by its key. */
async function opened(el: HTMLElement, id: number) {
  await act(async () => {
    const node = el.querySelector<HTMLElement>(`[data-node="${id}"]`);
    node?.focus();
    node?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    await settled();
  });
}
