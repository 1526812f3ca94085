import { defineConfig } from "vitest/config";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  test: {
    setupFiles: ["test/panels-inside.ts"],
    include: ["test/**/*.test.{ts,tsx}"],
    environment: "happy-dom",
    restoreMocks: true,
  },
});
