// The line under a large tree that offers to prune it.
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import { FakeKernel, settled, stateOf } from "./fakes";
import { mounted } from "./mounted";

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
  document.body.replaceChildren();
});

it("is gone while a pruning is chosen, which it would cover", async () => {
  const state = stateOf(11);
  const figures = { ...state.figures, nodes: 300 };
  const el = await mounted(new FakeKernel(11, { _state: { ...state, figures } }), cleanups);
  const offer = () => el.querySelector(".tw-offer");
  await expect.poll(offer).not.toBeNull(); // its file comes when a tree is large
  await act(async () => {
    offer()?.querySelectorAll("button")[1]?.click();
    await settled();
  });
  await expect.poll(() => el.querySelector(".tw-pruning")).not.toBeNull();
  expect(offer()).toBeNull();
});
