import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { name: "page-reader", include: ["test/**/*.test.ts"], testTimeout: 60_000 },
});
