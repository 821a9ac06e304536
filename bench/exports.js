// How long an export of 96 articles with pictures takes, its memory, and its effect on pages meanwhile; with BENCH_EXPORTS_AT=limits, one of the maximum
// size.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { projectRoot } from "../scripts/project-root.js";
import { demoPassword, serveProduct, waitUntilReady } from "../tests/support/serve-for-tests.js";

const rounds = Number(process.env.BENCH_EXPORTS || 3);
const articles = process.env.BENCH_EXPORTS_AT === "limits" ? 500 : 96;
/** Far below the machine's capacity: latency is measured, not throughput. */
const pagesPerSecond = 5;
const quietSeconds = 20;

/** @typedef {{ url: string, cookie: string, pid: number, loopFile: string }} Served */

/**
 * @param {number} port a free one
 * @param {(url: string) => Promise<string>} signIn
 */
export async function measureExports(port, signIn) {
  const dataDir = mkdtempSync(join(tmpdir(), "folda-exports-"));
  const loopFile = join(dataDir, "loop.json");
  try {
    await fill(dataDir);
    const environment = { LOG_LEVEL: "silent", BENCH_LOOP_FILE: loopFile };
    const nodeArgs = ["--import", "./bench/event-loop.js"];
    const product = await serveProduct(port, { dataDir, environment, nodeArgs, keepsData: true });
    try {
      await waitUntilReady(`${product.url}/readyz`);
      const served = { url: product.url, cookie: await signIn(product.url), pid: product.child.pid ?? 0, loopFile };
      const folder = await findFolder(served);
      const stopWarming = beginPages(served);
      await sleep(5_000);
      await stopWarming();

      const quiet = await meanwhile(served, () => sleep(quietSeconds * 1000));
      const quietMemory = peakOf(served.pid);
      /** @type {Record<string, object>} */
      const results = {};
      for (const format of ["html", "pdf"]) {
        /** @type {{ seconds: number, bytes: number, childMb: number }[]} */
        const made = [];
        const busy = await meanwhile(served, async () => {
          for (let round = 0; round < rounds; round += 1) made.push(await exportOnce(served, folder, format, round));
        });
        results[`export ${format}`] = {
          seconds: made.map(({ seconds }) => seconds).sort((a, b) => a - b)[Math.floor(made.length / 2)] ?? 0,
          megabytes: Number(((made[0]?.bytes ?? 0) / 1e6).toFixed(2)),
          processMb: Math.max(...made.map(({ childMb }) => childMb)),
          serverMoreMb: peakOf(served.pid) - quietMemory,
          loopP99Ms: busy.loop.p99,
          loopP99MsQuiet: quiet.loop.p99,
          ratioOfLoop: Number((busy.loop.p99 / quiet.loop.p99).toFixed(2)),
          loopMaxMs: busy.loop.max,
          pageP95Ms: busy.pageP95,
          pageP95MsQuiet: quiet.pageP95,
        };
      }
      return results;
    } finally {
      await product.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** @param {string} dataDir */
async function fill(dataDir) {
  const child = spawn(process.execPath, ["--import", "tsx", "bench/exports-fill.ts"], {
    cwd: projectRoot,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, NODE_ENV: "production", DATA_DIR: dataDir, DATABASE_URL: "", SMTP_URL: "", DEMO_PASSWORD: demoPassword },
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`exports-fill.ts ended with ${code}`);
}

/** @param {Served} served */
async function findFolder(served) {
  const html = await read(served, "/folda");
  const [, path] = /<a[^>]*href="(\/folda\/[\w-]{36})"[^>]*>Export</.exec(html) ?? [];
  if (!path) throw new Error("there is no folder to export");
  const list = await read(served, `${path}/export/articles`);
  const ids = [...list.matchAll(/name="contentIds" [^>]*value="([\w-]+)"|value="([\w-]+)"[^>]*name="contentIds"/g)].map(
    ([, first, second]) => first ?? second ?? "",
  );
  if (ids.length !== articles) throw new Error(`${ids.length} articles are offered`);
  return { path, ids };
}

/**
 * @param {Pick<Served, "url" | "cookie">} served
 * @param {string} path
 */
async function read({ url, cookie }, path) {
  const response = await fetch(url + path, { headers: { Cookie: cookie, Accept: "text/html" } });
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  return response.text();
}

/**
 * From the click to the file, like a browser.
 * @param {Served} served
 * @param {{ path: string, ids: string[] }} folder
 * @param {string} format
 * @param {number} round
 */
async function exportOnce(served, { path, ids }, format, round) {
  const body = new URLSearchParams({ format, title: `Messung ${round}` });
  for (const id of ids) body.append("contentIds", id);
  const begun = performance.now();
  const address = `${served.url}${path}/export/articles`;
  const headers = { Cookie: served.cookie, Origin: served.url };
  const posted = await fetch(address, { method: "POST", body, redirect: "manual", headers });
  const output = posted.headers.get("Location") ?? "";
  if (posted.status !== 302) throw new Error(`the export was answered with ${posted.status}`);
  let childMb = 0;
  for (;;) {
    for (const child of childrenOf(served.pid)) childMb = Math.max(childMb, peakOf(child));
    const html = await read(served, output);
    const [, href] = /href="([^"]+\/file\?[^"]+)"/.exec(html) ?? [];
    if (href) {
      const seconds = Number(((performance.now() - begun) / 1000).toFixed(2));
      const file = await fetch(href.replaceAll("&amp;", "&"));
      return { seconds, bytes: (await file.arrayBuffer()).byteLength, childMb };
    }
    await sleep(100);
  }
}

/**
 * Measures the event loop and pages at a constant rate during some work.
 * @param {Served} served
 * @param {() => Promise<unknown>} work
 */
async function meanwhile(served, work) {
  await askLoop(served);
  const stop = beginPages(served);
  await work();
  const times = (await stop()).sort((one, other) => one - other);
  return { loop: await askLoop(served), pageP95: Number((times[Math.floor((times.length - 1) * 0.95)] ?? 0).toFixed(1)) };
}

/** @param {Served} served */
function beginPages(served) {
  /** @type {number[]} */
  const times = [];
  /** @type {Set<Promise<void>>} */
  const open = new Set();
  const ask = async () => {
    const begun = performance.now();
    await read(served, "/stream");
    times.push(performance.now() - begun);
  };
  const timer = setInterval(() => {
    const asked = ask().finally(() => open.delete(asked));
    open.add(asked);
  }, 1000 / pagesPerSecond);
  return async () => {
    clearInterval(timer);
    await Promise.all(open);
    return times;
  };
}

/**
 * The delays of the server's event loop since the last call.
 * @param {Served} served
 * @returns {Promise<{ p50: number, p99: number, max: number }>}
 */
async function askLoop({ pid, loopFile }) {
  rmSync(loopFile, { force: true });
  process.kill(pid, "SIGUSR2");
  while (!existsSync(loopFile) || readFileSync(loopFile, "utf8") === "") await sleep(10);
  return JSON.parse(readFileSync(loopFile, "utf8"));
}

/** @param {number} pid */
function childrenOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/**
 * The peak memory of a process in megabytes; 0 if it has ended.
 * @param {number} pid
 */
function peakOf(pid) {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Math.round(Number(kilobytes ?? 0) / 1024);
  } catch {
    return 0;
  }
}
