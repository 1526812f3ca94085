// Pressed twice, or held down.
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it } from "vitest";
import { FakeKernel, settled, stateOf } from "./fakes";
import { mounted } from "./mounted";

const cleanups: (() => void)[] = [];

afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
  document.body.replaceChildren();
});

async function shown() {
  const kernel = new FakeKernel(11);
  const el = await mounted(kernel, cleanups);
  const click = (name: string, detail: number) =>
    act(() => {
      el.querySelector(`button[aria-label="${name}"]`)?.dispatchEvent(
        new MouseEvent("click", { bubbles: true, detail }),
      );
    });
  const { history, ...state } = stateOf(11);
  /** Answer what was asked last, and show the tree that it made: one that can be undone, or redone. */
  const answer = (op: "grow" | "undo" | "redo", revision: number, undo = true) =>
    act(async () => {
      const result = { line: "", text: "", select: null };
      kernel.answer(kernel.asked(op).at(-1)?.id ?? "", result, revision);
      kernel.show({ ...state, history: { ...history, undo, redo: !undo }, revision });
      await settled();
    });
  return { kernel, el, click, answer };
}

describe("a verb", () => {
  it("is done once by a key that is held down", async () => {
    const { kernel, el } = await shown();
    const press = (repeat: boolean) =>
      act(() => {
        el.querySelector('[data-node="1"]')?.dispatchEvent(
          new KeyboardEvent("keydown", { key: "g", bubbles: true, repeat }),
        );
      });
    await press(true);
    expect(kernel.asked("grow")).toEqual([]);
    await press(false);
    expect(kernel.asked("grow")).toHaveLength(1);
  });

  it("is done once by a double click on its button, and undone by each press", async () => {
    const { kernel, click, answer } = await shown();
    await click("Grow", 1);
    await answer("grow", 2);
    await click("Grow", 2);
    expect(kernel.asked("grow")).toHaveLength(1);
    await click("Undo", 1);
    await answer("undo", 3);
    await click("Undo", 2);
    expect(kernel.asked("undo")).toHaveLength(2);
  });

  it("is undone by whoever does not wait for it, and nothing else is where it failed", async () => {
    const { kernel, click, answer } = await shown();
    await click("Undo", 1);
    expect(kernel.asked("undo")).toEqual([]);
    await click("Grow", 1);
    await click("Undo", 1);
    expect(kernel.asked("undo")).toEqual([]);
    await answer("grow", 2);
    expect(kernel.asked("undo")).toMatchObject([{ revision: 2 }]);
    await answer("undo", 3);
    await click("Grow", 1);
    await click("Undo", 1);
    await act(async () => {
      kernel.refuse(kernel.asked("grow").at(-1)?.id ?? "", "stopped", null);
      await settled();
    });
    expect(kernel.asked("undo")).toHaveLength(1);
  });

  it("is redone after an undo that is not answered yet, and undone after a redo", async () => {
    const { kernel, el, click, answer } = await shown();
    await answer("grow", 2);
    await click("Undo", 1);
    await click("Redo", 1);
    await click("Undo", 1);
    await click("Redo", 1);
    expect(el.querySelector<HTMLElement>('[aria-label="Redo"]')?.title).toMatch(/nothing to redo$/);
    expect(kernel.asked("redo")).toEqual([]);
    await answer("undo", 3, false);
    expect(kernel.asked("redo")).toMatchObject([{ revision: 3 }]);
    await answer("redo", 4);
    expect(kernel.asked("undo")).toMatchObject([{ revision: 2 }, { revision: 4 }]);
    await answer("undo", 5, false);
    expect(kernel.asked("redo")).toHaveLength(2);
  });
});
