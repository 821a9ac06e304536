// Serves the web application. remix-serve loads this module through `server.js`: it is a Remix build whose routes are wrapped. The port is
// taken first, so that no other program gets it; requests wait until the database is open.
import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import { serveUntilEnd } from "../contract/ending.server";
import * as limits from "../contract/limits";
import { announce } from "../contract/log.server";
import { failToStart, takePort } from "../contract/startup.server";
import { type Build, createContext } from "./context";
import { createMiddleware, wrapRoutes } from "./middleware";
import { adaptRemixServe } from "./remix-serve";

/** Milliseconds for a whole request. Node's default of five minutes is too short for uploads over a slow line. */
const requestTimeout = 60 * 60_000;

/** Milliseconds. Longer than proxies keep idle connections, so that a connection is never closed just as a proxy reuses it. */
const keepAliveTimeout = 75_000;

const fail = (error: unknown) => failToStart("http", error);

/** Until the build is loaded there is nothing to shut down. */
let stop: (signal: NodeJS.Signals) => void = () => process.exit(0);
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stop(signal));

// Not a literal: type checking must not require the build.
const context = await import(new URL("../server/index.js", import.meta.url).href)
  .then((build: Build) => createContext(build, { files: listStaticFiles() }))
  .catch(fail);
const { app, build, config, log } = context;
app.logConsole(log);

const server = createServer({ requestTimeout, keepAliveTimeout, maxHeaderSize: limits.headers });
const ending = serveUntilEnd({ log, server, drainMs: config.drainSeconds * 1000, close: app.close });
stop = ending.stop;

const remixServe = adaptRemixServe();
const middleware = createMiddleware(context, ending);
server.on("request", async (request, response) => {
  try {
    await middleware(request, response, async () => (await remixServe.application)(request, response));
  } catch (error) {
    log.error({ requestId: request.headers["x-request-id"], err: error }, "request failed");
    if (response.headersSent) response.destroy();
    else response.writeHead(500, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" }).end();
  }
});
// Node emits `close` only on the response whose turn it is, so pipelined requests behind it would be processed for nobody.
server.on("connection", (socket) => {
  socket.once("close", () => {
    for (const response of ending.underWay) if (response.req.socket === socket) response.emit("close");
  });
});

await takePort(server, { variable: "PORT", ...config }).catch(fail);
await app.serveMetrics().catch(fail);
await app.warm().catch(fail);
ending.ready();
remixServe.captureServer();

const { origin: url } = config.publicUrl;
announce(log, { url }, "listening", `${config.product.name} is running at ${url} (stop with Ctrl+C).`);

export const { assets, assetsBuildDirectory, basename, entry, future, isSpaMode, mode, publicPath } = build;
export const routes = wrapRoutes(context);

/** Paths below the working directory that remix-serve serves as files. */
function listStaticFiles(): Set<string> {
  try {
    const files = ["public", "build/client"].flatMap((directory) => readdirSync(directory, { recursive: true, encoding: "utf8" }));
    return new Set(files.map((file) => `/${file.replaceAll("\\", "/")}`));
  } catch (error) {
    return fail(error);
  }
}
