// Measures how many pages per second the built product serves on its embedded database, and compares it with two bare servers, which show the share of
// the machine: docs/performance.md explains the ratios.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { projectRoot } from "../scripts/project-root.js";
import { demoPassword, serveProduct, waitUntilReady } from "../tests/support/serve-for-tests.js";
import { measureBatches } from "./batches.js";
import { measureDevices } from "./devices.js";
import { measureDigests } from "./digests.js";
import { measureExports } from "./exports.js";
import { measureLists } from "./lists.js";
import { isLoadShortened, measureLoad } from "./load.js";
import { measureMemory } from "./memory.js";
import { measureNewsletter } from "./newsletter.js";
import { measureSaving, measureUploads } from "./saving.js";
import { measureSources } from "./sources.js";
import { measureSteps } from "./steps.js";

const connections = 8;
const secondsEach = 5;
const warmUpSeconds = 2;
/** The request that every open window sends twice a minute; nearly always the response is empty. */
const nothingNew = "/stream/news?after=2999-01-01T00:00:00.000Z";

/** @typedef {{ url: string, cookie: string }} Target */

const [
  productPort = 0,
  frozenPort = 0,
  apiPort = 0,
  barePort = 0,
  bareUploadPort = 0,
  newsletterPort = 0,
  listsPort = 0,
  exportsPort = 0,
  memoryPort = 0,
  devicesPort = 0,
  loadPort = 0,
  batchesPort = 0,
  stepsPort = 0,
  sourcesPort = 0,
  feedsPort = 0,
  digestsPort = 0,
] = await findPorts(16);
/** @type {(() => Promise<void> | void)[]} */
const atTheEnd = [];

/** The benchmarks. `npm run bench -- newsletter exports` runs these two. */
const parts = {
  pages: measurePages,
  saving: measureOfSaving,
  newsletter: () => measureNewsletter(newsletterPort, signIn),
  lists: () => measureLists(listsPort),
  exports: () => measureExports(exportsPort, signIn),
  memory: () => measureMemory(memoryPort, signIn),
  batches: () => measureBatches(batchesPort, signIn),
  sources: () => measureSources(sourcesPort, feedsPort, signIn),
  digests: () => measureDigests(digestsPort, signIn),
  devices: () => measureDevices(devicesPort, findPages),
  steps: () => measureSteps(stepsPort),
  load: () => measureLoad(loadPort),
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`No part is called ${unknown.join(", ")}. There are: ${Object.keys(parts).join(", ")}.`);
  process.exit(2);
}

const processors = cpus();
/** @type {Record<string, unknown>} */
const report = {
  measuredAt: new Date().toISOString(),
  node: process.version,
  processors: `${processors.length} × ${processors[0]?.model ?? "unknown"}`,
  connections,
  secondsEach,
};
let isMeasured = false;
try {
  for (const [name, measurePart] of Object.entries(parts)) {
    // The load test takes as long as all others together.
    if (asked.length > 0 ? !asked.includes(name) : name === "load") continue;
    const results = await measurePart();
    console.table(results);
    if (name === "load" && isLoadShortened) continue;
    isMeasured = true;
    report[nameInReport(name)] = results;
  }
  if (isMeasured) keep();
} finally {
  for (const stop of atTheEnd.reverse()) await stop();
}

function keep() {
  const path = join(projectRoot, "bench/results/latest.json");
  mkdirSync(join(projectRoot, "bench/results"), { recursive: true });
  // Earlier results of other parts are kept.
  const before = asked.length > 0 && existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
  writeFileSync(path, `${JSON.stringify({ ...before, ...report }, null, 2)}\n`);
}

/** @param {string} name of a part */
function nameInReport(name) {
  if (name === "exports" && process.env.BENCH_EXPORTS_AT === "limits") return "exportsAtLimits";
  return name === "load" && process.env.LOAD_DATABASE === "postgres" ? "loadOnPostgresql" : name;
}

async function measurePages() {
  const product = await serveProduct(productPort, { environment: { LOG_LEVEL: "silent" } });
  atTheEnd.push(product.stop);
  await waitUntilReady(`${product.url}/readyz`);
  const frozen = await serveFrozen();
  const bare = await serveBare();

  const pages = await findPages(product.url);
  const frozenPages = await findPages(frozen);

  /** @type {Record<string, Record<string, number>>} */
  const results = {};
  for (const [name, target] of Object.entries(pages)) {
    const frozenTarget = frozenPages[name] ?? target;
    const bytes = await bare.serve(target);
    for (const warmed of [target, frozenTarget]) await measure(warmed, warmUpSeconds);
    // One after the other within a minute, so that other load on the machine affects all three.
    const ours = await measure(target, secondsEach);
    const withoutData = await measure(frozenTarget, secondsEach);
    const machine = await measure({ url: bare.url, cookie: "" }, secondsEach);
    results[name] = {
      perSecond: round(ours.rate),
      p97_5Ms: ours.p97_5,
      bytes,
      barePerSecond: round(machine.rate),
      ratioToBare: round(ours.rate / machine.rate, 4),
      withoutDataPerSecond: round(withoutData.rate),
      ratioToWithoutData: round(ours.rate / withoutData.rate, 3),
    };
    if (name === "newsletter") results["newsletter, known by its tag"] = await measureKnown(target, machine.rate);
  }

  for (const stop of atTheEnd.splice(0).reverse()) await stop();
  return results;
}

async function measureOfSaving() {
  const product = await serveProduct(productPort, { environment: { LOG_LEVEL: "silent" } });
  atTheEnd.push(product.stop);
  await waitUntilReady(`${product.url}/readyz`);
  const cookie = await signIn(product.url);
  const saving = await measureSaving(product, cookie, bareUploadPort);
  const uploads = await measureUploads(product, cookie, bareUploadPort);
  for (const stop of atTheEnd.splice(0).reverse()) await stop();
  return { ...saving, ...uploads };
}

/**
 * The main pages, as Anna and as visitors see them.
 * @param {string} url
 * @returns {Promise<Record<string, Target>>}
 */
async function findPages(url) {
  const cookie = await signIn(url);
  const of = (/** @type {string} */ path) => ({ url: url + path, cookie });
  const visited = (/** @type {string} */ path) => ({ url: url + path, cookie: "" });
  const read = async (/** @type {string} */ path) => (await fetch(url + path, { headers: { Cookie: cookie } })).text();
  const [, article = ""] = /href="(\/contents\/[\w-]+)"/.exec(await read("/stream")) ?? [];
  const [folder = ""] = /\/folda\/[\da-f-]{36}/.exec(await read("/folda")) ?? [];
  return {
    stream: of("/stream"),
    article: of(article),
    folders: of("/folda"),
    folder: of(folder),
    search: of("/search?term=Korridor"),
    "new article": of("/stream/contents/new?mode=manual"),
    teams: of("/teams"),
    settings: of("/settings/profile"),
    poll: of(nothingNew),
    home: visited("/"),
    "sign-in": visited("/sign-in"),
    newsletter: visited(await publishNewsletter(url, cookie)),
  };
}

/** The same web application with upstream responses frozen after the first; returns its address. */
async function serveFrozen() {
  const dataDir = mkdtempSync(join(tmpdir(), "folda-bench-"));
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: "",
    DEMO: "1",
    DEMO_PASSWORD: demoPassword,
    API_PORT: String(apiPort),
    LOG_LEVEL: "silent",
  };
  const api = spawn(process.execPath, ["build/api/main.js"], {
    cwd: projectRoot,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_ENV: "production", ...settings },
  });
  const ended = new Promise((resolve) => api.once("close", resolve));
  atTheEnd.push(async () => {
    api.kill("SIGTERM");
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  });
  await waitUntilReady(`${apiUrl}/readyz`);
  const web = await serveProduct(frozenPort, {
    environment: { LOG_LEVEL: "silent", UPSTREAM_API_URL: apiUrl },
    nodeArgs: ["--import", "./bench/frozen-upstream.js"],
  });
  atTheEnd.push(web.stop);
  await waitUntilReady(`${web.url}/healthz`);
  return web.url;
}

/** A bare server that sends a fixed page, including headers. */
async function serveBare() {
  /** @type {{ headers: Record<string, string>, body: Buffer }} */
  let page = { headers: {}, body: Buffer.alloc(0) };
  const server = createServer((_request, response) => {
    response.writeHead(200, page.headers).end(page.body);
  });
  await new Promise((resolve) => server.listen(barePort, "127.0.0.1", () => resolve(undefined)));
  atTheEnd.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${barePort}/`,
    /** @param {Target} target */
    async serve({ url, cookie }) {
      const response = await fetch(url, { headers: { Cookie: cookie } });
      if (response.status !== 200 && response.status !== 204) throw new Error(`${url} answered ${response.status}`);
      const body = Buffer.from(await response.arrayBuffer());
      const ofTheConnection = /^(connection|keep-alive|transfer-encoding|date|content-length|content-encoding)$/;
      page = { headers: Object.fromEntries([...response.headers].filter(([name]) => !ofTheConnection.test(name))), body };
      return body.byteLength;
    },
  };
}

/**
 * Readers who have the page cached, compared with the bare server that sends all of it.
 * @param {Target} target
 * @param {number} barePerSecond
 */
async function measureKnown(target, barePerSecond) {
  const tag = (await fetch(target.url)).headers.get("ETag") ?? "";
  const { status } = await fetch(target.url, { headers: { "If-None-Match": tag } });
  if (status !== 304) throw new Error(`${target.url} answered its own tag with ${status}`);
  const known = await measure(target, secondsEach, { "if-none-match": tag });
  return { perSecond: round(known.rate), p97_5Ms: known.p97_5, bytes: 0, ratioToBare: round(known.rate / barePerSecond, 4) };
}

/**
 * @param {Target} target
 * @param {number} duration in seconds
 * @param {Record<string, string>} [headers]
 */
async function measure({ url, cookie }, duration, headers = {}) {
  const result = await autocannon({ url, connections, duration, headers: { cookie, accept: "text/html", ...headers } });
  const others = headers["if-none-match"] ? result.non2xx - result["3xx"] : result.non2xx;
  if (others > 0 || result.errors > 0) throw new Error(`${url}: ${others} refusals, ${result.errors} errors`);
  return { rate: result.requests.average, p97_5: result.latency.p97_5 };
}

/** @param {string} url */
async function signIn(url) {
  const body = new URLSearchParams({ workspace: "demo", email: "anna@demo.example", password: demoPassword });
  const response = await fetch(`${url}/sign-in`, { method: "POST", body, redirect: "manual" });
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith("authToken="));
  if (!cookie) throw new Error(`${url} did not sign in: ${response.status}`);
  return cookie.split(";")[0] ?? "";
}

/**
 * Publishes a newsletter of the first folder with all its articles; returns its path.
 * @param {string} url
 * @param {string} cookie
 */
async function publishNewsletter(url, cookie) {
  const html = await (await fetch(`${url}/folda`, { headers: { Cookie: cookie } })).text();
  const [folder = ""] = /\/folda\/[\da-f-]{36}/.exec(html) ?? [];
  /** @param {string} path @param {Record<string, string>} fields */
  const post = async (path, fields) => {
    const headers = { Cookie: cookie, Origin: url };
    const response = await fetch(url + path, { method: "POST", headers, body: new URLSearchParams(fields), redirect: "manual" });
    const location = response.headers.get("Location");
    if (!location) throw new Error(`${path} answered ${response.status}`);
    return new URL(location, url).pathname;
  };
  const draft = (await post(`${folder}/mailings/new`, { subject: "Presseschau am Morgen" })).replace(/\/tags$/, "");
  await post(`${draft}/summary`, { when: "now" });
  return draft.replace(/.*\//, "/newsletter/");
}

/** @param {number} count */
async function findPorts(count) {
  const servers = Array.from({ length: count }, () => createServer());
  await Promise.all(servers.map((server) => new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)))));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === "object" && address ? address.port : 0;
  });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/**
 * @param {number} value
 * @param {number} [digits]
 */
function round(value, digits = 1) {
  return Number(value.toFixed(digits));
}
