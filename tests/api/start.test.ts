import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { buildIfNeeded } from "../../scripts/build-if-needed.js";
import { freePort } from "../setup/free-port";
import { failToStart, launchProduct } from "../setup/served-product";
import { freshDatabase } from "./template";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "folda-start-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const isTaken = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

/** Waits for a line that begins so. */
const said = (lines: string[], beginning: string) =>
  vi.waitUntil(() => lines.find((line) => line.startsWith(beginning)), { timeout: 120_000, interval: 20 });

describe("What is wrong stops the start, each in a line of its own and without a stack:", () => {
  test("variables, all at once", async () => {
    const environment = { PORT: "abc", IMPORT_ALLOW_HOSTS: "http://x/y", SESSION_SECRET: "short", UPSTREAM_API_URL: "no address" };
    expect(await failToStart({ dataDir, environment })).toEqual({
      code: 1,
      lines: [],
      errors: [
        "The product does not start. PORT: must be a whole number from 0 to 65535",
        "The product does not start. UPSTREAM_API_URL: must be an address such as https://api.example.org",
        "The product does not start. SESSION_SECRET: must have at least 32 characters",
        expect.stringMatching(/^The product does not start\. IMPORT_ALLOW_HOSTS: must be hosts such as /),
      ],
    });
  });

  test("a port that another program has, before anything is made", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    const { code, errors } = await failToStart({ dataDir, environment: { PORT: String(port), LOG_LEVEL: "info" } });
    other.close();
    expect([code, errors]).toEqual([
      1,
      [`The product does not start. PORT: ${port} is in use by another program; end that one, or choose another port`],
    ]);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test("a host that is not this machine's", async () => {
    const { code, errors } = await failToStart({ dataDir, environment: { HOST: "192.0.2.77" } });
    expect([code, errors]).toEqual([1, ["The product does not start. HOST: 192.0.2.77 is no address of this machine"]]);
  });
});

describe("The first start", () => {
  const environment = { DEMO_PASSWORD: "", LOG_LEVEL: "info" };

  test("is cut off at once by SIGTERM and SIGINT, and the next one goes on from there", async () => {
    for (const [signal, beginning] of [
      ["SIGTERM", "Opening the database"],
      ["SIGINT", "Filling the demo workspace"],
      ["SIGTERM", "Filling the demo workspace"],
    ] as const) {
      const { child, errors, gone } = await launchProduct({ dataDir, environment });
      await said(errors, beginning);
      child.kill(signal);
      expect(await gone).toEqual([0, null]);
      expect(errors.at(-1), `${signal} at "${beginning}"`).toContain(beginning);
    }

    const { child, url, errors, lines, gone } = await launchProduct({ dataDir, environment });
    await said(errors, "Opening the database");
    // Who asks while it is filled is not turned away, and nobody else gets the port.
    const early = await fetch(`${url}/sign-in`);
    expect(early.status).toBe(200);

    expect(errors.filter((line) => !/^ /.test(line))).toEqual([
      `Opening the database in ${dataDir} …`,
      "Filling the demo workspace, which takes some seconds and happens once …",
      "Sign in to the demo workspace:",
      `Folda is at ${url} (Ctrl+C ends it).`,
    ]);
    const told = Object.fromEntries(errors.flatMap((line) => [/^ {2}(\S+) +(.+)$/.exec(line)?.slice(1) ?? []].filter(([name]) => name)));
    expect(told).toEqual({
      workspace: "demo",
      "e-mail": expect.stringMatching(/^anna@demo\.example \(owner\), .+ \(reader\)$/),
      password: readFileSync(join(dataDir, "demo-password"), "utf8").trim(),
    });
    const body = new URLSearchParams({ workspace: told.workspace ?? "", email: "anna@demo.example", password: told.password ?? "" });
    const answer = await fetch(`${url}/sign-in`, { method: "POST", body, redirect: "manual" });
    expect(answer.headers.getSetCookie().join()).toContain("authToken=");

    // A second process on the same directory says who has it, and touches nothing.
    const second = await failToStart({ dataDir, environment });
    expect(second.code).toBe(1);
    expect(second.errors.join("\n")).toMatch(new RegExp(`database in ${dataDir}/database is in use by process ${child.pid}\\.`));
    expect((await fetch(`${url}/readyz`)).status).toBe(200);

    child.kill("SIGTERM");
    await gone;
    for (const line of lines) expect(JSON.parse(line), line).toHaveProperty("msg");
    expect(lines.join()).not.toContain(told.password);
  }, 240_000);
});

test("npm start hands signals on: nothing is left that has the port", async () => {
  await buildIfNeeded();
  await freshDatabase("embedded", dataDir);
  const port = await freePort();
  const { DATABASE_URL, SMTP_URL, UPSTREAM_API_URL, ...inherited } = process.env;
  const npm = spawn("npm", ["start"], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...inherited, PORT: String(port), HOST: "127.0.0.1", DATA_DIR: dataDir, DEMO: "0", LOG_LEVEL: "info", NODE_ENV: "production" },
  });
  await vi.waitUntil(() => isTaken(port), { timeout: 60_000 });
  npm.kill("SIGTERM");
  await once(npm, "close");
  expect(await isTaken(port)).toBe(false);
}, 120_000);
