import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { freshDatabase } from "../../support/template";
import { listening, startServer } from "../../support/transports";

describe("npm run api", () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "folda-server-"));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  test("lives, is ready, keeps its secret to itself and ends cleanly", async () => {
    await freshDatabase("embedded", dataDir);
    const server = startServer({ DATA_DIR: dataDir, DEMO: "0", API_PORT: "0" });
    const origin = await listening(server);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    // As long as a permitted address in a query.
    expect((await fetch(`${origin}/healthz?url=${"x".repeat(40_000)}`)).status).toBe(200);
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    expect(statSync(join(dataDir, "session-secret")).mode & 0o777).toBe(0o600);
    server.kill("SIGTERM");
    expect(await once(server, "exit")).toEqual([0, null]);
  });

  test.each([
    [{ API_PORT: "eighty" }, /API_PORT/],
    [{ DATABASE_URL: "mysql://x" }, /DATABASE_URL/],
    [{ DATABASE_URL: "postgres://x" }, /SESSION_SECRET/],
  ])("does not start with %j, and says why in one line", async (environment: Record<string, string>, reason) => {
    const server = startServer({ DATA_DIR: dataDir, API_PORT: "0", ...environment });
    let told = "";
    server.stdout?.on("data", (part) => (told += part));
    expect(await once(server, "close")).toEqual([1, null]);
    const { reasons, ...line } = JSON.parse(told);
    expect(line).toMatchObject({ level: 60, name: "api", msg: "startup failed" });
    expect(reasons.join()).toMatch(reason);
  });

  test("does not start where another program has its port, and makes nothing before it knows", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    const server = startServer({ DATA_DIR: dataDir, API_PORT: String(port) });
    let told = "";
    server.stdout?.on("data", (part) => (told += part));
    expect(await once(server, "close")).toEqual([1, null]);
    other.close();
    expect(JSON.parse(told).reasons).toEqual([`API_PORT: ${port} is in use by another program; end that one, or choose another port`]);
    expect(existsSync(join(dataDir, "database"))).toBe(false);
  });

  test("is cut off at once while it starts", async () => {
    const server = startServer({ DATA_DIR: dataDir, API_PORT: "0" });
    server.stdout?.on("data", (part) => String(part).includes("opening the database") && server.kill("SIGTERM"));
    expect(await once(server, "exit")).toEqual([0, null]);
  });
});
