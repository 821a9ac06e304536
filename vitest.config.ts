import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const buildWorkers = "./tests/support/build-workers.ts";

/** Without the Remix plugin: it would take the modules of a route apart before a test sees them. */
export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  test: {
    watch: false,
    environment: "node",
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // Vitest's own second is too short on a machine that does something else as well.
    expect: { poll: { timeout: 20_000 } },
    // An embedded database takes 350 MB, and a test file may have one.
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: "unit", include: ["*.test.ts", "{app,api,contract}/**/*.test.{ts,tsx}"], globalSetup: buildWorkers } },
      { extends: true, test: { name: "tooling", include: ["tests/tooling/**/*.test.ts"] } },
      { extends: true, test: { name: "api", include: ["tests/api/**/*.test.ts"], globalSetup: buildWorkers } },
      {
        extends: true,
        test: {
          name: "app",
          include: ["tests/app/**/*.test.ts"],
          globalSetup: buildWorkers,
          // The product is measured as it was built.
          server: { deps: { external: [/\/build\//] } },
        },
      },
      { extends: true, test: { name: "crash", include: ["tests/crash/**/*.test.ts"], globalSetup: buildWorkers } },
    ],
  },
});
