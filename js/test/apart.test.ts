// What is in the panels' file comes later, and by its own way (see apart.mjs, panels-loader.ts).
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { factory } from "../apart.mjs";
import type { Panels } from "../src/panels-loader";
import { Session } from "../src/session";
import { FakeKernel, settled } from "./fakes";

it("makes a module a function of what it imports", () => {
  const { names, code } = factory(
    'import{one as a,two}from"./chunk.js";var sum=a+two;export{sum as total};',
  );
  expect(names).toEqual(["one", "two"]);
  const make = new Function(code.replace("export default", "return"))();
  expect(make([1, 2])).toEqual({ total: 3 });
});

// The loader keeps what it has loaded: each test begins with a page of its own.
beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

it("does at once what needs the panels when they are here", async () => {
  const { withPanels } = await import("../src/panels-loader");
  const session = new Session(new FakeKernel(1).model);
  const shown: string[] = [];
  await withPanels(session, ({ Growth }) => shown.push(Growth.name));
  expect(shown).toEqual(["Growth"]);
  void withPanels(session, () => shown.push("again"));
  expect(shown).toEqual(["Growth", "again"]);
});

it("has in their file what others ask of it", async () => {
  const { loaded } = await import("../src/panels-loader");
  const all: Panels = await import("../src/panels"); // its type is checked: nobody else imports it
  expect(await loaded(new Session(new FakeKernel(1).model))).toBe(all);
});

it("says in the view why they cannot come, and tries again when asked again", async () => {
  vi.stubGlobal("PANELS", undefined);
  const { withPanels } = await import("../src/panels-loader");
  const kernel = new FakeKernel(1);
  const session = new Session(kernel.model);
  const shown = vi.fn();
  for (const time of [0, 1]) {
    void withPanels(session, shown);
    kernel.refuse(kernel.asked("panels")[time]?.id ?? "", "the front end is not built", null);
    await settled();
    expect(session.refusal.value?.message).toBe("The front end is not built");
    session.dismiss();
  }
  expect(shown).not.toHaveBeenCalled();
});

it("opens no cut editor without them, which would take the keys of the tree", async () => {
  vi.stubGlobal("PANELS", undefined);
  const { View } = await import("../src/view-state");
  const kernel = new FakeKernel(1);
  const session = new Session(kernel.model);
  const view = new View(session);
  view.openEditor(session.selected.peek());
  kernel.refuse(kernel.asked("panels")[0]?.id ?? "", "No kernel to ask", null);
  await settled();
  expect(session.refusal.value?.message).toBe("No kernel to ask");
  expect(view.editor.value).toBeNull();
});

it("shows no list of gestures without them, and no word of it outside the line of status", async () => {
  vi.stubGlobal("PANELS", undefined);
  const { mounted } = await import("./mounted");
  const kernel = new FakeKernel(1);
  const cleanups: (() => void)[] = [];
  const el = await mounted(kernel, cleanups);
  await act(() => el.querySelector<HTMLElement>('[aria-label="All gestures"]')?.click());
  await act(async () => {
    kernel.refuse(kernel.asked("panels")[0]?.id ?? "", "No kernel to ask", null);
    await settled();
  });
  const said = [...el.querySelectorAll("p, span")].filter(
    (one) => one.textContent === "No kernel to ask",
  );
  expect(said.map((one) => one.closest(".tw-status") !== null)).toEqual([true]);
  for (const cleanup of cleanups) cleanup();
});
