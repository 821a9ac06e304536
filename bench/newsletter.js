// How fast a newsletter is sent to 5,000 people over ten connections, its memory, and its effect on pages meanwhile.
import { spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { projectRoot } from "../scripts/project-root.js";
import { demoPassword, serveProduct, waitUntilReady } from "../tests/support/serve-for-tests.js";
import { peakOf, timePages } from "./page-times.js";

const readers = Number(process.env.BENCH_READERS || 5000);
const pagesSeconds = 20;

/** @typedef {{ mails: number, bytes: number, at: number }} Taken */

/**
 * @param {number} port a free one
 * @param {(url: string) => Promise<string>} signIn
 */
export async function measureNewsletter(port, signIn) {
  const dataDir = mkdtempSync(join(tmpdir(), "folda-newsletter-"));
  const keyFile = join(dataDir, "dkim.pem");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  writeFileSync(keyFile, privateKey.export({ type: "pkcs8", format: "pem" }));
  const dkim = { DKIM_KEY_FILE: keyFile, DKIM_SELECTOR: "bench" };
  try {
    await fill(dataDir, "prepare");
    const quiet = await run(dataDir, port, {}, async (product) => measurePages(product, await signIn(product.url)));
    await fill(dataDir, "publish");
    const plain = await run(dataDir, port, {}, (product) => product.sent());
    await fill(dataDir, "publish");
    const signed = await run(dataDir, port, dkim, (product) => product.sent());
    await fill(dataDir, "publish");
    const busy = await run(dataDir, port, {}, async (product) => measurePages(product, await signIn(product.url)));
    return {
      newsletter: {
        perMinute: plain.perMinute,
        perMinuteSigned: signed.perMinute,
        kilobytes: plain.kilobytes,
        memoryMb: busy.memoryMb - quiet.memoryMb,
        pageP95Ms: quiet.p95,
        pageP95MsMeanwhile: busy.p95,
        ratioOfPages: Number((busy.p95 / quiet.p95).toFixed(2)),
        sentMeanwhile: busy.sent,
      },
    };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * @param {string} dataDir
 * @param {"prepare" | "publish"} what
 */
async function fill(dataDir, what) {
  const child = spawn(process.execPath, ["--import", "tsx", "bench/newsletter-fill.ts", what, String(readers)], {
    cwd: projectRoot,
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      PUBLIC_URL: "http://127.0.0.1",
      DATA_DIR: dataDir,
      DATABASE_URL: "",
      SMTP_URL: "",
      DEMO_PASSWORD: demoPassword,
    },
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`newsletter-fill.ts ${what} ended with ${code}`);
}

/**
 * @typedef {object} Running
 * @property {string} url
 * @property {number} pid
 * @property {() => Taken} taken
 * @property {() => Promise<{ perMinute: number, kilobytes: number }>} sent waits until everybody has their mail
 */

/**
 * Serves the directory together with a mail server, and returns the result of `use`.
 * @template T
 * @param {string} dataDir
 * @param {number} port
 * @param {Record<string, string>} more
 * @param {(product: Running) => Promise<T>} use
 */
async function run(dataDir, port, more, use) {
  const sink = spawn(process.execPath, ["bench/bare-smtp.js"], { cwd: projectRoot, stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: sink.stdout });
  const [smtpPort] = await once(lines, "line");
  /** @type {Taken[]} */
  const history = [{ mails: 0, bytes: 0, at: Date.now() }];
  lines.on("line", (line) => history.push(JSON.parse(line)));
  const last = () => history.at(-1) ?? { mails: 0, bytes: 0, at: 0 };

  const environment = {
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: "folda@folda.example",
    MAIL_RATE: "1000",
    LOG_LEVEL: "silent",
    ...more,
  };
  const product = await serveProduct(port, { dataDir, environment, keepsData: true });
  try {
    await waitUntilReady(`${product.url}/readyz`);
    const sent = async () => {
      const deadline = Date.now() + 15 * 60_000;
      while (last().mails < readers) {
        if (Date.now() > deadline) throw new Error(`only ${last().mails} of ${readers} mails arrived`);
        await once(lines, "line");
      }
      const begin = history.findLast(({ mails }) => mails === 0) ?? last();
      const end = history.find(({ mails }) => mails >= readers) ?? last();
      return { perMinute: Math.round((readers / (end.at - begin.at)) * 60_000), kilobytes: Math.round(end.bytes / end.mails / 1024) };
    };
    return await use({ url: product.url, pid: product.child.pid ?? 0, taken: last, sent });
  } finally {
    await product.stop();
    sink.kill();
  }
}

/**
 * @param {Running} product
 * @param {string} cookie
 */
async function measurePages({ url, pid, taken }, cookie) {
  await timePages(url, cookie, 3);
  const before = taken().mails;
  const p95 = await timePages(url, cookie, pagesSeconds);
  return { p95, sent: taken().mails - before, memoryMb: peakOf(pid) };
}
