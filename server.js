// What remix-serve is given: the build, with every action guarded, the port taken before the database is opened, and the
// database open before anything is answered.
import { createServer, Server } from "node:http";
import { setTimeout } from "node:timers/promises";
import morgan from "morgan";
import pino from "pino";
import { guardActions } from "./guard.js";
import { receive } from "./incoming.js";
import { giveUp, takePort } from "./starting.js";

/** @typedef {import("@remix-run/node").ServerBuild} ServerBuild */

/**
 * What `app/entry.server.tsx` has for this module.
 * @typedef {{
 *   config: { port: number, host: string | undefined, publicUrl: URL, product: { name: string }, logLevel: string },
 *   warm(): Promise<void>,
 *   close(): Promise<void>,
 *   pathForLog(path: string): string,
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
const { config, warm, close, pathForLog } = build.entry.module;
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
  underWay++;
  response.once("close", () => underWay--);
  const { method, url, headers } = request;
  const { origin } = headers;
  if (receive(request, response, config.publicUrl.origin)) {
    const path = pathOf(url);
    log.info(
      { request: headers["x-request-id"], method, path, origin, publicUrl: config.publicUrl.origin },
      "a form of another site is refused",
    );
  }
  const answer = await application;
  answer(request, response);
});

/** Without the query and the tokens of links, which are secrets. */
const pathOf = (url = "") => pathForLog(url.split("?")[0] ?? "");

// remix-serve logs in morgan's "tiny": the same name makes it our structured line.
morgan.format("tiny", (tokens, request, response) => {
  const path = pathOf(tokens.url?.(request, response));
  if (path === "/healthz" || path === "/readyz") return undefined;
  const ms = Number(tokens["response-time"]?.(request, response, 1));
  log.info({ request: request.headers["x-request-id"], method: request.method, path, status: response.statusCode, ms }, "request");
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
