import { defineConfig } from "vitest/config";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  test: {
    setupFiles: ["test/afresh.ts"],
    include: ["test/**/*.test.{ts,tsx}"],
    environment: "happy-dom",
    pool: "forks",
    isolate: false,
    restoreMocks: true,
  },
});
