import { createAdaptorServer } from "@hono/node-server";
import { giveUp, takePort } from "../starting";
import { readConfig } from "./config";
import { closeApi, fetchApi, isApiReady, warmApi } from "./fetch.server";
import { createLog } from "./log";

const second = 1000;
const status = (ok: boolean) => Response.json({ ok }, { status: ok ? 200 : 503, headers: { "Cache-Control": "no-store" } });

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === "/healthz") return status(true);
  if (pathname === "/readyz") return status(await isApiReady());
  return fetchApi(request);
}

async function main(): Promise<void> {
  let isReady = false;
  let stopping = false;
  const stop = () => {
    // A start that is cut off leaves nothing behind.
    if (!isReady) process.exit(0);
    if (stopping) return;
    stopping = true;
    // Whoever holds a connection open for longer than a request may take is cut off.
    setTimeout(() => "closeAllConnections" in server && server.closeAllConnections(), 25 * second).unref();
    server.close(() => void closeApi().then(() => process.exit(0), failToEnd));
    if ("closeIdleConnections" in server) server.closeIdleConnections();
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, stop);

  const { apiPort: port, apiHost: host, logLevel } = readConfig();
  const server = createAdaptorServer({
    fetch: answer,
    serverOptions: { requestTimeout: 300 * second, headersTimeout: 10 * second, keepAliveTimeout: 65 * second },
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
