// A name for the present place: where the keyboard goes when it has been given, or not.
import { act } from "preact/test-utils";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { loaded } from "../src/panels-loader";
import type { Session } from "../src/session";
import { FakeKernel, settled } from "./fakes";
import { mounted } from "./mounted";

const cleanups: (() => void)[] = [];

beforeAll(() => loaded({} as Session));

afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
  document.body.replaceChildren();
});

const focused = () => document.activeElement as HTMLElement;
const press = (key: string) =>
  act(async () => {
    focused().dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    await settled();
  });

/** The form is opened by a press, or from the keyboard. */
async function naming(byKeys: boolean) {
  const kernel = new FakeKernel();
  const el = await mounted(kernel, cleanups);
  const button = [...el.querySelectorAll("button")].find((one) =>
    one.textContent?.includes("Checkpoint"),
  ) as HTMLButtonElement;
  await act(async () => {
    if (byKeys) button.focus();
    button.click();
    await settled();
  });
  expect(focused().getAttribute("aria-label")).toBe("Checkpoint name");
  return { kernel, button, node: el.querySelector("[data-node]") };
}

describe("the name of a checkpoint", () => {
  it("gives the keyboard back to the button that asked for it", async () => {
    const { kernel, button } = await naming(true);
    await press("Escape");
    expect(focused()).toBe(button);
    await act(async () => {
      button.click();
      await settled();
    });
    const field = focused() as HTMLInputElement;
    await act(() => {
      field.value = "before lunch";
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await press("Enter");
    await act(async () => {
      kernel.answer(kernel.asked("checkpoint")[0]?.id ?? "", { select: null });
      await settled();
    });
    expect(focused()).toBe(button);
  });

  it("gives it to the canvas where a press asked", async () => {
    const { node } = await naming(false);
    await press("Escape");
    expect(focused()).toBe(node);
  });
});
