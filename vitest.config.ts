import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { whyNoPostgres } from "./tests/support/postgres-for-tests.js";

const buildWorkers = "./tests/support/build-workers.ts";
const buildPrograms = "./tests/support/build-programs.ts";
const build = "./tests/support/build.ts";

/** The longest suites, longest first: started last, they would leave a core idle at the end. */
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

/** In a file that replaces modules, timers, globals or variables, or opens what a process has only once. */
const needsIsolation =
  /\bvi\.(?:mock|doMock|hoisted|resetModules|spyOn|stub|useFakeTimers)|\b(?:openProduct|openWorldBehindTheDoor)\(|process\.env\.?\w* =/;

/** Runs on each database, and so in each of CI's two runs; other suites of the API run on one. */
const runsOnBoth = (path: string) => /\bengines\b/.test(readFileSync(path, "utf8"));

/**
 * Two projects: `name`, whose files share a worker's modules, because importing them again takes a quarter of the time, and `name-isolated` with files that
 * need modules of their own.
 */
function projects(
  name: string,
  folders: string[],
  config: NonNullable<TestProjectInlineConfiguration["test"]>,
  isOfProject: (path: string) => boolean = () => true,
): TestProjectInlineConfiguration[] {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.test\.tsx?$/.test(path))
      .map((path) => join(folder, path))
      .filter(isOfProject),
  );
  const isolated = files.filter((path) => needsIsolation.test(readFileSync(path, "utf8")));
  const shared = files.filter((path) => !isolated.includes(path));
  return [
    { extends: true, test: { ...config, name, include: shared, isolate: false } },
    { extends: true, test: { ...config, name: `${name}-isolated`, include: isolated } },
  ];
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => longest.indexOf(basename(moduleId, ".test.ts")) + 1 || longest.length + 1;
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

const whyOnlyEmbedded = process.env.TEST_DATABASE ? undefined : await whyNoPostgres();
if (whyOnlyEmbedded) console.warn(`Only the embedded database is tested. TEST_POSTGRES_URL cannot be used: ${whyOnlyEmbedded}`);

/** Without the Remix plugin, which would split route modules before tests see them. */
export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  test: {
    watch: false,
    env: { TEST_DATABASE: process.env.TEST_DATABASE || (whyOnlyEmbedded ? "embedded" : "both") },
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Vitest's default of a second is too short on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    // Suites mostly wait: three keep two cores busy. Each may hold an embedded database of 350 MB.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      "packages/*",
      ...projects("unit", ["app", "api", "config", "contract", "server"], { globalSetup: buildWorkers }),
      { extends: true, test: { name: "tooling", include: ["tests/tooling/**/*.test.ts"], globalSetup: build } },
      ...projects("api", ["tests/api"], { globalSetup: buildPrograms }, (path) => !runsOnBoth(path)),
      ...projects("databases", ["tests/api"], { globalSetup: buildPrograms }, runsOnBoth),
      // The product is measured as it was built.
      ...projects("app", ["tests/app"], { globalSetup: build, server: { deps: { external: [/\/build\//] } } }),
      { extends: true, test: { name: "crash", include: ["tests/crash/**/*.test.ts"], globalSetup: build } },
    ],
  },
});
