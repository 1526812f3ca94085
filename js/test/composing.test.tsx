// A word that is being composed, as in Japanese or Chinese: its Enter and Escape are not ours.
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import { onEnter, onEscape } from "../src/view/pieces";
import { FakeKernel } from "./fakes";
import { mounted } from "./mounted";

const cleanups: (() => void)[] = [];

afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
  document.body.replaceChildren();
});

const press = (target: Element, key: string, isComposing: boolean) =>
  act(() => {
    target.dispatchEvent(new KeyboardEvent("keydown", { key, isComposing, bubbles: true }));
  });

describe("a word being composed", () => {
  it("is not handed in, nor left", async () => {
    const form = document.createElement("form");
    const input = document.createElement("input");
    const [submit, leave] = [vi.fn((event: Event) => event.preventDefault()), vi.fn()];
    form.append(input);
    document.body.append(form);
    form.addEventListener("submit", submit);
    for (const listener of [onEnter, onEscape(leave)]) input.addEventListener("keydown", listener);
    for (const key of ["Enter", "Escape"]) await press(input, key, true);
    expect([submit, leave].map((heard) => heard.mock.calls.length)).toEqual([0, 0]);
    for (const key of ["Enter", "Escape"]) await press(input, key, false);
    expect([submit, leave].map((heard) => heard.mock.calls.length)).toEqual([1, 1]);
  });

  it("is not yet looked for", async () => {
    const kernel = new FakeKernel(11);
    const el = await mounted(kernel, cleanups);
    const field = el.querySelector("input[type=search]") as HTMLInputElement;
    const id = kernel.model.get("_state").nodes.id[2] as number;
    await act(() => {
      field.value = String(id);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await press(field, "Enter", true);
    expect(kernel.model.get("selected")).toBe(1);
    await press(field, "Enter", false);
    expect(kernel.model.get("selected")).not.toBe(1);
  });
});
