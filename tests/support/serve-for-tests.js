// Serves the built product with its own demo workspace, which is deleted when it stops.
import { execSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { projectRoot } from "../../scripts/project-root.js";

/** Of all people in the demo workspace. */
export const demoPassword = "Lokschuppen-7-Weichen";

/**
 * Starts the product on a port, with an embedded database that is deleted with it, unless `keepsData`. Wait for `/readyz` with `waitUntilReady`.
 * @param {number} port
 * @param {{ dataDir?: string, keepsData?: boolean, environment?: Record<string, string>, nodeArgs?: string[] }} [options]
 */
export async function serveProduct(
  port,
  { dataDir = mkdtempSync(join(tmpdir(), "folda-served-")), keepsData = false, environment = {}, nodeArgs = [] } = {},
) {
  const url = `http://127.0.0.1:${port}`;
  const remixServe = join(projectRoot, "node_modules/@remix-run/serve/dist/cli.js");
  const child = spawn(process.execPath, [...nodeArgs, remixServe, "./server.js"], {
    cwd: projectRoot,
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      // As in the image and the systemd unit.
      MALLOC_ARENA_MAX: "2",
      MALLOC_MMAP_THRESHOLD_: "131072",
      NODE_OPTIONS: `--max-old-space-size=768 ${process.env.NODE_OPTIONS ?? ""}`,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      DATABASE_URL: "",
      UPSTREAM_API_URL: "",
      SMTP_URL: "",
      DEMO: "1",
      DEMO_PASSWORD: demoPassword,
      LOG_LEVEL: "warn",
      ...environment,
    },
  });
  const exited = new Promise((resolve) => child.once("close", resolve));
  const stop = async () => {
    child.kill("SIGTERM");
    await exited;
    if (!keepsData) rmSync(dataDir, { recursive: true, force: true });
  };
  return { url, child, exited, stop };
}

const longestStartMs = 300_000;

/**
 * Waits until the address responds with 200; throws if it does not in time.
 * @param {string} url
 */
export async function waitUntilReady(url) {
  const deadline = Date.now() + longestStartMs;
  while (Date.now() < deadline) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${url} did not answer within ${longestStartMs / 1000} s`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  execSync("npm run build", { cwd: projectRoot, stdio: "inherit" });
  const environment = { IMPORT_ALLOW_HOSTS: process.env.IMPORT_ALLOW_HOSTS ?? "", LOG_LEVEL: process.env.LOG_LEVEL ?? "warn" };
  const dataDir = process.env.DATA_DIR || undefined;
  const product = await serveProduct(Number(process.env.PORT ?? 3000), { dataDir, environment });
  let stopping = false;
  const stop = () => {
    stopping = true;
    void product.stop().then(() => process.exit(0));
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stop);
  void product.exited.then(() => stopping || process.exit(1));
}
