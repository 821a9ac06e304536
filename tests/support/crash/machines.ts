import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBalancer } from "../balancer";
import { freePort } from "../free-port";
import { openS3Server, type S3Server } from "../s3-server";
import { waitUntilReady } from "../serve-for-tests.js";
import { startProduct } from "../served-product";
import { openSmtpSink, type SmtpSink } from "../smtp-sink";
import { freshDatabase } from "../template";

/** A process that can stop and start again at the same address. */
export interface Machine {
  name: string;
  start(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** SIGTERM. */
  end(): Promise<void>;
}

export interface Machines {
  /** Two that serve pages and two that serve the API to them. */
  all: Machine[];
  /** The address of the page servers' balancer. */
  url: string;
  /** Waits until both balancers use all machines again. */
  allReady(): Promise<void>;
  /** Environment for further API processes. */
  environment: Record<string, string>;
  store: S3Server;
  sink: SmtpSink;
  close(): Promise<void>;
}

/** Seconds for which a process still serves after SIGTERM: the balancer probes ten times a second, on a machine that may be busy. */
const drainSeconds = 2;

/** Two page servers and two API servers, behind a balancer each, on one PostgreSQL and one S3-compatible store. */
export async function openMachines(): Promise<Machines> {
  const dataDir = mkdtempSync(join(tmpdir(), "folda-machines-"));
  const [database, store, sink] = await Promise.all([freshDatabase("postgres", dataDir), openS3Server(), openSmtpSink()]);
  const [webPorts, apiPorts] = await Promise.all([1, 2].map(async () => [await freePort(), await freePort()]));
  const [web, api] = await Promise.all(
    [webPorts, apiPorts].map((ports = []) => openBalancer(ports.map((port) => `http://127.0.0.1:${port}`))),
  );
  if (!web || !api || !database.databaseUrl) throw new Error("nothing to balance");
  const shared = {
    LOG_LEVEL: "error",
    DEMO: "0",
    PUBLIC_URL: web.url,
    DATABASE_URL: database.databaseUrl,
    SESSION_SECRET: "for tests only, and long enough to be one",
    DRAIN_SECONDS: String(drainSeconds),
  };
  const environment = {
    ...shared,
    DATA_DIR: dataDir,
    S3_URL: store.url,
    SMTP_URL: sink.url,
    MAIL_FROM: "folda@folda.example",
    MAIL_RATE: "1000",
  };
  const all = [
    ...(webPorts ?? []).map((port, index) =>
      machine(`web ${index}`, () => startProduct({ dataDir, environment: { ...shared, UPSTREAM_API_URL: api.url }, port })),
    ),
    ...(apiPorts ?? []).map((port, index) => machine(`api ${index}`, () => startApi(port, environment))),
  ];
  const [firstWeb, secondWeb, firstApi, secondApi] = all;
  await Promise.all([firstApi, secondApi].map((machine) => machine?.start()));
  await Promise.all([firstWeb, secondWeb].map((machine) => machine?.start()));
  return {
    all,
    url: web.url,
    allReady: async () => void (await Promise.all([web.allReady(), api.allReady()])),
    environment,
    store,
    sink,
    async close() {
      await Promise.all(all.map((machine) => machine.kill()));
      await Promise.all([web.close(), api.close(), store.close(), sink.close()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function machine(name: string, startProcess: () => Promise<{ end(signal: "SIGTERM" | "SIGKILL"): Promise<unknown> }>): Machine {
  let running: Awaited<ReturnType<typeof startProcess>> | undefined;
  return {
    name,
    async start() {
      running = await startProcess();
    },
    kill: async () => void (await running?.end("SIGKILL")),
    async end() {
      const ended = String(await running?.end("SIGTERM"));
      if (ended !== "0,") throw new Error(`${name} did not end in good order: ${ended}`);
    },
  };
}

/** The API in a separate process, as with `npm run api`; resolves once it is ready. */
export async function startApi(port: number, environment: Record<string, string>) {
  const { PATH, TMPDIR } = process.env;
  const child = spawn(process.execPath, ["build/api/main.js"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { PATH, ...(TMPDIR ? { TMPDIR } : {}), NODE_ENV: "production", ...environment, API_PORT: String(port) },
  });
  const gone = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>;
  const end = (signal: "SIGTERM" | "SIGKILL") => {
    child.kill(signal);
    return gone;
  };
  await waitUntilReady(`http://127.0.0.1:${port}/readyz`);
  return { pid: child.pid ?? 0, gone, end };
}
