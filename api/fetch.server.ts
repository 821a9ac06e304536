import { setTimeout as sleep } from "node:timers/promises";
import type { Environment } from "../config/environment";
import { announce } from "../contract/log.server";
import { createApi } from "./app";
import { type ApiConfig, readConfig } from "./config";
import { openDemo } from "./demo/open-demo";
import type { Api } from "./http/context";
import { createLog } from "./log";
import type { Collectors } from "./metrics/collectors";
import { collectServices } from "./metrics/services";
import { type OpenServices, openServices } from "./open-services";
import { unlessAborted } from "./unless-aborted";

/** An API that its first call opens. The product owns it, so that a development server that reloads this module keeps the database open. */
export interface EmbeddedApi {
  /** Of the process, if unset. */
  environment?: Environment | undefined;
  opened?: Promise<Opened>;
  closed?: Promise<void>;
  /** What a scrape reads, once it is open. */
  collectors?: Collectors;
}

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
export async function fetchApi(embedded: EmbeddedApi, request: Request): Promise<Response> {
  const { services, apis } = await unlessAborted(request.signal, start(embedded));
  const api = apis.get(createApi) ?? createApi(services);
  apis.set(createApi, api);
  return api.fetch(request);
}

/** Opens the database and brings it up to date, so that the first call does not wait for it. */
export async function warmApi(embedded: EmbeddedApi): Promise<void> {
  await start(embedded);
}

/** Whether the API has started and its database responds within three seconds. */
export async function isApiReady(embedded: EmbeddedApi): Promise<boolean> {
  return Promise.race([isDatabaseAnswering(embedded), sleep(readyMs, false, { ref: false })]);
}

async function isDatabaseAnswering(embedded: EmbeddedApi): Promise<boolean> {
  try {
    const opened = await embedded.opened;
    await opened?.services.database.pool.query("select 1");
    return opened !== undefined;
  } catch {
    return false;
  }
}

/** Waits for pending jobs and statements and closes the database; a later call starts the API again. */
export async function closeApi(embedded: EmbeddedApi): Promise<void> {
  const { opened } = embedded;
  if (opened) {
    delete embedded.opened;
    embedded.closed = opened.then(
      ({ close }) => close(),
      () => undefined,
    );
  }
  await embedded.closed;
}

function start(embedded: EmbeddedApi): Promise<Opened> {
  if (embedded.opened) return embedded.opened;
  const opening = open(embedded, readConfig(embedded.environment));
  embedded.opened = opening;
  opening.catch(() => {
    // It may have been replaced meanwhile.
    if (embedded.opened === opening) delete embedded.opened;
  });
  return opening;
}

async function open(embedded: EmbeddedApi, config: ApiConfig): Promise<Opened> {
  // The previous instance holds the database directory until it is closed.
  await embedded.closed?.catch(() => undefined);
  const begin = performance.now();
  const log = createLog(config.logLevel);
  const where: Record<string, string> = config.databaseUrl ? {} : { dataDir: config.dataDir };
  announce(log, where, "opening the database", `Opening the database${config.databaseUrl ? "" : ` in ${config.dataDir}`} …`);
  const opened = await openServices(config, log);
  const { services, startWork, close } = opened;
  embedded.collectors = collectServices(services);
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
