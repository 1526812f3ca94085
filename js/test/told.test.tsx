// A verb that cannot be done now, pressed all the same.
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import { FakeKernel } from "./fakes";
import { mounted } from "./mounted";

const cleanups: (() => void)[] = [];

afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
  document.body.replaceChildren();
});

const button = (part: Element | null, name: string) =>
  [...(part?.querySelectorAll<HTMLElement>("button") ?? [])].find((one) =>
    (one.getAttribute("aria-label") ?? one.textContent)?.startsWith(name),
  );

it.each([
  ["[role=toolbar]", "Undo", "Nothing to undo"],
  ["[role=toolbar]", "Prune", "is a leaf: there is nothing to prune"],
  ["section[aria-label=Inspector]", "Prune", "is a leaf: there is nothing to prune"],
])("says in the status line why it cannot be: in %s, %s", async (part, name, why) => {
  const kernel = new FakeKernel(11);
  const { nodes } = kernel.model.get("_state");
  const leaf = nodes.id[nodes.split.indexOf(null)] ?? 0;
  const el = await mounted(kernel, cleanups);
  await act(() => kernel.model.set("selected", leaf));
  const pressed = button(el.querySelector(part), name);
  expect(pressed?.getAttribute("aria-disabled")).toBe("true");
  await act(() => pressed?.click());
  expect(el.querySelector(".tw-news")?.textContent).toContain(why);
  expect([...kernel.asked("prune"), ...kernel.asked("undo")]).toEqual([]);
});
