// Serves the built product with its own demo workspace, which is deleted when it stops.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../../scripts/project-root.js";

/** The password of all people in the demo workspace. */
export const demoPassword = "Lokschuppen-7-Weichen";

/**
 * Starts the product on a port, with an embedded database that is deleted with it, unless `keepsData`. Wait for `/readyz` with `waitUntilReady`.
 * @param {number} port
 * @param {{ dataDir?: string, keepsData?: boolean, environment?: Record<string, string>, nodeArgs?: string[], output?: number }} [options]
 *   `output`: the file descriptor for its output; by default, the one of this process
 */
export async function serveProduct(
  port,
  { dataDir = mkdtempSync(join(tmpdir(), "folda-served-")), keepsData = false, environment = {}, nodeArgs = [], output } = {},
) {
  const url = `http://127.0.0.1:${port}`;
  const remixServe = join(projectRoot, "node_modules/@remix-run/serve/dist/cli.js");
  const child = spawn(process.execPath, [...nodeArgs, remixServe, "./server.js"], {
    cwd: projectRoot,
    stdio: ["ignore", output ?? "inherit", output ?? "inherit"],
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

const longestStartMs = 600_000;

/**
 * Waits until the address responds with 200; throws if it does not in time, or if the process ends before.
 * @param {string} url
 * @param {import("node:child_process").ChildProcess} [child]
 */
export async function waitUntilReady(url, child) {
  const deadline = Date.now() + longestStartMs;
  while (Date.now() < deadline) {
    if (child && (child.exitCode ?? child.signalCode) !== null) throw new Error(`${url}: the process ended`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${url} did not answer within ${longestStartMs / 1000} s`);
}
