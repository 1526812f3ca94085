// @vitest-environment node
import { expect, it } from "vitest";
import { shorter } from "../slim.mjs";

it("keeps a read that nobody uses: of a signal it is how one hears of it", async () => {
  const fitted = "export function fitted(font, text) { font.epoch.value; return text + 1 }";
  const { modules } = await shorter([fitted], "");
  expect(modules[0]).toMatch(/\.value\b/);
});
