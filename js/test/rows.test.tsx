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
