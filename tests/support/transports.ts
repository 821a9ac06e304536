import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "vitest";
import type { z } from "zod";
import { closeApi, type EmbeddedApi, fetchApi, warmApi } from "../../api/fetch.server";
import { engine } from "./engines";
import { createWorld, type World } from "./harness";
import { freshDatabase } from "./template";

export type Transport = "in process" | "over HTTP";

export const transports: Transport[] = ["in process", "over HTTP"];

/** The world behind the API's real entry point: in this process, or in a separate one behind a port. */
export async function openWorldBehindTheDoor(transport: Transport): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), "folda-contract-"));
  const { databaseUrl = "" } = await freshDatabase(engine, dataDir);
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: "for tests only, and long enough to be one",
    DEMO: "0",
    API_PORT: "0",
  };
  const cleanUp = async () => {
    rmSync(dataDir, { recursive: true, force: true });
  };
  return transport === "in process" ? inProcess(environment, cleanUp) : overHttp(environment, cleanUp);
}

async function inProcess(environment: Record<string, string>, cleanUp: () => Promise<void>): Promise<World> {
  const api: EmbeddedApi = { environment: { ...environment, LOG_LEVEL: "silent" } };
  await warmApi(api);
  const send = (request: Request) => fetchApi(api, request);
  return createWorld(send, "http://api.test", async () => {
    await closeApi(api);
    await cleanUp();
  });
}

async function overHttp(environment: Record<string, string>, cleanUp: () => Promise<void>): Promise<World> {
  const server = startServer(environment);
  const origin = await listening(server);
  return createWorld(
    (request) => fetch(request),
    origin,
    async () => {
      server.kill("SIGTERM");
      const [code] = await once(server, "exit");
      expect(code, "the server ends cleanly").toBe(0);
      await cleanUp();
    },
  );
}

/** The built API, as with `npm run api`, with this environment. */
export function startServer(environment: Record<string, string>): ChildProcess {
  const { PATH, HOME, TMPDIR } = process.env;
  const env = Object.fromEntries(Object.entries({ PATH, HOME, TMPDIR, ...environment }).filter(([, value]) => value));
  return spawn(process.execPath, ["build/api/main.js"], {
    env: env as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** The address in the server's log when it listens. */
export async function listening(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error("the server has no output");
  for await (const line of createInterface({ input: server.stdout })) {
    const { msg, url } = JSON.parse(line);
    if (msg !== "listening") continue;
    // Later output is not read, and must not fill the pipe.
    server.stdout.resume();
    return url;
  }
  throw new Error(`the server ended before it listened (${server.exitCode})`);
}

/** The body has exactly the shape of the schema. */
export function expectShape<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.parse(body);
  // zod drops unknown keys, so they show as a difference.
  expect(body).toStrictEqual(parsed);
  return parsed;
}
