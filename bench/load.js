// Measures the product under 200 concurrent people who read, poll, search, save and send newsletters for ten minutes. And what twice its
// capacity does: how many requests are rejected, how fast, and whether everything recovers.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { projectRoot } from "../scripts/project-root.js";
import { demoPassword, serveProduct, waitUntilReady } from "../tests/support/serve-for-tests.js";
import { withDatabase } from "./database.js";

const seconds = Number(process.env.LOAD_SECONDS || 600);
/** Whether this is a trial run, whose figures are shown but not kept. */
export const isLoadShortened = seconds < 600;
const people = Number(process.env.LOAD_PEOPLE || 200);
const onPostgres = (process.env.LOAD_DATABASE || "embedded") === "postgres";
/** Mean milliseconds between two actions of a person. */
const pauseMs = 1000 * Number(process.env.LOAD_PAUSE_SECONDS || 20);
/** Interval at which open windows poll for news. */
const pollMs = 30_000;
const overloadSeconds = Math.min(60, Math.max(5, seconds / 10));
const personas = ["anna", "jana", "henrike", "tobias", "florian", "lena"];

/** @typedef {{ url: string, child: import("node:child_process").ChildProcess }} Product */
/** @typedef {{ ms: number, isFailed: boolean }} Asked */
/** @typedef {Record<string, Asked[]>} Tally by kind */

/** @param {number} port a free one */
export async function measureLoad(port) {
  return onPostgres ? withDatabase((environment) => measureOn(port, environment)) : measureOn(port, {});
}

/**
 * @param {number} port
 * @param {Record<string, string>} database
 */
async function measureOn(port, database) {
  const dataDir = mkdtempSync(join(tmpdir(), "folda-load-"));
  const sink = spawn(process.execPath, ["bench/bare-smtp.js"], { cwd: projectRoot, stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: sink.stdout });
  const [smtpPort] = await once(lines, "line");
  const environment = { LOG_LEVEL: "silent", SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, MAIL_FROM: "folda@folda.example", ...database };
  const product = await serveProduct(port, { dataDir, environment });
  try {
    await waitUntilReady(`${product.url}/readyz`);
    const crowd = await gather(product.url);
    const { tally, memory } = await liveTogether(product, crowd, seconds);
    const kinds = Object.fromEntries(Object.entries(tally).map(([kind, asked]) => [kind, summary(asked)]));
    const overload = await overrun(product, crowd);
    const after = await liveTogether(product, crowd, overloadSeconds);
    const failedAfterwards = Object.values(after.tally)
      .flat()
      .filter(({ isFailed }) => isFailed).length;
    return { ...kinds, memory, twice: { ...overload, failedAfterwards, memoryMb: memoryOf(product) } };
  } finally {
    await product.stop();
    sink.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** @typedef {{ cookie: string, articles: string[], folder: string }} Person the paths that a person can open */

/**
 * Signs the people in, each with their own session.
 * @param {string} url
 */
async function gather(url) {
  /** @type {Person[]} */
  const crowd = [];
  for (let number = 0; number < people; number++) {
    const name = personas[number % personas.length];
    const body = new URLSearchParams({ workspace: "demo", email: `${name}@demo.example`, password: demoPassword });
    const answer = await fetch(`${url}/sign-in`, { method: "POST", body, redirect: "manual" });
    const [cookie] = answer.headers.getSetCookie().flatMap((line) => /^authToken=[^;]+/.exec(line) ?? []);
    if (!cookie) throw new Error(`${name} could not sign in: ${answer.status}`);
    const read = async (/** @type {string} */ path) => (await fetch(url + path, { headers: { Cookie: cookie } })).text();
    const articles = [...new Set(Array.from((await read("/stream")).matchAll(/href="(\/contents\/[\w-]+)"/g), ([, path = ""]) => path))];
    const [folder = "/folda"] = /\/folda\/[\da-f-]{36}/.exec(await read("/folda")) ?? [];
    crowd.push({ cookie, articles, folder });
  }
  return crowd;
}

/**
 * Everybody does something every few seconds, and their windows poll; one newsletter per minute is sent. Memory is sampled meanwhile.
 * @param {Product} product
 * @param {Person[]} crowd
 * @param {number} forSeconds
 */
async function liveTogether(product, crowd, forSeconds) {
  /** @type {Tally} */
  const tally = { reading: [], polling: [], searching: [], saving: [], newsletters: [] };
  const until = Date.now() + forSeconds * 1000;
  const memoryAtStart = memoryOf(product);
  let mostMemory = memoryAtStart;
  /** @param {string} kind @param {() => Promise<boolean>} work */
  const count = async (kind, work) => {
    const begin = performance.now();
    const isFailed = !(await work().catch(() => false));
    tally[kind]?.push({ ms: performance.now() - begin, isFailed });
  };
  /** @param {number} meanMs */
  const rest = (meanMs) => sleep(Math.min(Math.random() * 2 * meanMs, Math.max(0, until - Date.now())));

  const act = async (/** @type {Person} */ person) => {
    const { cookie } = person;
    for (await rest(pauseMs); Date.now() < until; await rest(pauseMs)) {
      const dice = Math.random();
      if (dice < 0.75) await count("reading", () => isThere(product.url + pageToRead(person), cookie));
      else if (dice < 0.92) await count("searching", () => isThere(`${product.url}/search?term=${pick(words)}`, cookie));
      else await count("saving", () => save(product.url, cookie));
    }
  };
  const poll = async (/** @type {Person} */ { cookie }) => {
    for (await rest(pollMs); Date.now() < until; await sleep(Math.min(pollMs, Math.max(0, until - Date.now()))))
      await count("polling", () => isThere(`${product.url}/stream/news?after=${new Date().toISOString()}`, cookie));
  };
  const editor = async () => {
    while (Date.now() < until) {
      await count("newsletters", () => publish(product.url, crowd[0]));
      await sleep(Math.min(60_000, Math.max(0, until - Date.now())));
    }
  };
  /** Means of each sixth of the time, which show growth. @type {number[]} */
  const sixthsMb = [];
  const watch = async () => {
    for (let sixth = 1; sixth <= 6; sixth++) {
      const end = until - (forSeconds * 1000 * (6 - sixth)) / 6;
      const samples = [memoryOf(product)];
      for (; Date.now() < end; await sleep(Math.min(1_000, Math.max(0, end - Date.now())))) samples.push(memoryOf(product));
      sixthsMb.push(Math.round(samples.reduce((sum, mb) => sum + mb, 0) / samples.length));
      mostMemory = Math.max(mostMemory, ...samples);
    }
  };
  await Promise.all([...crowd.flatMap((person) => [act(person), poll(person)]), editor(), watch()]);
  return { tally, memory: { startMb: memoryAtStart, sixthsMb, mostMb: mostMemory, endMb: memoryOf(product) } };
}

const words = ["Korridor", "Bahn", "Weiche", "Ausbau", "Presse", "Fahrplan", "Nirgends"];

/** @template T @param {readonly T[]} list */
const pick = (list) => list[Math.floor(Math.random() * list.length)];

/** @param {Person} person */
const pageToRead = ({ articles, folder }) =>
  Math.random() < 0.5 ? "/stream" : Math.random() < 0.7 ? (pick(articles) ?? "/stream") : folder;

/**
 * @param {string} url
 * @param {string} cookie
 */
async function isThere(url, cookie) {
  const answer = await fetch(url, { headers: { Cookie: cookie }, redirect: "manual" });
  await answer.arrayBuffer();
  return answer.status === 200 || answer.status === 204;
}

/**
 * Opens the form of a new article, fills it in, and saves it.
 * @param {string} url
 * @param {string} cookie
 */
async function save(url, cookie) {
  const path = `${url}/stream/contents/new`;
  const html = await (await fetch(`${path}?mode=manual`, { headers: { Cookie: cookie } })).text();
  const [, folderId = ""] = /<option value="([\da-f-]{36})"/.exec(html) ?? [];
  const fields = { title: `Unter Last ${randomUUID()}`, body: "Ein Absatz.\n\n".repeat(20), folderId, publishedAt: "2026-03-01" };
  const body = new URLSearchParams({ ...fields, newTags: "Last", shareable: "on", priority: "normal", key: randomUUID() });
  const answer = await fetch(path, { method: "POST", body, headers: { Cookie: cookie }, redirect: "manual" });
  await answer.arrayBuffer();
  return answer.status === 302;
}

/**
 * @param {string} url
 * @param {Person | undefined} person
 */
async function publish(url, { cookie, folder } = { cookie: "", articles: [], folder: "" }) {
  /** @param {string} path @param {Record<string, string>} fields */
  const post = async (path, fields) => {
    const answer = await fetch(url + path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { Cookie: cookie },
      redirect: "manual",
    });
    await answer.arrayBuffer();
    return answer.headers.get("Location");
  };
  const tags = await post(`${folder}/mailings/new`, { subject: "Presseschau unter Last" });
  if (!tags) return false;
  const draft = new URL(tags, url).pathname.replace(/\/tags$/, "");
  return (await post(`${draft}/summary`, { when: "now" })) !== null;
}

/**
 * Measures how many pages per second are served, and requests twice as many, whether they are served or not.
 * @param {Product} product
 * @param {Person[]} crowd
 */
async function overrun({ url }, crowd) {
  const someone = () => /** @type {Person} */ (pick(crowd));
  const fits = await countFitting(url, someone);
  const every = 1000 / (fits * 2);
  /** @type {Promise<{ status: number, ms: number }>[]} */
  const asked = [];
  const begin = performance.now();
  while (performance.now() - begin < overloadSeconds * 1000) {
    while (asked.length * every < performance.now() - begin) {
      const person = someone();
      asked.push(askOnce(url + pageToRead(person), person.cookie));
    }
    await sleep(5);
  }
  const askedPerSecond = asked.length / ((performance.now() - begin) / 1000);
  const all = await Promise.all(asked);
  const ended = performance.now();
  while (!(await isThere(`${url}/stream`, someone().cookie).catch(() => false))) await sleep(20);
  const of = (/** @type {(status: number) => boolean} */ isWanted) => all.filter(({ status }) => isWanted(status));
  const turnedAway = of((status) => status === 503);
  return {
    fitsPerSecond: round(fits),
    askedPerSecond: round(askedPerSecond),
    answered: of((status) => status === 200).length,
    answeredP95Ms: p95(of((status) => status === 200)),
    turnedAway: turnedAway.length,
    shareTurnedAway: round(turnedAway.length / all.length, 2),
    turnedAwayP95Ms: p95(turnedAway),
    otherwise: of((status) => status !== 200 && status !== 503).length,
    recoveredAfterMs: Math.round(performance.now() - ended),
  };
}

/**
 * Pages per second for eight clients without pauses.
 * @param {string} url
 * @param {() => Person} someone
 */
async function countFitting(url, someone) {
  const until = Date.now() + 5_000;
  let count = 0;
  const restless = async () => {
    while (Date.now() < until) {
      const person = someone();
      await isThere(url + pageToRead(person), person.cookie);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, restless));
  return count / 5;
}

/**
 * @param {string} url
 * @param {string} cookie
 */
async function askOnce(url, cookie) {
  const begin = performance.now();
  const status = await fetch(url, { headers: { Cookie: cookie }, redirect: "manual" }).then(
    (answer) => answer.arrayBuffer().then(() => answer.status),
    () => 0,
  );
  return { status, ms: performance.now() - begin };
}

/** @param {Asked[]} asked */
const summary = (asked) => ({ requests: asked.length, failed: asked.filter(({ isFailed }) => isFailed).length, p95Ms: p95(asked) });

/** @param {{ ms: number }[]} asked */
function p95(asked) {
  const sorted = asked.map(({ ms }) => ms).sort((one, other) => one - other);
  return Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0);
}

/** @param {number} value */
const round = (value, digits = 1) => Number(value.toFixed(digits));

/**
 * The process's memory in megabytes.
 * @param {Product} product
 */
function memoryOf({ child }) {
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024);
}
