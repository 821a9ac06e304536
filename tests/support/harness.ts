import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { decodeJwt } from "jose";
import { afterAll, beforeAll } from "vitest";
import { createApi } from "../../api/app";
import { readConfig } from "../../api/config";
import { demoClient, demoFolders, demoTeams, personas } from "../../api/demo/personas";
import { drawingLimits } from "../../api/files/drawing";
import type { Api } from "../../api/http/context";
import { createLog } from "../../api/log";
import { openServices } from "../../api/open-services";
import { timeLimit } from "../../api/outbound/within-time";
import type { Services } from "../../api/services";
import { poolLimits } from "../../contract/worker-pool.server";
import { type Caller, createCaller, type Send } from "./caller";
import { type Engine, engine } from "./engines";
import { type ReceivedMail, readOutbox, waitForMail } from "./outbox";
import { freshDatabase, olga, password } from "./template";

export { engine, hasPostgres } from "./engines";
export { password } from "./template";

/** The demo workspace with its people, and Olga in the other workspace; there are no articles yet. */
export interface World {
  origin: string;
  /** A signed-in person by key; `olga` is the owner of the other workspace. */
  as(person: string): Caller;
  /** A caller with a session's token or an API key. */
  withToken(token: string): Caller;
  /** A client without a session. */
  visitor: Caller;
  signIn(person: string): Promise<string>;
  userId(person: string): Promise<string>;
  /** By the team's key; `nachbarschaft` is Olga's. */
  teamId(team: string): Promise<string>;
  /** By the folder's key; `fremde` is Olga's. */
  folderId(folder: string): Promise<string>;
  /** The inbox of a person's personal team. */
  inboxIdOf(person: string): Promise<string>;
  close(): Promise<void>;
}

/** A world in this process, where tests can also look behind the API. */
export interface OpenWorld extends World {
  services: Services;
  api: Api;
  /** The lines of the log since the world began. */
  logLines: string[];
  /** The newest mail to an address; waits for one. */
  readMail(address: string, wanted?: { subject?: string; after?: ReceivedMail }): Promise<ReceivedMail>;
  /** Waits until no background job is left, including scheduled ones. */
  jobsDone(): Promise<void>;
  /** Every mail to an address, oldest first, after all jobs are done. */
  mailsTo(address: string): Promise<ReceivedMail[]>;
}

/** Opens a fresh world in this process; one per test file. */
export async function openWorld(
  tested: Engine = engine,
  environment: Record<string, string> = {},
  { pollMs = 1000 } = {},
): Promise<OpenWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), "folda-test-"));
  const { databaseUrl } = await freshDatabase(tested, dataDir);
  const secret = "for tests only, and long enough to be one";
  const given = { SESSION_SECRET: secret, DEMO: "0", ...(databaseUrl ? { DATABASE_URL: patientUrl(databaseUrl) } : {}), ...environment };
  const world = await openWorldIn(dataDir, given, { pollMs, isPatient: true });
  const close = async () => {
    await world.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...world, close };
}

/** Milliseconds for everything that has a time limit, so that a slow machine meets none. */
const patience = 600_000;

function patientUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  for (const limit of ["statement_timeout", "query_timeout", "idle_in_transaction_session_timeout"])
    url.searchParams.set(limit, String(patience));
  return url.href;
}

/** Opens a world for the tests of a file or `describe`. Its fields are there from `beforeAll` on. */
export function worldForTests(environment: Record<string, string> = {}): OpenWorld {
  const world = {} as OpenWorld;
  beforeAll(async () => {
    Object.assign(world, await openWorld(engine, environment));
  });
  afterAll(() => world.close());
  return world;
}

/** Opens the world of an existing data directory, which is kept. It has the product's time limits, unless it `isPatient`. */
export async function openWorldIn(
  dataDir: string,
  environment: Record<string, string>,
  { pollMs = 1000, isPatient = false } = {},
): Promise<OpenWorld> {
  const config = readConfig({ DATA_DIR: dataDir, ...environment });
  const logLines: string[] = [];
  const log = createLog("info", { write: (line) => void logLines.push(line) });
  const opened = await openServices(config, log);
  const { services } = opened;
  opened.startWork({ pollMs });
  const api = createApi(services, isPatient ? { timeLimitMs: patience, fileTimeLimitMs: patience, graceMs: patience } : {});
  if (isPatient) {
    services.database.pool.options.connectionTimeoutMillis = patience;
    Object.assign(drawingLimits, { time: patience, logoProcessor: patience, wait: patience });
    Object.assign(poolLimits, { time: patience, wait: patience });
    timeLimit.insteadMs = patience;
  }
  const close = () => opened.close();
  const outbox = join(dataDir, "outbox");
  return {
    ...createWorld(async (request) => api.fetch(request), "http://api.test", close),
    services,
    api,
    logLines,
    readMail: (address, wanted) => waitForMail(outbox, address, wanted),
    jobsDone: () => jobsDone(services),
    async mailsTo(address) {
      await jobsDone(services);
      return (await readOutbox(outbox)).filter(({ to }) => to === address);
    },
  };
}

async function jobsDone({ database }: Services): Promise<void> {
  // Mails about notifications are enqueued after the commit of their event.
  const open = "select 1 from jobs where failed_at is null union all select 1 from notifications where mail_due_at <= now() limit 1";
  while ((await database.pool.query(open)).rowCount !== 0) await sleep(20);
}

/** The same world behind any transport. */
export function createWorld(send: Send, origin: string, close: () => Promise<void>): World {
  const visitor = createCaller(send, origin, async () => ({}));
  const tokens = new Map<string, Promise<string>>();

  const signIn = async (person: string) => {
    const answer = await visitor.post("/auth", credentialsOf(person));
    if (answer.status !== 200) throw new Error(`${person} could not sign in: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.auth_token as string;
  };
  const tokenOf = (person: string) => {
    const token = tokens.get(person) ?? signIn(person);
    tokens.set(person, token);
    return token;
  };
  const withToken = (token: string) => createCaller(send, origin, async () => ({ Authorization: `Bearer ${token}` }));
  const as = (person: string) => createCaller(send, origin, async () => ({ Authorization: `Bearer ${await tokenOf(person)}` }));
  const named = async (person: string, path: string, is: (item: { [key: string]: unknown }) => boolean): Promise<string> => {
    const { body } = await as(person).get(path);
    const found = body.find(is);
    if (!found) throw new Error(`${path} holds no such thing for ${person}`);
    return found.id;
  };

  return {
    origin,
    visitor,
    signIn,
    withToken,
    as,
    close,
    userId: async (person) => decodeJwt(await tokenOf(person)).sub ?? "",
    teamId: (team) => {
      if (team === "nachbarschaft") return named("olga", "/teams", ({ name }) => name === olga.team);
      return named("anna", "/teams", ({ slug }) => slug === demoTeams.find(({ key }) => key === team)?.slug);
    },
    folderId: (folder) => {
      if (folder === "fremde") return named("olga", "/folders", ({ name }) => name === olga.folder);
      return named("anna", "/folders", ({ name }) => name === demoFolders.find(({ key }) => key === folder)?.name);
    },
    inboxIdOf: async (person) => {
      const personal = await named(person, "/teams", ({ visibility, role }) => visibility === "is_personal" && role === "owner");
      return named(person, "/folders", ({ purpose, team_id }) => purpose === "inbox" && team_id === personal);
    },
  };
}

export function credentialsOf(person: string) {
  if (person === "olga") return { workspace: olga.workspace, email: olga.email, password };
  const member = personas.find(({ key }) => key === person);
  if (!member) throw new Error(`no persona ${person}`);
  return { workspace: demoClient.workspace, email: member.email, password };
}
