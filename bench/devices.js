// Measures the main pages on a slow device and line: bytes, requests, first paint and time until usable, of every main page, with and without JavaScript, at
// the first visit and the next one.
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { findBrowser } from "../scripts/find-browser.js";
import { serveProduct, waitUntilReady } from "../tests/support/serve-for-tests.js";

/** How many times slower the device is than this machine's processor. */
const slowdown = 6;

/** "Slow 3G" of Chromium's developer tools: 400 kbit/s in both directions, two seconds of latency. */
const slow3G = { offline: false, latency: 2_000, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** Time limit of a page in milliseconds. */
const longestMs = 120_000;

/** @typedef {import("@playwright/test").BrowserContext} BrowserContext */
/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {{ url: string, cookie: string }} Target */
/** @typedef {{ kilobytes: number, requests: number, pictures: number, paintMs: number, usableMs: number }} Visit `requests` without pictures */

/**
 * @param {number} port a free one
 * @param {(url: string) => Promise<Record<string, Target>>} findPages the main ones of a product
 */
export async function measureDevices(port, findPages) {
  const product = await serveProduct(port, { environment: { LOG_LEVEL: "silent" } });
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
  });
  try {
    await waitUntilReady(`${product.url}/readyz`);
    /** @type {Record<string, Record<string, number>>} */
    const results = {};
    const { poll, ...pages } = await findPages(product.url);
    for (const [name, { url, cookie }] of Object.entries(pages)) {
      for (const hasScript of [true, false]) {
        // Requests through a service worker are not attributed to the page.
        const settings = /** @type {const} */ ({ serviceWorkers: "block", viewport: { width: 1366, height: 768 } });
        const context = await browser.newContext({ ...settings, javaScriptEnabled: hasScript });
        if (cookie) await context.addCookies([toCookie(cookie, product.url)]);
        const first = await visit(context, url, hasScript);
        const next = await visit(context, url, hasScript);
        await context.close();
        results[`${name}, JavaScript ${hasScript ? "on" : "off"}`] = {
          ...first,
          nextKilobytes: next.kilobytes,
          nextRequests: next.requests,
          nextPaintMs: next.paintMs,
          nextUsableMs: next.usableMs,
        };
      }
    }
    return results;
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** @param {string} line @param {string} url */
function toCookie(line, url) {
  const at = line.indexOf("=");
  return { name: line.slice(0, at), value: line.slice(at + 1), url };
}

/**
 * Opens a page in a new tab and waits until it is usable: until its controls respond, by script or natively.
 * @param {BrowserContext} context
 * @param {string} address
 * @param {boolean} hasScript
 * @returns {Promise<Visit>}
 */
async function visit(context, address, hasScript) {
  const page = await context.newPage();
  page.setDefaultTimeout(longestMs);
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", slow3G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  let bytes = 0;
  /** @type {Set<string>} */
  const underWay = new Set();
  session.on("Network.requestWillBeSent", ({ requestId }) => underWay.add(requestId));
  session.on("Network.loadingFailed", ({ requestId }) => underWay.delete(requestId));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    underWay.delete(requestId);
    bytes += encodedDataLength;
  });
  /** @type {Set<string>} */
  const pictures = new Set();
  /** @type {Set<string>} */
  const others = new Set();
  session.on("Network.responseReceived", ({ response, requestId }) => {
    if (response.fromDiskCache || response.url.startsWith("data:")) return;
    (response.mimeType.startsWith("image/") ? pictures : others).add(requestId);
  });
  await page.goto(address, { waitUntil: "commit", timeout: longestMs });
  const usableMs = await untilUsable(page, hasScript);
  await page.waitForLoadState("load", { timeout: longestMs });
  // Includes resources that are loaded after the page.
  const end = Date.now() + longestMs;
  do await sleep(1_000);
  while (underWay.size > 0 && Date.now() < end);
  const paintMs = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0);
  await page.close();
  return {
    kilobytes: Number((bytes / 1000).toFixed(1)),
    requests: others.size,
    pictures: pictures.size,
    paintMs: Math.round(paintMs),
    usableMs: Math.round(Math.max(paintMs, usableMs)),
  };
}

/**
 * Milliseconds since the request. With scripts a page is usable once React has hydrated it, otherwise once it is parsed.
 * @param {Page} page
 * @param {boolean} hasScript
 */
async function untilUsable(page, hasScript) {
  await page.waitForLoadState("domcontentloaded", { timeout: longestMs });
  const read = () => page.evaluate(() => performance.getEntriesByType("navigation")[0]?.toJSON().domInteractive ?? 0);
  if (!hasScript || (await page.locator("script[type=module]").count()) === 0) return read();
  return page.waitForFunction(isTakenOver, undefined, { polling: 50, timeout: longestMs }).then((moment) => moment.jsonValue());
}

/** The moment of hydration, or undefined. Runs in the page. */
function isTakenOver() {
  const nodes = [document.body, document.body.lastElementChild ?? {}];
  return nodes.some((node) => Object.keys(node).some((key) => key.startsWith("__reactFiber"))) && performance.now();
}
