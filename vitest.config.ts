import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const buildWorkers = "./tests/support/build-workers.ts";

/** The longest suites, longest first. Begun last, one would leave a core idle at the end. */
const longest = [
  "operator",
  "form-fuzz",
  "page-rights",
  "faults",
  "backup",
  "exports",
  "start",
  "server-guard",
  "log-canaries",
  "article-plans",
  "several-machines",
  "uncaught-faults",
  "cost",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => longest.indexOf(basename(moduleId, ".test.ts")) + 1 || longest.length + 1;
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

/** Without the Remix plugin: it would take the modules of a route apart before a test sees them. */
export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  test: {
    watch: false,
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Vitest's own second is too short on a machine that does something else as well.
    expect: { poll: { timeout: 20_000 } },
    // Suites wait for much of their time: a third keeps two cores busy. Each may hold an embedded database of 350 MB.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["{app,api,config,contract,server}/**/*.test.{ts,tsx}"], globalSetup: buildWorkers },
      },
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
