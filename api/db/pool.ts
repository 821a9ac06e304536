import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startPgliteServer } from "@folda/pglite-server";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { ofProcess } from "../../contract/of-process.server";
import { beginCommit, timeOver, withoutDeadline } from "../deadline";
import { Connection } from "./connection";

export type DatabaseConfig = {
  /** A PostgreSQL server; if unset, the embedded engine runs in `dataDir`. */
  databaseUrl?: string | undefined;
  /** The embedded engine keeps its files in `database` below it. */
  dataDir: string;
  /** The bundled `embedded-worker.ts`. */
  workerPath: string;
  /** Maximum number of connections; 10 if unset. */
  poolSize?: number | undefined;
  /** Called once if the embedded engine dies; if unset, the process ends with the error. */
  onDeath?: ((error: Error) => void) | undefined;
  /** Called when a query got no answer in time, with the number of connections that were destroyed because of it. */
  onStall?: ((connections: number) => void) | undefined;
  /** For tests: a closed `database` directory to start from. */
  template?: string | undefined;
};

export type Database = {
  pool: pg.Pool;
  db: NodePgDatabase;
  engine: "embedded" | "postgres";
  /** Waits for the connections in use, then closes them and the embedded engine. */
  close(): Promise<void>;
};

export type Transaction = Parameters<Parameters<NodePgDatabase["transaction"]>[0]>[0];

/** Runs queries: the database, or a transaction. */
export type Queryable = NodePgDatabase | Transaction;

/** The pool was used while the same async context had a transaction open. */
export class PoolUsedInsideTransaction extends Error {
  readonly code = "pool_used_inside_transaction";

  constructor() {
    super(
      "The pool was used inside an open transaction, which deadlocks on the embedded engine and reads stale data on PostgreSQL. " +
        "Use the transaction instead.",
    );
    this.name = "PoolUsedInsideTransaction";
  }
}

const POOL_SIZE = 10;
const SECOND = 1_000;
const READ_ONLY_TRANSACTION = "25006";
const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";
const UNIQUE_VIOLATION = "23505";
const RETRIES = 3;

/** Opens the database. Throws the errors of `startPgliteServer`; PostgreSQL is first contacted by a query. */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  if (config.databaseUrl !== undefined) {
    const pool = createPool(config, { connectionString: config.databaseUrl, ...postgresLimits });
    return { pool, db: drizzle(pool, { casing: "snake_case" }), engine: "postgres", close: () => pool.end() };
  }

  const embedded = await startPgliteServer(join(config.dataDir, "database"), {
    workerPath: config.workerPath,
    onDeath: config.onDeath ?? crash,
    ...(config.template === undefined ? {} : { template: config.template }),
  });
  const address = { host: embedded.host, port: embedded.port, user: "postgres", database: "postgres" };
  const pool = createPool(config, { ...address, ...embeddedLimits });
  const close = async () => {
    await pool.end();
    await embedded.close();
  };
  return { pool, db: drizzle(pool, { casing: "snake_case" }), engine: "embedded", close };
}

const postgresLimits: pg.PoolConfig = {
  statement_timeout: 15 * SECOND,
  // Longer than `statement_timeout`: a server that has not responded by then is unreachable, and the connection is replaced.
  query_timeout: 17 * SECOND,
  // Releases the locks of a transaction whose connection is dead.
  idle_in_transaction_session_timeout: 20 * SECOND,
  connectionTimeoutMillis: 10 * SECOND,
  // Detects dead connections without a running query, such as those that hold a lock: after this delay, Node sends ten probes, one per second.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10 * SECOND,
  // UTC as in the embedded engine, so that days and hours begin at the same moment on both. The keepalives make the server notice a dead client
  // within a minute and release its advisory locks.
  options: "-c TimeZone=UTC -c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3",
};

const embeddedLimits: pg.PoolConfig = {
  // The engine cannot cancel a statement; this only ends the wait for it, including the wait in the queue.
  query_timeout: 60 * SECOND,
  connectionTimeoutMillis: 60 * SECOND,
};

function createPool(config: DatabaseConfig, connection: pg.PoolConfig): pg.Pool {
  const pool = new GuardedPool({
    ...connection,
    max: config.poolSize ?? POOL_SIZE,
    application_name: "folda",
    Client: CountedClient,
  });
  // A broken idle connection is replaced at its next use; without a listener, its error would end the process.
  pool.on("error", () => {});
  destroyStalled(pool, config.onStall ?? (() => {}));
  return pool;
}

/**
 * When a query gets no answer in time, the path to the server is likely to be dead: every other connection that has been silent since that
 * query was sent is destroyed with its own, so that they do not cost one timeout each.
 */
function destroyStalled(pool: pg.Pool, onStall: (connections: number) => void): void {
  const connections = new Set<Connection>();
  pool.on("connect", (client) => {
    const connection = client as unknown as Connection;
    connections.add(connection);
    connection.once("end", () => connections.delete(connection));
    connection.once("stalled", (sentAt: number) => {
      // Already destroyed with another one, whose query timed out a moment before.
      if (!connections.has(connection)) return;
      const isSilent = connection.heardAt <= sentAt;
      const dead = isSilent ? [...connections].filter(({ heardAt }) => heardAt <= sentAt) : [connection];
      for (const one of dead) {
        connections.delete(one);
        one.destroy();
      }
      onStall(dead.length);
    });
  });
}

function crash(error: Error): void {
  process.nextTick(() => {
    throw error;
  });
}

const contexts = ofProcess("database-contexts", () => ({
  transaction: new AsyncLocalStorage<{ open: boolean } | undefined>(),
  statements: new AsyncLocalStorage<string[] | undefined>(),
  /** The state of each open transaction. */
  open: new WeakMap<Transaction, { client: pg.PoolClient; afterCommit: (() => void)[] }>(),
}));

type ConnectCallback = Parameters<pg.Pool["connect"]>[0];

class GuardedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const inside = contexts.transaction.getStore()?.open === true;
    const refusal = inside ? new PoolUsedInsideTransaction() : timeOver();
    if (callback === undefined) return refusal ? Promise.reject(refusal) : super.connect();
    // The pool calls back in the async context that released the connection; statements have to count for the one that requested it.
    const boundCallback = AsyncResource.bind(callback);
    if (refusal) process.nextTick(boundCallback, refusal);
    else super.connect(boundCallback);
    return undefined;
  }
}

class CountedClient extends Connection {
  // biome-ignore lint/suspicious/noExplicitAny: all of pg's overloads begin with the statement.
  override query(...parameters: any[]): any {
    const statement: string | { text?: string } = parameters[0];
    contexts.statements.getStore()?.push(typeof statement === "string" ? statement : (statement.text ?? ""));
    return Reflect.apply(super.query, this, parameters);
  }
}

/**
 * Runs `fn` in a transaction; the only way to open one. Rolls back if `fn` throws, or if its request has meanwhile been answered with a 503.
 * Retries up to three times after a serialization failure or a deadlock, so all side effects of `fn` must be idempotent.
 */
export async function inTransaction<Result>(database: Database, fn: (transaction: Transaction) => Promise<Result>): Promise<Result> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await attemptTransaction(database, fn);
    } catch (error) {
      if (retries >= RETRIES || !isSerializationConflict(error)) throw error;
      await sleep((1 + Math.random()) * 20 * 2 ** retries);
    }
  }
}

async function attemptTransaction<Result>(database: Database, fn: (transaction: Transaction) => Promise<Result>): Promise<Result> {
  const client = await database.pool.connect();
  const state = { open: true };
  const afterCommit: (() => void)[] = [];
  let isReadOnly = false;
  const run = async (transaction: Transaction) => {
    contexts.open.set(transaction, { client, afterCommit });
    const result = await fn(transaction);
    beginCommit();
    return result;
  };
  try {
    const result = await contexts.transaction.run(state, () => drizzle(client, { casing: "snake_case" }).transaction(run));
    for (const follow of afterCommit) follow();
    return result;
  } catch (error) {
    isReadOnly = sqlStateOf(error) === READ_ONLY_TRANSACTION;
    throw error;
  } finally {
    state.open = false;
    // Drizzle does not report whether its ROLLBACK worked, and a connection that is still inside the transaction must not be reused. After a
    // failover, a read-only connection leads to the former primary, and a new one to the current primary.
    client.release(isReadOnly || client.getTransactionStatus() !== "I");
  }
}

/** The connection that a transaction of `inTransaction` runs on, for a library that writes its own SQL. */
export const connectionOf = (transaction: Transaction): pg.PoolClient => openTransaction(transaction).client;

/** Calls `fn` after the commit; never after a rollback. */
export function afterCommit(transaction: Transaction, fn: () => void): void {
  openTransaction(transaction).afterCommit.push(fn);
}

function openTransaction(transaction: Transaction) {
  const found = contexts.open.get(transaction);
  if (!found) throw new Error("not a transaction opened by inTransaction");
  return found;
}

/** Runs `fn` outside the current request and transaction: no deadline applies, and its statements are not counted. */
export function outsideRequests<Result>(fn: () => Result): Result {
  return withoutDeadline(() => contexts.statements.run(undefined, () => contexts.transaction.run(undefined, fn)));
}

/** The SQLSTATE of an error, even if Drizzle has wrapped it. */
export function sqlStateOf(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof pg.DatabaseError) return current.code;
  }
  return undefined;
}

export const isUniqueViolation = (error: unknown): boolean => sqlStateOf(error) === UNIQUE_VIOLATION;

function isSerializationConflict(error: unknown): boolean {
  const code = sqlStateOf(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

/** Runs `fn` and returns the SQL statements that it sent, including `begin` and `commit`. */
export async function countStatements<Result>(fn: () => Promise<Result>): Promise<{ result: Result; statements: string[] }> {
  const outer = contexts.statements.getStore();
  const statements: string[] = [];
  try {
    const result = await contexts.statements.run(statements, fn);
    return { result, statements };
  } finally {
    outer?.push(...statements);
  }
}

// Set globally, because Drizzle does not use the parsers of the pool.
const typeIds = { int8: 20, date: 1082, int8Array: 1016, dateArray: 1182, textArray: 1009 };
const textArray: (value: string) => (string | null)[] = pg.types.getTypeParser(typeIds.textArray);
pg.types.setTypeParser(typeIds.int8, toSafeNumber);
pg.types.setTypeParser(typeIds.int8Array, (value) => textArray(value).map((item) => (item === null ? null : toSafeNumber(item))));
// Kept as text (YYYY-MM-DD), because a Date would be a different day in other time zones.
pg.types.setTypeParser(typeIds.date, (value) => value);
pg.types.setTypeParser(typeIds.dateArray, textArray);

function toSafeNumber(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} exceeds the safe integer range`);
  return number;
}
