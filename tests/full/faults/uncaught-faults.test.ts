import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openWorldIn } from "../../support/harness";
import { launchProduct, linesOf } from "../../support/served-product";
import { freshDatabase } from "../../support/template";
import { listening } from "../../support/transports";

const secret = "geheimer-Text";
/** Created where it is thrown, because the stack contains the path of this code. */
const made = `const secret = "${secret.split("-").join('" + "-" + "')}"`;
const faults = {
  uncaughtException: `${made}; throw new Error(secret);`,
  unhandledRejection: `${made}; Promise.reject(Object.assign(new Error(secret), { data: secret }));`,
};
type Origin = keyof typeof faults;

/** `NODE_OPTIONS` that run code before a program of the product. */
const preload = (code: string) => ({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` });
const onSignal = (origin: Origin) => preload(`process.on("SIGUSR2", () => { ${faults[origin]} })`);

interface Running {
  url: string;
  child: ChildProcess;
  lines: string[];
  gone: Promise<[number | null, NodeJS.Signals | null]>;
}

let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "folda-faults-"));
  await freshDatabase("embedded", dataDir);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const environment = { DEMO: "0", SESSION_SECRET: "for tests only, and long enough to be one", LOG_LEVEL: "info" };

async function startWeb(given: Record<string, string>): Promise<Running> {
  const { url, child, lines, gone } = await launchProduct({ dataDir, environment: { ...environment, ...given } });
  await vi.waitUntil(() => lines.some((line) => line.includes('"msg":"listening"')), { timeout: 120_000 });
  return { url, child, lines, gone };
}

async function startApi(given: Record<string, string>): Promise<Running> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, NODE_ENV: "production" as const, DATA_DIR: dataDir, API_PORT: "0", ...environment, ...given };
  const child = spawn(process.execPath, ["build/api/main.js"], { env, stdio: ["ignore", "pipe", "inherit"] });
  const gone = once(child, "close") as Running["gone"];
  const lines = linesOf(child.stdout);
  const url = await listening(child);
  return { url, child, lines, gone };
}

const programs: [name: string, start: typeof startApi, path: string, type: string, body: string][] = [
  ["the web application", startWeb, "/sign-in", "application/x-www-form-urlencoded", "workspace=demo&email=anna%40demo.example&password=x"],
  ["npm run api", startApi, "/auth", "application/json", '{"workspace":"demo","email":"anna@demo.example","password":"x"}'],
];

/** A request without its body; resolves once the server has accepted it. */
async function beginRequest(url: string, path: string, type: string, body: string) {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = "";
  socket.on("data", (part) => (answer += part));
  const head = `Content-Length: ${Buffer.byteLength(body)}\r\nContent-Type: ${type}\r\nExpect: 100-continue`;
  socket.write(`POST ${path} HTTP/1.1\r\nHost: ${host}\r\n${head}\r\n\r\n`);
  await vi.waitUntil(() => answer.includes("100 Continue"), { timeout: 120_000 });
  return {
    socket,
    async finish() {
      socket.write(body);
      await once(socket, "close");
      return answer.split("100 Continue\r\n\r\n")[1] ?? "";
    },
  };
}

const parsed = (lines: string[]) => lines.map((line) => JSON.parse(line));
const fatal = (lines: string[]) => parsed(lines).filter(({ level }) => level === 60);

describe.each(programs)("A fault that nothing caught, in %s,", (_, start, path, type, body) => {
  test.each(Object.keys(faults) as Origin[])(
    "%s: lets the answer under way be given, is logged once without its text, and ends with code 70 and a closed database",
    async (origin) => {
      const { url, child, lines, gone } = await start(onSignal(origin));
      const request = await beginRequest(url, path, type, body);
      child.kill("SIGUSR2");
      await vi.waitUntil(() => fatal(lines).length > 0, { timeout: 120_000 });
      // A second fault during the shutdown changes nothing.
      child.kill("SIGUSR2");
      const answer = await request.finish();
      expect(answer).toMatch(/^HTTP\/1\.1 401 /);
      expect(answer).toMatch(/^connection: close/im);
      expect(await gone).toEqual([70, null]);
      expect(fatal(lines)).toMatchObject([
        { msg: "uncaught fault, shutting down", origin, err: { type: "Error", stack: expect.any(String) } },
      ]);
      expect(parsed(lines).at(-1)).toMatchObject({ msg: "ended", code: 70 });
      expect(lines.join()).not.toContain(secret);
      const world = await openWorldIn(dataDir, environment);
      expect(await world.userId("jana")).toMatch(/^[0-9a-f-]{36}$/);
      await world.close();
    },
  );
});

test("Fault after fault, and an answer that never ends: the hard limit ends the process", async () => {
  // Shortens the limit of 100 seconds to one second, and nothing else.
  const hurry = `const later = globalThis.setTimeout;
    globalThis.setTimeout = (fn, ms, ...more) => later(fn, ms === 100_000 ? 1_000 : ms, ...more);
    process.on("SIGUSR2", () => setInterval(() => { ${faults.uncaughtException} }, 5));`;
  const { url, child, lines, gone } = await startApi(preload(hurry));
  const { socket } = await beginRequest(url, "/auth", "application/json", '{"workspace":"demo"}');
  socket.on("error", () => {});
  child.kill("SIGUSR2");
  expect(await gone).toEqual([70, null]);
  expect(fatal(lines)).toHaveLength(1);
});
