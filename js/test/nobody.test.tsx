// What stands in a tab where Python would answer, when nobody does.
import { act } from "preact/test-utils";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { StaticModel } from "../dev/static-model";
import { PATIENCE_MS } from "../src/connection";
import { loaded } from "../src/panels-loader";
import type { Session } from "../src/session";
import { FakeKernel, randomTraits } from "./fakes";
import { mounted } from "./mounted";

let cleanups: (() => void)[] = [];

beforeAll(() => loaded({} as Session));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});

afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
  document.body.replaceChildren();
  cleanups = [];
  vi.useRealTimers();
});

/** What a tab says once its patience has ended. */
async function said(kernel: Pick<FakeKernel, "model">, tab: string): Promise<string | null> {
  const el = await mounted(kernel as FakeKernel, cleanups);
  const button = [...el.querySelectorAll('[role="tab"]')].find((one) => one.textContent === tab);
  await act(() => (button as HTMLElement).click());
  await act(async () => {
    await vi.advanceTimersByTimeAsync(PATIENCE_MS + 1);
  });
  return el.querySelector('[role="tabpanel"] p')?.textContent ?? null;
}

it("says of a pruning beforehand that there is nobody to ask", async () => {
  const model = new StaticModel(randomTraits(1));
  const el = await mounted({ model } as unknown as FakeKernel, cleanups);
  const button = el.querySelector('[aria-label="Prune to…"]');
  expect(button?.getAttribute("aria-disabled")).toBe("true");
});

describe.each(["Candidates", "Cut", "Rows"])("the tab %s", (tab) => {
  it("says whom it waits for", async () => {
    expect(await said(new FakeKernel(), tab)).toContain("Waiting for the kernel");
  });

  it("says that there is nobody to ask", async () => {
    expect(await said({ model: new StaticModel(randomTraits(1)) }, tab)).toBe("No kernel to ask");
  });
});
