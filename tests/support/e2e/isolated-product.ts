import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type BreakableProxy, openBreakableProxy } from "../breakable-proxy";
import { freePort } from "../free-port";
import { demoPassword, serveProduct, waitUntilReady } from "../serve-for-tests.js";
import { test as base, useProduct } from "./fixtures";
import { copyDemo, onFreePorts, type Product } from "./product";

/** A test's own product, with its API in a separate process and a proxy between them: the test can call the API directly, stop it, or break calls. */
export interface IsolatedProduct extends Product {
  api: { url: string; process: ChildProcess };
  proxy: BreakableProxy;
}

export const test = base.extend<{ isolated: IsolatedProduct; apiEnvironment: Record<string, string> }>({
  /** Additional environment of the API. */
  apiEnvironment: [{}, { option: true }],
  isolated: [
    async ({ apiEnvironment }, use) => {
      const demo = await copyDemo();
      const { stop, ...product } = await onFreePorts(async () => {
        const [webPort, apiPort] = [await freePort(), await freePort()];
        const apiUrl = `http://127.0.0.1:${apiPort}`;
        const proxy = await openBreakableProxy(apiUrl);
        const web = await serveProduct(webPort, { environment: { UPSTREAM_API_URL: proxy.url, LOG_LEVEL: "silent" } });
        const { PATH, HOME } = process.env;
        const addresses = { API_PORT: String(apiPort), PUBLIC_URL: web.url, TRUST_PROXY: "1", LOG_LEVEL: "silent" };
        const env: NodeJS.ProcessEnv = { PATH, HOME, NODE_ENV: "production", ...demo.environment, ...addresses, ...apiEnvironment };
        const api = spawn(process.execPath, ["build/api/main.js"], { env, stdio: "inherit" });
        const closed = once(api, "close");
        return {
          url: web.url,
          api: { url: apiUrl, process: api },
          proxy,
          outbox: join(demo.dataDir, "outbox"),
          query: demo.query,
          isReady: Promise.all([waitUntilReady(`${apiUrl}/readyz`, api), waitUntilReady(`${web.url}/healthz`, web.child)]),
          async stop() {
            api.kill("SIGKILL");
            await Promise.all([closed, proxy.close(), web.stop()]);
          },
        };
      });
      await use(product);
      await stop();
      demo.remove();
    },
    { timeout: 600_000 },
  ],
  baseURL: async ({ isolated }, use) => {
    useProduct(isolated);
    await use(isolated.url);
  },
});

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
