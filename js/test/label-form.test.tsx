// A number that a node shall predict, as somebody types it.
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import { loaded } from "../src/panels-loader";
import type { Session } from "../src/session";
import { contract } from "./contract";
import { FakeKernel, settled } from "./fakes";
import { mounted } from "./mounted";

const cleanups: (() => void)[] = [];

afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
  document.body.replaceChildren();
});

it("says why what was typed is no label, until something else is typed", async () => {
  await loaded({} as Session);
  const { meta: _meta, state: _state } = contract("regression");
  const kernel = new FakeKernel(1, { _meta, _state });
  const el = await mounted(kernel, cleanups);
  await act(async () => {
    const event = new MouseEvent("contextmenu", { bubbles: true });
    el.querySelector("[data-node='0']")?.dispatchEvent(event);
    await settled();
  });
  const items = [...el.querySelectorAll<HTMLElement>("[role=menuitem]")];
  await act(() => items.find((one) => one.textContent === "Label…")?.click());
  const form = el.querySelector(".tw-label-form");
  const field = form?.querySelector("input") as HTMLInputElement;
  const type = async (text: string) => {
    await act(() => {
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
  };
  const enter = () => act(() => void form?.dispatchEvent(new Event("submit", { bubbles: true })));
  const said = () => form?.querySelector("[role=alert]")?.textContent;
  await enter();
  expect(said()).toBe("a number has to stand here");
  await type("7,5 days");
  expect(said()).toBeUndefined();
  await enter();
  expect(said()).toBe("7,5 days is no number");
  expect(field.getAttribute("aria-describedby")).toBe(form?.querySelector("[role=alert]")?.id);
  expect(kernel.asked("label")).toEqual([]);
  await type("7.5");
  expect(field.getAttribute("aria-invalid")).toBeNull();
  await enter();
  expect(kernel.asked("label")[0]?.args).toEqual({ node: 0, value: 7.5 });
});
