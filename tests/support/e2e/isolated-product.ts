import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type BreakableProxy, openBreakableProxy } from "../breakable-proxy";
import { freePort } from "../free-port";
import { demoPassword, serveProduct, waitUntilReady } from "../serve-for-tests.js";
import { test as base, queryProduct } from "./fixtures";

/** A product with its API in a separate process and a proxy between them: a test can call the API directly, stop it, or break single calls. */
export interface IsolatedProduct {
  url: string;
  api: { url: string; process: ChildProcess };
  proxy: BreakableProxy;
  dataDir: string;
  outbox: string;
}

export const test = base.extend<{ isolated: IsolatedProduct; apiEnvironment: Record<string, string> }>({
  /** Additional environment of the API. */
  apiEnvironment: [{}, { option: true }],
  isolated: [
    async ({ apiEnvironment }, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), "folda-isolated-"));
      cpSync(await demoData(), dataDir, { recursive: true });
      const [webPort, apiPort] = [await freePort(), await freePort()];
      const url = `http://127.0.0.1:${apiPort}`;
      const webUrl = `http://127.0.0.1:${webPort}`;
      const api = startApi(dataDir, apiPort, webUrl, apiEnvironment);
      const proxy = await openBreakableProxy(url);
      const web = await serveProduct(webPort, { environment: { UPSTREAM_API_URL: proxy.url, LOG_LEVEL: "silent" } });
      queryProduct(dataDir);
      try {
        await Promise.all([waitUntilReady(`${url}/readyz`), waitUntilReady(`${webUrl}/healthz`)]);
        await use({ url: webUrl, api: { url, process: api }, proxy, dataDir, outbox: join(dataDir, "outbox") });
      } finally {
        queryProduct();
        api.kill("SIGKILL");
        await proxy.close();
        await web.stop();
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
    { timeout: 300_000 },
  ],
  baseURL: ({ isolated }, use) => use(isolated.url),
});

function startApi(dataDir: string, port: number, publicUrl: string, more: Record<string, string> = {}): ChildProcess {
  const { PATH, HOME } = process.env;
  const environment = {
    DATA_DIR: dataDir,
    API_PORT: String(port),
    PUBLIC_URL: publicUrl,
    DEMO_PASSWORD: demoPassword,
    LOG_LEVEL: "silent",
    TRUST_PROXY: "1",
    ...more,
  };
  return spawn(process.execPath, ["build/api/main.js"], { env: { PATH, HOME, NODE_ENV: "production", ...environment }, stdio: "inherit" });
}

/** A directory with a fresh demo, filled once for all flows and workers, and deleted with the product's own. */
async function demoData(): Promise<string> {
  const filled = join(process.env.E2E_DATA_DIR ?? "", "demo");
  const filling = `${filled}-filling`;
  const claim = `${filled}-claimed`;
  try {
    mkdirSync(claim);
  } catch {
    // Another worker has filled it, or is filling it.
    while (!existsSync(filled)) await setTimeout(100);
    return filled;
  }
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const api = startApi(filling, port, url);
  await waitUntilReady(`${url}/readyz`);
  api.kill("SIGTERM");
  await once(api, "close");
  renameSync(filling, filled);
  return filled;
}

/** Invites an address to the demo workspace, as Jana. */
export async function invite(api: string, email: string): Promise<void> {
  const call = async (path: string, body: object, headers = {}) => {
    const init = { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
    return (await fetch(`${api}${path}`, init)).json();
  };
  const { auth_token: token } = await call("/auth", { workspace: "demo", email: "jana@demo.example", password: demoPassword });
  const invitation = { email_addresses: [email], role: "editor" };
  await call("/invitations", { invitation }, { Authorization: `Bearer ${token}` });
}
