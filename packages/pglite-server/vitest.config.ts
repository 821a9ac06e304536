import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "pglite-server",
    include: ["test/**/*.test.ts"],
    globalSetup: "test/setup.ts",
    testTimeout: 300_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
