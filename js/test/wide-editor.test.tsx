// The cut editor over the canvas.
import { act } from "preact/test-utils";
import { afterEach, beforeAll, expect, it } from "vitest";
import { loaded } from "../src/panels-loader";
import type { Session } from "../src/session";
import { contract } from "./contract";
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
  const { meta: _meta, state: _state, profiles } = contract("regression");
  const kernel = new FakeKernel(1, { _meta, _state });
  const el = await mounted(kernel, cleanups);
  await opened(el, 0);
  await act(async () => {
    for (const { id } of kernel.asked("profile")) kernel.answer(id, profiles[0]?.result);
    await settled();
  });
  const cards = [...el.querySelectorAll("[role=dialog] .tw-branch-card")];
  expect(cards).toHaveLength(2);
  for (const card of cards) expect(card.querySelector("table")).toBeNull();
});

/** Open the editor of a node by its key. */
async function opened(el: HTMLElement, id: number) {
  await act(async () => {
    const node = el.querySelector<HTMLElement>(`[data-node="${id}"]`);
    node?.focus();
    node?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    await settled();
  });
}
