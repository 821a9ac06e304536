import { closeSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { freshDemo } from "./demo-template";
import { servePages } from "./e2e/pages-server";
import { demoEnvironment, onFreePorts } from "./e2e/product";
import { engine } from "./engines";
import { freePort } from "./free-port";
import { serveProduct, waitUntilReady } from "./serve-for-tests.js";

/** The built product with the demo workspace, which all files of a run use at the same time. */
export interface SharedProduct {
  url: string;
  pid: number;
  dataDir: string;
  /** Empty for the embedded database. */
  databaseUrl: string;
  /** `pages-server.ts`, from which it may import. */
  pagesUrl: string;
  logFile: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    /** The file in which the shared product is described once it has started. */
    sharedProduct: string;
  }
}

/** The sites that may show pages in a frame. */
export const frameOrigins = ["https://app.example", "capacitor://localhost"];

async function startShared(): Promise<SharedProduct & { stop(): Promise<void> }> {
  const pages = await servePages();
  const dataDir = mkdtempSync(join(tmpdir(), "folda-shared-"));
  const { databaseUrl = "" } = await freshDemo(engine, dataDir);
  const logFile = join(dataDir, "product.log");
  const environment = {
    ...demoEnvironment(dataDir, databaseUrl),
    IMPORT_ALLOW_HOSTS: `127.0.0.1:${pages.port}`,
    WEBVIEW_FRAME_ORIGINS: frameOrigins.join(),
    TRUST_PROXY: "1",
    LOG_LEVEL: "info",
  };
  const { url, child, stop } = await onFreePorts(async () => {
    const output = openSync(logFile, "w");
    const served = await serveProduct(await freePort(), { dataDir, keepsData: true, environment, output });
    closeSync(output);
    return { ...served, isReady: waitUntilReady(`${served.url}/readyz`, served.child) };
  }).catch((error) => {
    throw new Error(`${error}\n${readFileSync(logFile, "utf8")}`);
  });
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    databaseUrl,
    pagesUrl: `http://127.0.0.1:${pages.port}`,
    logFile,
    async stop() {
      await stop();
      await pages.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

// Each project loads this module again.
const running = globalThis as { foldaShared?: { users: number; stop: Promise<() => Promise<void>> } };

/** Vitest's global setup; projects share one product. It starts while the first tests run, which do without it. */
export default function setUp(project: TestProject): () => Promise<void> {
  const description = join(tmpdir(), `folda-shared-${process.pid}.json`);
  running.foldaShared ??= { users: 0, stop: start(description) };
  const { foldaShared: shared } = running;
  shared.users += 1;
  project.provide("sharedProduct", description);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete running.foldaShared;
    await (await shared.stop)();
    rmSync(description, { force: true });
  };
}

/** Returns a function that stops it. */
async function start(description: string): Promise<() => Promise<void>> {
  const write = (content: SharedProduct | { failure: string }) => {
    writeFileSync(`${description}.part`, JSON.stringify(content));
    renameSync(`${description}.part`, description);
  };
  try {
    const { stop, ...product } = await startShared();
    write(product);
    return stop;
  } catch (error) {
    write({ failure: String(error) });
    return async () => {};
  }
}
