// What remix-serve is given: the build, with every route guarded, the port taken before the database is opened, and the
// database open before anything is answered.
import { readdirSync } from "node:fs";
import { createServer, Server } from "node:http";
import { createRequire } from "node:module";
import { guardRoutes, maxBodyBytes, takeRest } from "./guard.js";
import { receive } from "./incoming.js";
import { createIntake, createLimiter, needsSlot, queueOf, withSlot } from "./limiter.js";
import { failToStart, takePort } from "./starting.js";

/** @typedef {import("@remix-run/node").ServerBuild} ServerBuild */

/**
 * What `app/entry.server.tsx` has for this module.
 * @typedef {{
 *   config: { port: number, host: string | undefined, publicUrl: URL, product: { name: string, slug: string }, webview: { frameOrigins: string[] }, pagesAtOnce: number, trustedProxies: number, drainSeconds: number, logLevel: string, metrics: { port: number | undefined, host: string, dataDir: string } },
 *   keepTyped(routes: ServerBuild["routes"]): ServerBuild["routes"],
 *   warm(): Promise<void>,
 *   close(): Promise<void>,
 *   withDeadline(signal: AbortSignal, answer: () => void): void,
 *   pathForLog: typeof import("./app/http/path-for-log.server").pathForLog,
 *   announce: typeof import("./contract/log.server").announce,
 *   createLog: typeof import("./contract/log.server").createLog,
 *   logConsole: typeof import("./contract/log.server").logConsole,
 *   logRequest: typeof import("./contract/request-tally.server").logRequest,
 *   openTally: typeof import("./contract/request-tally.server").openTally,
 *   serveUntilEnd: typeof import("./contract/ending.server").serveUntilEnd,
 *   findMember(token: string): string | undefined,
 *   findAddress(forwardedFor: string | undefined, trustedProxies: number): string | undefined,
 *   networkOf(address: string): string | undefined,
 *   answerKept(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse): boolean,
 *   answerBusy(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse): Promise<void>,
 *   serveMetrics(options: Entry["config"]["metrics"]): Promise<void>,
 *   createRequestTimer(routes: ServerBuild["routes"], files: ReadonlySet<string>): (request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => void,
 *   countShed(queue: import("./limiter.js").QueueName): void,
 * }} Entry
 */

const doesNotStart = (/** @type {unknown} */ error) => failToStart("http", error);

/** Until the build is loaded there is nothing to finish. @type {(signal: NodeJS.Signals) => void} */
let stop = () => process.exit(0);
for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT"])) process.once(signal, () => stop(signal));

// Imported by a name that the type checker does not follow: the build need not be there to be checked.
const buildUrl = new URL("./build/server/index.js", import.meta.url).href;
/** @type {ServerBuild & { entry: { module: Entry } }} */
const build = await import(buildUrl).catch(doesNotStart);
const { config, keepTyped, warm, close, withDeadline, pathForLog, findMember, findAddress, networkOf, answerKept, answerBusy } =
  build.entry.module;
const { announce, createLog, logConsole, logRequest, openTally, serveUntilEnd } = build.entry.module;
const { serveMetrics, createRequestTimer, countShed } = build.entry.module;
const log = createLog("http", config.logLevel);
logConsole(log);
const limiter = createLimiter(config.pagesAtOnce);
const intake = createIntake();
/** @param {string} directory */
function listFiles(directory) {
  try {
    return readdirSync(directory, { recursive: true, encoding: "utf8" }).map((file) => `/${file.replaceAll("\\", "/")}`);
  } catch (error) {
    return doesNotStart(error);
  }
}
/** Paths that remix-serve answers with a file itself, from the directory that the product runs in. */
const files = new Set(["public", "build/client"].flatMap((directory) => listFiles(directory)));
const timeRequest = config.metrics.port === undefined ? undefined : createRequestTimer(build.routes, files);

/** @type {(listener: import("node:http").RequestListener) => void} */
let answerWith;
/** remix-serve's application. Who asks while the database is opened waits for it. */
const application = new Promise((/** @type {typeof answerWith} */ resolve) => {
  answerWith = resolve;
});

/** Milliseconds in which a request has to be there: Node's five minutes are not enough for files on a slow line. */
const requestTimeout = 60 * 60_000;

/** Longer than proxies keep a connection that is idle: one that they are about to use must not end at that moment. */
const keepAliveTimeout = 75_000;

const server = createServer({ requestTimeout, keepAliveTimeout }, (request, response) => {
  take(request, response).catch((error) => {
    log.error({ requestId: request.headers["x-request-id"], err: error }, "request failed");
    if (response.headersSent) response.destroy();
    else response.writeHead(500, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" }).end();
  });
});

const ending = serveUntilEnd({ log, server, drainMs: config.drainSeconds * 1000, close });
stop = ending.stop;

/** What a request has cost, for its line. @type {WeakMap<import("node:http").ServerResponse, import("./contract/request-tally.server").RequestTally>} */
const tallies = new WeakMap();

// Node says so only of the answer whose turn it is: those to what was asked behind it, on the same connection, would be worked on for nobody.
server.on("connection", (socket) => {
  socket.once("close", () => {
    for (const response of ending.underWay) if (response.req.socket === socket) response.emit("close");
  });
});

/**
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
async function take(request, response) {
  const begin = performance.now();
  ending.track(response);
  response.once("finish", () => takeRest(request));
  const { method: sent, url, headers } = request;
  const { origin } = headers;
  if (receive(request, response, config.publicUrl.origin, config.webview.frameOrigins.length > 0)) {
    const path = pathOf(url);
    log.info(
      { requestId: headers["x-request-id"], method: sent, path, origin, publicUrl: config.publicUrl.origin },
      "a form of another site is refused",
    );
  }
  const { tally, end } = openTally(String(headers["x-request-id"]));
  tallies.set(response, tally);
  response.once("close", end);
  timeRequest?.(request, response);
  if (answerKept(request, response)) return logAnswer(request, response, performance.now() - begin);
  const answer = await application;
  if (ending.isEnding && pathOf(request.url) === "/readyz") return answerNotReady(response);
  if (!needsSlot(request.url ?? "/", files)) return answer(request, response);

  const { queue, source } = queueOf(headers, { findMember, findAddress: () => addressOf(request) });
  const turnAway = async () => {
    countShed(queue);
    await answerBusy(request, response);
    logAnswer(request, response, performance.now() - begin);
  };
  if (limiter.isFull(queue, source)) return turnAway();
  // What asks for a page waits before anything is done for it; a form is taken in first, and then it is kept.
  const isPage = request.method === "GET" || request.method === "HEAD";
  if (isGone(request, response)) return;
  const acquire = () => acquireSlotOf(response, { queue, source, isKept: !isPage });
  if (!isPage) {
    const release = intake.take(queue, source, formOf(request));
    if (!release) return turnAway();
    onceAnswered(response, release);
    return withSlot(acquire, () => answer(request, response));
  }
  if (!(await acquire())) return turnAway();
  if (!isGone(request, response)) answer(request, response);
}

/**
 * Waits for a slot, which is given up as soon as there is an answer: whoever reads it slowly keeps nobody waiting. Answers whether there is one.
 * @param {import("node:http").ServerResponse} response
 * @param {{ queue: import("./limiter.js").QueueName, source: string, isKept: boolean }} waiting
 */
async function acquireSlotOf(response, { queue, source, isKept }) {
  const { turn, release } = limiter.acquire(queue, source, { isKept });
  onceAnswered(response, release);
  return turn;
}

/**
 * Calls `release`, which may be called again, when the answer begins, or when nobody waits for it any more.
 * @param {import("node:http").ServerResponse} response
 * @param {() => void} release
 */
function onceAnswered(response, release) {
  response.once("close", release);
  const { writeHead } = response;
  response.writeHead = (/** @type {unknown[]} */ ...head) => {
    release();
    return Reflect.apply(writeHead, response, head);
  };
}

/**
 * What a form may hold in memory: as much as it says it has, and no more than the text of one may have, since files go to the disk.
 * @param {import("node:http").IncomingMessage} request
 */
function formOf(request) {
  const { "content-length": length, "transfer-encoding": encoding, "x-request-id": id } = request.headers;
  return {
    bytes: Math.min(Number(length ?? (encoding ? maxBodyBytes : 0)), maxBodyBytes),
    isComing: () => !request.complete,
    cut() {
      log.info({ requestId: id, path: pathOf(request.url) }, "a form that comes is cut off, as others have less under way");
      request.destroy();
    },
  };
}

/**
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
const isGone = ({ socket }, response) => socket.destroyed || response.closed;

/** Behind proxies their word counts; without them, whoever is connected. @param {import("node:http").IncomingMessage} request */
function addressOf({ headers, socket }) {
  const forwardedFor = headers["x-forwarded-for"];
  return findAddress(forwardedFor?.toString(), config.trustedProxies) ?? networkOf(socket.remoteAddress ?? "") ?? "";
}

/** @param {import("node:http").ServerResponse} response */
function answerNotReady(response) {
  response.writeHead(503, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" }).end("ending\n");
}

/** Segments of the addresses that the product has; parameters and everything else may hold what people wrote. */
const fixedSegments = new Set([config.product.slug, ...Object.values(build.routes).flatMap(({ path = "" }) => path.split("/"))]);

const pathOf = (url = "") => pathForLog(url.split("?")[0] ?? "", (segment) => fixedSegments.has(segment));

/**
 * A line for each request, but those that ask only whether the product lives.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {number} ms
 */
function logAnswer({ headers, method, url }, response, ms) {
  const path = pathOf(url);
  if (path === "/healthz" || path === "/readyz") return;
  const tally = tallies.get(response) ?? { calls: 0, statements: 0 };
  const { calls, statements } = tally;
  const requestId = String(headers["x-request-id"]);
  logRequest(log, { requestId, method, path, status: response.statusCode, ms: Number(ms.toFixed(1)), calls, statements }, tally);
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
await serveMetrics(config.metrics).catch(doesNotStart);
await warm().catch(doesNotStart);
ending.ready();

// remix-serve would open the port itself, only now, and with a stack where it cannot. Its server never listens; ours hands the requests on.
Server.prototype.listen = /** @type {typeof Server.prototype.listen} */ (
  function listen() {
    Reflect.deleteProperty(Server.prototype, "listen");
    answerWith((request, response) => {
      const gone = new AbortController();
      response.once("close", () => gone.abort());
      withDeadline(gone.signal, () => this.emit("request", request, response));
    });
  }
);

const { origin: url } = config.publicUrl;
announce(log, { url }, "listening", `${config.product.name} is at ${url} (Ctrl+C ends it).`);

export const { assets, assetsBuildDirectory, basename, entry, future, isSpaMode, mode, publicPath } = build;
export const routes = guardRoutes(keepTyped(build.routes));
