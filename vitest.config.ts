import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { hasCurl } from "./tests/support/curl";
import { postgresServer, whyNoPostgres } from "./tests/support/postgres-for-tests.js";

const buildWorkers = "./tests/support/build-workers.ts";
const buildPrograms = "./tests/support/build-programs.ts";
const build = "./tests/support/build.ts";
const sharedProduct = "./tests/support/shared-product.ts";

type ProjectTests = NonNullable<TestProjectInlineConfiguration["test"]>;

/** The product is tested as it was built. */
const ofTheBuild: ProjectTests = { globalSetup: build, server: { deps: { external: [/\/build\//] } } };

const project = (name: string, include: string, config: ProjectTests): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: [include], ...config },
});

// Also for the processes of tests.
process.env.TEST_RUN = String(process.pid);
const whyOnlyEmbedded = process.env.TEST_DATABASE ? undefined : await whyNoPostgres();
if (whyOnlyEmbedded)
  console.warn(
    `PostgreSQL at ${new URL(postgresServer).host} cannot be used: ${whyOnlyEmbedded}. Tests use the embedded database; those that need PostgreSQL are skipped.`,
  );
if (!hasCurl)
  console.warn("curl is not installed: the examples of docs/api.md and the loop of docs/operations.md that use it are not tested.");

process.env.TEST_DATABASE ||= whyOnlyEmbedded ? "embedded" : "postgres";

/** Without the Remix plugin, which would split route modules before tests see them. */
export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  test: {
    watch: false,
    experimental: { fsModuleCache: true },
    environment: "node",
    globalSetup: "./tests/support/databases.ts",
    // Nothing is expected to take this long: only a test that hangs meets these limits, also on a machine that is ten times slower.
    testTimeout: 300_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    // Suites mostly wait: three keep two cores busy.
    maxWorkers: 3,
    reporters: ["default", "./tests/support/slowest-files.ts", "json"],
    outputFile: { json: "test-results/vitest.json" },
    projects: [
      "packages/*",
      // Files of these share a worker's modules: importing them again takes most of the time.
      project("unit", "{app,api,config,contract,server}/**/*.test.{ts,tsx}", { globalSetup: buildWorkers, isolate: false }),
      project("api", "tests/api/*.test.ts", { globalSetup: buildPrograms, isolate: false }),
      project("api-isolated", "tests/api/isolated/**/*.test.ts", { globalSetup: buildPrograms }),
      project("served", "tests/served/*.test.ts", { globalSetup: [build, sharedProduct], isolate: false }),
      project("tooling", "tests/tooling/*.test.ts", { isolate: false }),
      project("app", "tests/app/*.test.ts", ofTheBuild),
      project("proofs", "tests/proofs/*.test.ts", ofTheBuild),
      // The parts of `npm run test:full`.
      ...readdirSync("tests/full").map((part) => project(`full-${part}`, `tests/full/${part}/*.test.ts`, ofTheBuild)),
    ],
  },
});
