// The product as `npm start` runs it, on either database: seconds until it is ready, at its first start and later, and its memory then and after many
// pages.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";
import { whyNoPostgres } from "../tests/support/postgres-for-tests.js";
import { serveProduct, waitUntilReady } from "../tests/support/serve-for-tests.js";
import { withDatabase } from "./database.js";

const pages = Number(process.env.MEMORY_PAGES || 10_000);
const connections = 8;
/** Time for garbage of the start to be collected. */
const idleMs = 15_000;

/**
 * @param {number} port a free one
 * @param {(url: string) => Promise<string>} signIn
 */
export async function measureMemory(port, signIn) {
  const why = await whyNoPostgres();
  if (why) console.log(`The memory with PostgreSQL is left out: ${why}.`);
  return {
    embedded: await measureDatabase(port, signIn, {}),
    ...(why ? {} : { postgresql: await withDatabase((environment) => measureDatabase(port, signIn, environment)) }),
  };
}

/**
 * @param {number} port
 * @param {(url: string) => Promise<string>} signIn
 * @param {Record<string, string>} environment
 */
async function measureDatabase(port, signIn, environment) {
  const dataDir = mkdtempSync(join(tmpdir(), "folda-memory-"));
  try {
    const first = await start(port, dataDir, environment);
    const afterFirst = await idleMemory(first.product);
    await first.product.stop();

    const { product, seconds } = await start(port, dataDir, environment);
    try {
      const idle = await idleMemory(product);
      await askOften(`${product.url}/stream`, await signIn(product.url));
      return {
        firstStartSeconds: first.seconds,
        startSeconds: seconds,
        firstIdleMb: afterFirst,
        idleMb: idle,
        [`after${pages}PagesMb`]: memoryOf(product),
        [`after${pages}PagesIdleMb`]: await idleMemory(product),
      };
    } finally {
      await product.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** @typedef {Awaited<ReturnType<typeof serveProduct>>} Product */

/**
 * @param {number} port
 * @param {string} dataDir
 * @param {Record<string, string>} environment
 */
async function start(port, dataDir, environment) {
  const begin = performance.now();
  const product = await serveProduct(port, { dataDir, keepsData: true, environment: { LOG_LEVEL: "silent", ...environment } });
  await waitUntilReady(`${product.url}/readyz`);
  return { product, seconds: Number(((performance.now() - begin) / 1000).toFixed(1)) };
}

/** @param {Product} product */
async function idleMemory(product) {
  await sleep(idleMs);
  return memoryOf(product);
}

/**
 * The process's resident memory in megabytes.
 * @param {Product} product
 */
function memoryOf({ child }) {
  const kilobytes = execFileSync("ps", ["-o", "rss=", "-p", String(child.pid)], { encoding: "utf8" });
  return Math.round(Number(kilobytes) / 1024);
}

/**
 * @param {string} url
 * @param {string} cookie
 */
async function askOften(url, cookie) {
  const { non2xx, errors } = await autocannon({ url, connections, amount: pages, headers: { cookie, accept: "text/html" } });
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} refusals, ${errors} errors`);
}
