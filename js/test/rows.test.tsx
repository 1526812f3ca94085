// The rows of a node, a page at a time, while the next page is still to come.
import { act } from "preact/test-utils";
import { afterEach, beforeAll, expect, it } from "vitest";
import { loaded } from "../src/panels-loader";
import type { RowsResult } from "../src/protocol.gen";
import type { Session } from "../src/session";
import { FakeKernel, settled } from "./fakes";
import { mounted } from "./mounted";

let cleanups: (() => void)[] = [];

beforeAll(async () => {
  await loaded({} as Session);
});

afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
  document.body.replaceChildren();
  cleanups = [];
});

/** A page of one row. */
const page = (text: string): RowsResult =>
  ({
    columns: ["age"],
    more_columns: 0,
    index: ["0"],
    cells: [[text]],
    shares: [],
    numeric: [true],
  }) as unknown as RowsResult;

it("keep the page before, faint, until the next is there; other rows begin anew", async () => {
  const kernel = new FakeKernel(11);
  const el = await mounted(kernel, cleanups);
  const press = (wanted: string) =>
    act(async () => {
      el.querySelector<HTMLElement>(wanted)?.click();
      await settled();
    });
  const answer = (time: number, text: string) =>
    act(async () => {
      kernel.answer(kernel.asked("rows")[time]?.id ?? "", page(text));
      await settled();
    });
  const table = () => el.querySelector('[aria-label="Rows"]')?.parentElement;
  await press('[role="tab"][id$="rows"]');
  expect(table()).toBeUndefined();
  await answer(0, "first");
  expect(table()?.textContent).toContain("first");
  const stands = table();
  await press('[aria-label="Next rows"]');
  expect(table()).toBe(stands);
  expect(stands?.getAttribute("aria-busy")).toBe("true");
  await answer(1, "second");
  expect(table()).toBe(stands);
  expect(stands?.textContent).toContain("second");
  expect(stands?.getAttribute("aria-busy")).toBe("false");
  await press('[role="radiogroup"] label:last-child input');
  expect(table()).toBeUndefined();
});

it("are of the same kind at the next node", async () => {
  const kernel = new FakeKernel(11);
  const el = await mounted(kernel, cleanups);
  const press = (one: Element | null) =>
    act(async () => {
      (one as HTMLElement).click();
      await settled();
    });
  await press(el.querySelector('[role="tab"][id$="rows"]'));
  await press(el.querySelector('[role="radiogroup"] label:last-child input'));
  await press(el.querySelectorAll("[role=treeitem]")[1] ?? null);
  const asked = kernel.asked("rows").map(({ args: { node, which } }) => [node, which]);
  expect(asked.at(-1)?.[0]).not.toBe(asked[0]?.[0]);
  expect(asked.map(([, which]) => which)).toEqual(["train", "validation", "validation"]);
});
