// How fast 10,000 people get a digest of 50,000 follows on PostgreSQL, its memory and SQL statements, and its effect on pages meanwhile.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { projectRoot } from "../scripts/project-root.js";
import { demoPassword, serveProduct, waitUntilReady } from "../tests/support/serve-for-tests.js";
import { withDatabase } from "./database.js";
import { peakOf, timePages } from "./page-times.js";

const readers = Number(process.env.BENCH_READERS || 10_000);
const warmUpSeconds = 5;
const pagesSeconds = 60;
const mostMinutes = 60;

/**
 * @param {number} port a free one
 * @param {(url: string) => Promise<string>} signIn
 */
export const measureDigests = (port, signIn) => withDatabase((environment) => measure(port, signIn, environment));

/**
 * @param {number} port
 * @param {(url: string) => Promise<string>} signIn
 * @param {Record<string, string>} environment
 */
async function measure(port, signIn, environment) {
  const dataDir = mkdtempSync(join(tmpdir(), "folda-digests-"));
  const sink = spawn(process.execPath, ["bench/bare-smtp.js"], { cwd: projectRoot, stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: sink.stdout });
  const [smtpPort] = await once(lines, "line");
  let taken = { mails: 0, bytes: 0, at: 0 };
  lines.on("line", (line) => {
    taken = JSON.parse(line);
  });
  const mail = { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, MAIL_FROM: "folda@folda.example", MAIL_RATE: "1000" };
  try {
    await fill("prepare", dataDir, { ...environment, ...mail });
    const statements = Number(await fill("statements", dataDir, { ...environment, ...mail }));
    const product = await serveProduct(port, {
      dataDir,
      environment: { LOG_LEVEL: "silent", ...environment, ...mail },
      keepsData: true,
    });
    try {
      await waitUntilReady(`${product.url}/readyz`);
      const pid = product.child.pid ?? 0;
      const cookie = await signIn(product.url);
      await timePages(product.url, cookie, warmUpSeconds);
      const quiet = await timePages(product.url, cookie, pagesSeconds);
      const memoryBefore = peakOf(pid);
      const sent = taken.mails;
      await makeDue(environment);
      while (taken.mails === sent) await once(lines, "line");
      const begin = Date.now();
      const meanwhile = await timePages(product.url, cookie, pagesSeconds);
      const sentMeanwhile = taken.mails - sent;
      while (taken.mails - sent < readers) {
        if (Date.now() - begin > mostMinutes * 60_000) throw new Error(`only ${taken.mails - sent} of ${readers} digests arrived`);
        await once(lines, "line");
      }
      const seconds = (taken.at - begin) / 1000;
      return {
        digests: {
          people: readers,
          follows: readers * 5,
          seconds: Math.round(seconds),
          perMinute: Math.round((readers / seconds) * 60),
          kilobytes: Math.round(taken.bytes / taken.mails / 1024),
          statementsPerDigest: statements,
          memoryMb: peakOf(pid) - memoryBefore,
          pageP95Ms: quiet,
          pageP95MsMeanwhile: meanwhile,
          ratioOfPages: Number((meanwhile / quiet).toFixed(2)),
          sentMeanwhile,
        },
      };
    } finally {
      await product.stop();
    }
  } finally {
    sink.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** @param {Record<string, string>} environment */
async function makeDue({ DATABASE_URL }) {
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  await client.query("update digests set due_at = now(), told_until = now() - interval '1 day'");
  await client.end();
}

/**
 * Returns what the program prints.
 * @param {"prepare" | "statements"} what
 * @param {string} dataDir
 * @param {Record<string, string>} environment
 */
async function fill(what, dataDir, environment) {
  const child = spawn(process.execPath, ["--import", "tsx", "bench/digests-fill.ts", what, String(readers)], {
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      PUBLIC_URL: "http://127.0.0.1",
      DATA_DIR: dataDir,
      DEMO_PASSWORD: demoPassword,
      ...environment,
    },
  });
  let printed = "";
  child.stdout.on("data", (piece) => {
    printed += piece;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`digests-fill.ts ${what} ended with ${code}`);
  return printed.trim();
}
