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
  return { kernel, el, click };
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
    const { kernel, click } = await shown();
    const { history, ...state } = stateOf(11);
    const answer = (op: "grow" | "undo", revision: number) =>
      act(async () => {
        const result = { line: "", text: "", select: null };
        kernel.answer(kernel.asked(op)[0]?.id ?? "", result, revision);
        kernel.show({ ...state, history: { ...history, undo: true }, revision });
        await settled();
      });
    await click("Grow", 1);
    await answer("grow", 2);
    await click("Grow", 2);
    expect(kernel.asked("grow")).toHaveLength(1);
    await click("Undo", 1);
    await answer("undo", 3);
    await click("Undo", 2);
    expect(kernel.asked("undo")).toHaveLength(2);
  });
});
