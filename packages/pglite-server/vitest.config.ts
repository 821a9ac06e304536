import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { name: "pglite-server", include: ["test/**/*.test.ts"], globalSetup: "test/setup.ts", testTimeout: 60_000, hookTimeout: 60_000 },
});
