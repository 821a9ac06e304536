import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { freePort } from "../../support/free-port";
import { failToStart, launchProduct } from "../../support/served-product";
import { freshDatabase } from "../../support/template";

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

/** Waits for the line of the log with this message. */
const said = (lines: string[], message: string) =>
  vi.waitUntil(() => lines.find((line) => JSON.parse(line).msg === message), { timeout: 120_000, interval: 20 });

/** The reasons in the only line that a failed start writes. */
async function reasonsOf(start: Parameters<typeof failToStart>[0]) {
  const { code, lines, errors } = await failToStart(start);
  expect([code, lines.length, errors]).toEqual([1, 1, []]);
  const { reasons, ...line } = JSON.parse(lines[0] ?? "");
  expect(line).toMatchObject({ level: 60, name: "http", msg: "startup failed", time: expect.any(Number) });
  return reasons;
}

describe("A wrong configuration stops the start, with one line of JSON and without a stack:", () => {
  test("a port that another program has, before anything is made", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    const reasons = await reasonsOf({ dataDir, environment: { PORT: String(port), LOG_LEVEL: "info" } });
    other.close();
    expect(reasons).toEqual([`PORT: ${port} is in use by another program; end that one, or choose another port`]);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test("a host that is not this machine's", async () => {
    const reasons = await reasonsOf({ dataDir, environment: { HOST: "192.0.2.77" } });
    expect(reasons).toEqual(["HOST: 192.0.2.77 is not an address of this machine"]);
  });
});

describe("The first start", () => {
  const environment = { DEMO_PASSWORD: "", LOG_LEVEL: "info" };

  test("is cut off at once by SIGTERM and SIGINT, and the next one goes on from there", async () => {
    for (const [signal, beginning] of [
      ["SIGTERM", "opening the database"],
      ["SIGINT", "filling the demo workspace"],
    ] as const) {
      const { child, lines, gone } = await launchProduct({ dataDir, environment });
      await said(lines, beginning);
      child.kill(signal);
      expect(await gone).toEqual([0, null]);
      const last = lines.slice(-3).map((line) => JSON.parse(line));
      expect(last).toMatchObject([{ msg: beginning }, { msg: "ending", signal }, { msg: "ended", code: 0 }]);
    }

    const { child, url, errors, lines, gone } = await launchProduct({ dataDir, environment });
    await said(lines, "opening the database");
    // A request during that time waits for the response, and no other program gets the port.
    const early = await fetch(`${url}/sign-in`);
    expect(early.status).toBe(200);

    await said(lines, "listening");
    const passwordFile = join(dataDir, "demo-password");
    const starting = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg !== "request");
    expect(starting).toMatchObject([
      { name: "api", msg: "opening the database", dataDir },
      { msg: expect.stringMatching(/^no SMTP_URL/) },
      { name: "api", msg: "filling the demo workspace" },
      { name: "api", msg: "demo workspace ready", workspace: "demo", passwordFile },
      { name: "api", msg: "ready", engine: "embedded" },
      { name: "http", msg: "listening", url },
    ]);
    const password = readFileSync(passwordFile, "utf8").trim();
    const body = new URLSearchParams({ workspace: "demo", email: "anna@demo.example", password });
    const answer = await fetch(`${url}/sign-in`, { method: "POST", body, redirect: "manual" });
    expect(answer.headers.getSetCookie().join()).toContain("authToken=");

    child.kill("SIGTERM");
    await gone;
    for (const line of lines) expect(JSON.parse(line), line).toHaveProperty("msg");
    expect(lines.join()).not.toContain(password);
    expect(errors).toEqual([]);
  });
});

test("Ctrl+C ends npm start and the server", async () => {
  await freshDatabase("embedded", dataDir);
  const port = await freePort();
  const { DATABASE_URL, SMTP_URL, UPSTREAM_API_URL, ...inherited } = process.env;
  const npm = spawn("npm", ["start"], {
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
    env: { ...inherited, PORT: String(port), HOST: "127.0.0.1", DATA_DIR: dataDir, DEMO: "0", LOG_LEVEL: "info", NODE_ENV: "production" },
  });
  await vi.waitUntil(() => isTaken(port), { timeout: 120_000 });
  // Terminals signal the whole process group.
  process.kill(-Number(npm.pid), "SIGINT");
  await once(npm, "close");
  expect(await isTaken(port)).toBe(false);
});
