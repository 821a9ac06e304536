import type { Server, ServerResponse } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { serveUntilEnd } from "../contract/ending.server";
import * as limits from "../contract/limits";
import { logConsole } from "../contract/log.server";
import { failToStart, takePort } from "../contract/startup.server";
import { readConfig } from "./config";
import { closeApi, type EmbeddedApi, fetchApi, isApiReady, warmApi } from "./fetch.server";
import { createLog } from "./log";
import { serveMetrics } from "./metrics/server";

const second = 1000;
const status = (ok: boolean) => Response.json({ ok }, { status: ok ? 200 : 503, headers: { "Cache-Control": "no-store" } });

async function main(): Promise<void> {
  const { apiPort: port, apiHost: host, drainSeconds, logLevel, metrics } = readConfig();
  const log = createLog(logLevel);
  logConsole(log);
  const api: EmbeddedApi = {};
  const server = createAdaptorServer({
    fetch: answer,
    serverOptions: {
      requestTimeout: 300 * second,
      headersTimeout: 10 * second,
      keepAliveTimeout: 65 * second,
      maxHeaderSize: limits.headers,
    },
  }) as Server;
  const ending = serveUntilEnd({ log, server, drainMs: drainSeconds * second, close: () => closeApi(api) });
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => ending.stop(signal));
  server.prependListener("request", (_request: unknown, response: ServerResponse) => ending.track(response));

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/healthz") return status(true);
    if (pathname === "/readyz") return status(!ending.isEnding && (await isApiReady(api)));
    return fetchApi(api, request);
  }

  await takePort(server, { variable: "API_PORT", port, host });
  await serveMetrics(metrics, api);
  await warmApi(api);
  ending.ready();
  const address = server.address();
  log.info({ url: `http://${host}:${typeof address === "object" ? address?.port : port}` }, "listening");
}

main().catch((error: unknown) => failToStart("api", error));
