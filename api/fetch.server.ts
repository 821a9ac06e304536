import { setTimeout as sleep } from "node:timers/promises";
import { announce } from "../contract/log.server";
import { type ApiConfig, readConfig } from "./config";
import { openDemo } from "./demo/open-demo";
import { createApi } from "./http/app";
import type { Api } from "./http/context";
import { createLog } from "./log";
import { collectServices } from "./metrics/services";
import { type OpenServices, openServices } from "./open-services";
import { unlessAborted } from "./unless-aborted";

// The server build can contain this module twice (remix-serve loads it under two URLs), but one database directory must not be opened twice.
const key = Symbol.for("folda.api.services");
const holder = globalThis as { [key]?: { opened?: Promise<Opened>; closed?: Promise<void> } };
holder[key] ??= {};
const shared = holder[key];

interface Opened extends OpenServices {
  /** By the function that created them, so that a development server uses changed code. */
  apis: WeakMap<typeof createApi, Api>;
}

const minute = 60_000;
const hour = 60 * minute;
/** Less than a client of `/readyz` waits: the web application gives up after five seconds. */
const readyMs = 3_000;

/**
 * One call of the API. Rejects when it cannot start; the next call tries again. Once the request's signal is aborted, it returns as soon as it is
 * certain that nothing more will be stored.
 */
export async function fetchApi(request: Request): Promise<Response> {
  const { services, apis } = await unlessAborted(request.signal, start());
  const api = apis.get(createApi) ?? createApi(services);
  apis.set(createApi, api);
  return api.fetch(request);
}

/** Opens the database and brings it up to date, so that the first call does not wait for it. */
export async function warmApi(): Promise<void> {
  await start();
}

/** Whether the API has started and its database responds within three seconds. */
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

/** Waits for pending jobs and statements and closes the database; a later call starts the API again. */
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

function start(): Promise<Opened> {
  if (shared.opened) return shared.opened;
  const opening = open(readConfig());
  shared.opened = opening;
  opening.catch(() => {
    // It may have been replaced meanwhile.
    if (shared.opened === opening) delete shared.opened;
  });
  return opening;
}

async function open(config: ApiConfig): Promise<Opened> {
  // The previous instance holds the database directory until it is closed.
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
  startWork({ cleanUpEveryMs: hour, pollSourcesEveryMs: minute, mailNotificationsEveryMs: minute, sendDigestsEveryMs: minute });
  log.info({ engine: services.database.engine, ms: Math.round(performance.now() - begin) }, "ready");
  return { ...opened, apis: new WeakMap() };
}
