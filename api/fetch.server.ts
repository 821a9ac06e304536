import { setTimeout as sleep } from "node:timers/promises";
import { announce } from "../contract/log.server";
import { type ApiConfig, readConfig } from "./config";
import { openDemo } from "./demo/open-demo";
import { createApi } from "./http/app";
import type { Api } from "./http/context";
import { createLog } from "./log";
import { collectServices } from "./metrics/services";
import { type OpenServices, openServices } from "./open-services";
import type { Services } from "./services";
import { unlessAborted } from "./unless-aborted";

// The server build can hold this module twice (remix-serve loads it under two addresses), and one database directory
// must not be opened twice. What is kept are the services, not the API, so that a development server takes changed code.
const key = Symbol.for("folda.api.services");
const holder = globalThis as { [key]?: { opened?: Promise<OpenServices>; closed?: Promise<void> } };
holder[key] ??= {};
const shared = holder[key];
const hour = 60 * 60 * 1000;
/** Less than a client of `/readyz` waits: the web application gives up after five seconds. */
const readyMs = 3_000;
const apis = new WeakMap<Services, Api>();

/**
 * One call of the API. Rejects when it cannot start; the next call tries again. Once the request's signal is aborted, it answers as soon as it is
 * settled that nothing more will be stored.
 */
export async function fetchApi(request: Request): Promise<Response> {
  const { services } = await unlessAborted(request.signal, start());
  const api = apis.get(services) ?? createApi(services);
  apis.set(services, api);
  return api.fetch(request);
}

/** Opens the database and brings it up to date, so that the first call does not wait for it. */
export async function warmApi(): Promise<void> {
  await start();
}

/** Whether calls would be answered: the API has started, and its database answers within three seconds. */
export async function isApiReady(): Promise<boolean> {
  return Promise.race([isDatabaseAnswering(), sleep(readyMs, false, { ref: false })]);
}

async function isDatabaseAnswering(): Promise<boolean> {
  try {
    const opened = await shared.opened;
    await opened?.services.database.pool.query("select 1");
    return opened !== undefined;
  } catch {
    return false;
  }
}

/** Waits for the jobs and statements under way and closes the database; a later call starts anew. */
export async function closeApi(): Promise<void> {
  const { opened } = shared;
  if (opened) {
    delete shared.opened;
    shared.closed = opened.then(
      ({ close }) => close(),
      () => undefined,
    );
  }
  await shared.closed;
}

function start(): Promise<OpenServices> {
  if (shared.opened) return shared.opened;
  const opening = open(readConfig());
  shared.opened = opening;
  opening.catch(() => {
    // Meanwhile there may be another.
    if (shared.opened === opening) delete shared.opened;
  });
  return opening;
}

/** Everything the API works with, ready for requests. */
async function open(config: ApiConfig): Promise<OpenServices> {
  // What is closing still has the directory of the database.
  await shared.closed?.catch(() => undefined);
  const begin = performance.now();
  const log = createLog(config.logLevel);
  const where: Record<string, string> = config.databaseUrl ? {} : { dataDir: config.dataDir };
  announce(log, where, "opening the database", `Opening the database${config.databaseUrl ? "" : ` in ${config.dataDir}`} …`);
  const opened = await openServices(config, log);
  const { services, startWork, close } = opened;
  collectServices(services);
  try {
    if (config.demo) await openDemo(services, (...told) => announce(log, ...told));
  } catch (error) {
    await close();
    throw error;
  }
  startWork({ sweepEveryMs: hour });
  log.info({ engine: services.database.engine, ms: Math.round(performance.now() - begin) }, "ready");
  return opened;
}
