import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createAdaptorServer } from "@hono/node-server";
import { closeWithinMs, giveUp, lastAnswersMs, takePort } from "../starting";
import { readConfig } from "./config";
import { closeApi, fetchApi, isApiReady, warmApi } from "./fetch.server";
import { createLog } from "./log";

const second = 1000;
const status = (ok: boolean) => Response.json({ ok }, { status: ok ? 200 : 503, headers: { "Cache-Control": "no-store" } });

let isStopping = false;

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === "/healthz") return status(true);
  if (pathname === "/readyz") return status(!isStopping && (await isApiReady()));
  return fetchApi(request);
}

async function main(): Promise<void> {
  let isReady = false;
  const stop = async () => {
    // A start that is cut off leaves nothing behind.
    if (!isReady) process.exit(0);
    if (isStopping) return;
    isStopping = true;
    // Meanwhile whoever hands calls on to this process learns that it ends.
    await sleep(drainSeconds * second);
    // Whoever holds a connection open for longer than a request may take is cut off.
    setTimeout(() => "closeAllConnections" in server && server.closeAllConnections(), lastAnswersMs).unref();
    setTimeout(() => process.exit(1), lastAnswersMs + closeWithinMs).unref();
    server.close(() => void closeApi().then(() => process.exit(0), failToEnd));
    if ("closeIdleConnections" in server) server.closeIdleConnections();
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => void stop());

  const { apiPort: port, apiHost: host, drainSeconds, logLevel } = readConfig();
  const server = createAdaptorServer({
    fetch: answer,
    serverOptions: { requestTimeout: 300 * second, headersTimeout: 10 * second, keepAliveTimeout: 65 * second },
  });
  server.prependListener("request", (_request: unknown, response: ServerResponse) => {
    if (isStopping) response.setHeader("Connection", "close");
  });
  await takePort(server, { variable: "API_PORT", port, host });
  await warmApi();
  isReady = true;
  const address = server.address();
  createLog(logLevel).info({ url: `http://${host}:${typeof address === "object" ? address?.port : port}` }, "listening");
}

const failToStart = (error: unknown) => giveUp("The API does not start.", error);
const failToEnd = (error: unknown) => giveUp("The API did not end in good order.", error);

main().catch(failToStart);
