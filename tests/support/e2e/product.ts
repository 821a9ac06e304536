// The products of the flows. Each works on its own copy of a demo that `global-setup.ts` fills once per run.
import { closeSync, cpSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freshPostgres } from "../engines";
import { freePort } from "../free-port";
import { queryProduct } from "../query-product";
import { demoPassword, serveProduct, waitUntilReady } from "../serve-for-tests.js";

type Row = Record<string, unknown>;

export interface Product {
  url: string;
  /** The directory that its mails are written to. */
  outbox: string;
  /** Runs a statement on its database. */
  query(text: string, values?: unknown[]): Promise<Row[]>;
}

/** Shared with embedding apps. */
export const webviewSecret = "A secret of tests, which is long enough to be one.";

/** A copy of the demo, and the environment of a program that works on it. */
interface Demo {
  dataDir: string;
  environment: Record<string, string>;
  query: Product["query"];
  remove(): void;
}

export async function copyDemo(): Promise<Demo> {
  const dataDir = mkdtempSync(join(tmpdir(), "folda-flows-"));
  cpSync(process.env.E2E_TEMPLATE ?? "", dataDir, { recursive: true });
  const template = process.env.E2E_TEMPLATE_DATABASE;
  const databaseUrl = template ? await freshPostgres(template) : "";
  return {
    dataDir,
    environment: demoEnvironment(dataDir, databaseUrl),
    query: (text, values) => queryProduct({ dataDir, databaseUrl }, text, values),
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

export const demoEnvironment = (dataDir: string, databaseUrl: string): Record<string, string> => ({
  NODE_ENV: "production",
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  DEMO: "1",
  DEMO_PASSWORD: demoPassword,
  SESSION_SECRET: "Another secret of tests, which is long enough, too.",
  WEBVIEW_SECRET: webviewSecret,
});

/** Starts a product for all flows of a worker. Its log is in `test-results`. */
export async function startProduct(worker: number): Promise<Product & { stop(): Promise<void> }> {
  const demo = await copyDemo();
  mkdirSync("test-results", { recursive: true });
  const log = `test-results/product-${worker}.log`;
  const pagesPort = process.env.E2E_PAGES_PORT;
  const environment = {
    ...demo.environment,
    IMPORT_ALLOW_HOSTS: `127.0.0.1:${pagesPort}`,
    INQUIRIES_EMAIL: "demo@folda.example",
    OPERATOR_PHONE: "+49 (40) 1234-0",
    // A site other than the product's, by its host name.
    WEBVIEW_FRAME_ORIGINS: `http://localhost:${pagesPort}`,
  };
  const { url, stop } = await onFreePorts(async () => {
    const output = openSync(log, "w");
    const served = await serveProduct(await freePort(), { dataDir: demo.dataDir, keepsData: true, environment, output });
    closeSync(output);
    return { ...served, isReady: waitUntilReady(`${served.url}/readyz`, served.child) };
  }).catch((error) => {
    throw new Error(`${error}\n${readFileSync(log, "utf8")}`);
  });
  return {
    url,
    outbox: join(demo.dataDir, "outbox"),
    query: demo.query,
    async stop() {
      await stop();
      demo.remove();
    },
  };
}

/** Starts something on free ports; again on others if it ended, because another program may have taken a port in the meantime. */
export async function onFreePorts<T extends { isReady: Promise<unknown>; stop(): Promise<void> }>(start: () => Promise<T>): Promise<T> {
  for (let attempts = 3; ; attempts--) {
    const started = await start();
    try {
      await started.isReady;
      return started;
    } catch (error) {
      await started.stop();
      if (attempts === 1) throw error;
    }
  }
}
