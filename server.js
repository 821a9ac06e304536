// What remix-serve is given: the build, with every action guarded, the port taken before the database is opened, and the
// database open before anything is answered.
import { createServer, Server } from "node:http";
import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import pino from "pino";
import { guardActions, takeRest } from "./guard.js";
import { receive } from "./incoming.js";
import { giveUp, takePort } from "./starting.js";

/** @typedef {import("@remix-run/node").ServerBuild} ServerBuild */

/**
 * What `app/entry.server.tsx` has for this module.
 * @typedef {{
 *   config: { port: number, host: string | undefined, publicUrl: URL, product: { name: string }, webview: { frameOrigins: string[] }, logLevel: string },
 *   warm(): Promise<void>,
 *   close(): Promise<void>,
 *   pathForLog(path: string): string,
 *   answerKept(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse): boolean,
 * }} Entry
 */

const doesNotStart = (/** @type {unknown} */ error) => giveUp("The product does not start.", error);

/** Milliseconds that answers under way have after a signal to stop. */
const drainMs = 10_000;
let isReady = false;
let underWay = 0;

/** What is open then is answered, and the database closed in good order. A start that is cut off leaves nothing behind: see api/db. */
async function stop() {
  if (!isReady) process.exit(0);
  server.close();
  const deadline = Date.now() + drainMs;
  while (underWay > 0 && Date.now() < deadline) await setTimeout(50);
  await close();
  process.exit(0);
}
for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, stop);

// Imported by a name that the type checker does not follow: the build need not be there to be checked.
const buildUrl = new URL("./build/server/index.js", import.meta.url).href;
/** @type {ServerBuild & { entry: { module: Entry } }} */
const build = await import(buildUrl).catch(doesNotStart);
const { config, warm, close, pathForLog, answerKept } = build.entry.module;
const log = pino({ name: "http", level: config.logLevel });

/** @type {(listener: import("node:http").RequestListener) => void} */
let answerWith;
/** remix-serve's application. Who asks while the database is opened waits for it. */
const application = new Promise((/** @type {typeof answerWith} */ resolve) => {
  answerWith = resolve;
});

/** Milliseconds in which a request has to be there: Node's five minutes are not enough for files on a slow line. */
const requestTimeout = 60 * 60_000;

const server = createServer({ requestTimeout }, async (request, response) => {
  const begin = performance.now();
  underWay++;
  response.once("close", () => underWay--);
  response.once("finish", () => takeRest(request));
  const { method, url, headers } = request;
  const { origin } = headers;
  if (receive(request, response, config.publicUrl.origin, config.webview.frameOrigins.length > 0)) {
    const path = pathOf(url);
    log.info(
      { request: headers["x-request-id"], method, path, origin, publicUrl: config.publicUrl.origin },
      "a form of another site is refused",
    );
  }
  if (answerKept(request, response)) return logAnswer(request, response, performance.now() - begin);
  const answer = await application;
  answer(request, response);
});

/** Without the query and the tokens of links, which are secrets. */
const pathOf = (url = "") => pathForLog(url.split("?")[0] ?? "");

/**
 * A line for each request, but those that ask only whether the product lives.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {number} ms
 */
function logAnswer({ headers, method, url }, { statusCode: status }, ms) {
  if (!log.isLevelEnabled("info")) return;
  const path = pathOf(url);
  if (path === "/healthz" || path === "/readyz") return;
  log.info({ request: headers["x-request-id"], method, path, status, ms: Number(ms.toFixed(1)) }, "request");
}

/**
 * The one that remix-serve has, wherever it is installed.
 * @type {import("morgan")}
 */
const morgan = createRequire(import.meta.resolve("@remix-run/serve/package.json"))("morgan");
// It logs in morgan's "tiny": the same name makes it our structured line.
morgan.format("tiny", (tokens, request, response) => {
  logAnswer(request, response, Number(tokens["response-time"]?.(request, response, 1)));
  return undefined;
});

await takePort(server, { variable: "PORT", ...config }).catch(doesNotStart);
await warm().catch(doesNotStart);
isReady = true;

// remix-serve would open the port itself, only now, and with a stack where it cannot. Its server never listens; ours hands the requests on.
Server.prototype.listen = /** @type {typeof Server.prototype.listen} */ (
  function listen() {
    Reflect.deleteProperty(Server.prototype, "listen");
    answerWith((request, response) => this.emit("request", request, response));
  }
);

if (log.isLevelEnabled("info")) process.stderr.write(`${config.product.name} is at ${config.publicUrl.origin} (Ctrl+C ends it).\n`);

export const { assets, assetsBuildDirectory, basename, entry, future, isSpaMode, mode, publicPath } = build;
export const routes = guardActions(build.routes);
