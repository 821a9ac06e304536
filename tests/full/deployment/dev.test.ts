import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { freePort } from "../../support/free-port";
import { freshDatabase } from "../../support/template";

const dev = (environment: Record<string, string>) => {
  const { DATABASE_URL, SMTP_URL, UPSTREAM_API_URL, ...inherited } = process.env;
  return spawn(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", "vite:dev"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...inherited, NODE_ENV: "development", LOG_LEVEL: "info", ...environment },
  });
};

test("npm run dev listens on PORT, says how to sign in before anybody asks, and checks forms", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "folda-dev-"));
  await freshDatabase("embedded", dataDir);
  const port = await freePort();
  const server = dev({ PORT: String(port), HOST: "127.0.0.1", DATA_DIR: dataDir });
  const output: string[] = [];
  createInterface({ input: server.stdout }).on("line", (line) => output.push(line));
  await expect.poll(() => output.join("\n"), { timeout: 500_000 }).toContain('"msg":"demo workspace ready"');
  expect(stripVTControlCharacters(output.join("\n"))).toContain(`:${port}/`);
  const answer = await fetch(`http://127.0.0.1:${port}/%E0%A4%A`);
  expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([404, "private, no-store"]);
  const post = async (headers: Record<string, string>, text: string) => {
    const body = new URLSearchParams({ locale: "de", text });
    return (await fetch(`http://127.0.0.1:${port}/locale`, { method: "POST", headers, body, redirect: "manual" })).status;
  };
  expect([await post({}, ""), await post({ Origin: "https://evil.example" }, ""), await post({}, "x".repeat(2_600_000))]).toEqual([
    302, 403, 413,
  ]);
  server.kill("SIGKILL");
  await once(server, "close");
  rmSync(dataDir, { recursive: true, force: true });
}, 600_000);

test("npm run dev reports errors in one line", async () => {
  const server = dev({ PORT: "abc" });
  const errors: string[] = [];
  createInterface({ input: server.stdout }).on("line", (line) => errors.push(line));
  expect(await once(server, "close")).toEqual([1, null]);
  expect(errors.map((line) => JSON.parse(line).reasons)).toEqual([["PORT: must be a whole number from 0 to 65535"]]);
});
