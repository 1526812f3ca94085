// For every file of tests: the panels as the sources have them (see src/panels-file.ts), and a
// page as it came. All files run in one process, as to start one for each took twice the tests.
import { afterAll, vi } from "vitest";

// A test of what reads files has no page.
const drawn = typeof document === "undefined" ? [] : [Element.prototype, HTMLElement.prototype];
const asTheyCame = drawn.map((one) => [one, Object.getOwnPropertyDescriptors(one)] as const);

vi.resetModules();
Object.assign(globalThis, { PANELS: () => import("../src/panels") });

afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  for (const [one, was] of asTheyCame) {
    for (const name of Object.getOwnPropertyNames(one))
      if (!Object.hasOwn(was, name)) Reflect.deleteProperty(one, name);
    Object.defineProperties(one, was as PropertyDescriptorMap);
  }
  if (drawn.length === 0) return;
  document.head.replaceChildren();
  document.body.replaceChildren();
});
