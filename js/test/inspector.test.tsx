// The inspector while what it shows is still to come.
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import { loaded, panels } from "../src/panels-loader";
import type { Session } from "../src/session";
import { FakeKernel } from "./fakes";
import { mounted } from "./mounted";

const cleanups: (() => void)[] = [];

afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
  document.body.replaceChildren();
});

it("keeps its buttons until the cut's own are there: a sheet could not come up without", async () => {
  for (const [side, value] of Object.entries({ clientWidth: 1200, clientHeight: 640 })) {
    Object.defineProperty(HTMLElement.prototype, side, { configurable: true, value });
  }
  const made = await loaded({} as Session);
  panels.value = null;
  const el = await mounted(new FakeKernel(11), cleanups);
  const inspector = el.querySelector('section[aria-label="Inspector"]');
  const buttons = () => [...(inspector?.querySelectorAll(":scope > :last-child button") ?? [])];
  const words = () => buttons().map((button) => button.textContent);
  const tab = [...(inspector?.querySelectorAll<HTMLElement>("[role=tab]") ?? [])][1];
  await act(() => tab?.click());
  expect(words()).toContain("Grow");
  await act(() => {
    panels.value = made;
  });
  expect(words()).toContain("Split");
});

it("gives the keyboard back to the canvas where a step in the history shows another node", async () => {
  const kernel = new FakeKernel(11);
  const el = await mounted(kernel, cleanups);
  const tab = [...el.querySelectorAll<HTMLElement>("[role=tab]")][3];
  await act(() => tab?.click());
  const other = kernel.model.get("_state").nodes.id[1];
  const select = (id = 1) => act(() => kernel.model.set("selected", id));
  await act(() => el.querySelector<HTMLElement>("[role=tabpanel] button")?.focus());
  await select(other);
  expect(document.activeElement?.getAttribute("data-node")).toBe(`${other}`);
  await act(() => el.querySelector<HTMLElement>("[role=tabpanel] textarea")?.focus());
  await select();
  expect(document.activeElement?.getAttribute("data-node")).toBeNull();
});

it.each([
  [true, "What to remember of this node"],
  [false, "Read-only: this view cannot change the tree"],
])("asks for a note only where one can be written: %s", async (editable, words) => {
  const el = await mounted(new FakeKernel(11, { editable }), cleanups);
  const tab = [...el.querySelectorAll<HTMLElement>("[role=tab]")][3];
  await act(() => tab?.click());
  const field = el.querySelector("textarea");
  expect(field?.placeholder).toBe(words);
  expect(field?.readOnly).toBe(!editable);
});
