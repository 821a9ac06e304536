import { execFileSync } from "node:child_process";
import { buildOnce } from "../build";
import { whyNoPostgres } from "../postgres-for-tests.js";
import { servePages } from "./pages-server";

/** Builds the product, makes the demo that the products of flows copy, and serves pages to import; returns the teardown. */
export default async function setUp(): Promise<() => Promise<void>> {
  buildOnce("build");
  process.env.TEST_RUN = `flows_${process.pid}`;
  process.env.TEST_DATABASE ||= (await whyNoPostgres()) ? "embedded" : "postgres";
  // Only now: it reads these variables.
  const { dropDatabases, hasPostgres } = await import("../engines");
  const args = ["--import", "tsx", "tests/support/demo-template.ts"];
  const { directory, database = "" } = JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
  const pages = await servePages();
  process.env.E2E_PAGES_PORT = String(pages.port);
  process.env.E2E_TEMPLATE = directory;
  process.env.E2E_TEMPLATE_DATABASE = database;
  return async () => {
    await pages.close();
    if (hasPostgres) await dropDatabases();
  };
}
