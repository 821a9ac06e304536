import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { beginCommit, timeOver, withoutDeadline } from "../deadline";
import { Connection } from "./connection";
import { openEmbedded } from "./embedded/open";

export type DatabaseConfig = {
  /** A PostgreSQL server; without it the embedded engine runs in `dataDir`. */
  databaseUrl?: string | undefined;
  /** The embedded engine keeps its files in `database` below it. */
  dataDir: string;
  /** The bundled `embedded/worker.ts`. */
  workerPath: string;
  /** Connections at most; 10 when unset. */
  poolSize?: number | undefined;
  /** Called once when the embedded engine ends by itself; unset, the process ends with the error. */
  onDeath?: ((error: Error) => void) | undefined;
  /** Called when a query got no answer in time, with the number of connections that were destroyed because of it. */
  onStall?: ((connections: number) => void) | undefined;
  /** For tests: a closed `database` directory to begin with. */
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

/** What a query can run on: the database, or the transaction that it belongs to. */
export type Queryable = NodePgDatabase | Transaction;

/** The pool was used while the same flow of calls had a transaction open. */
export class PoolUsedInsideTransaction extends Error {
  readonly code = "pool_used_inside_transaction";

  constructor() {
    super(
      "The pool was used inside an open transaction, which waits for itself forever on the embedded engine and reads " +
        "the past on PostgreSQL. Pass the transaction on, and query that.",
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

/** Opens the database behind one pool; throws what `openEmbedded` throws, while PostgreSQL is first reached by a query. */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  if (config.databaseUrl !== undefined) {
    const pool = createPool(config, { connectionString: config.databaseUrl, ...postgresLimits });
    return { pool, db: drizzle(pool, { casing: "snake_case" }), engine: "postgres", close: () => pool.end() };
  }

  const embedded = await openEmbedded(join(config.dataDir, "database"), {
    workerPath: config.workerPath,
    onDeath: config.onDeath ?? endTheProcess,
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
  // For an answer that the server would have given by now: the connection is dead, and is replaced.
  query_timeout: 20 * SECOND,
  // The locks of a transaction whose connection is dead are released as soon.
  idle_in_transaction_session_timeout: 20 * SECOND,
  connectionTimeoutMillis: 10 * SECOND,
  // Connections without a query under way, such as those that hold a lock: Node sends ten probes, one a second, after this delay.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10 * SECOND,
  // UTC as in the embedded engine: days and hours have to begin at the same moment on both. The server notices a dead client within a minute,
  // and releases its advisory locks.
  options: "-c TimeZone=UTC -c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3",
};

const embeddedLimits: pg.PoolConfig = {
  // The engine cannot stop a statement; this only frees whoever waits for it, in the queue too.
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
  // An idle connection that breaks is replaced at its next use; without a listener it would end the process.
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

function endTheProcess(error: Error): void {
  process.nextTick(() => {
    throw error;
  });
}

// The server build can hold this module twice (remix-serve loads it under two addresses); both have to share these.
type Contexts = {
  transaction: AsyncLocalStorage<{ open: boolean } | undefined>;
  statements: AsyncLocalStorage<string[] | undefined>;
  /** What belongs to each open transaction. */
  open: WeakMap<Transaction, { client: pg.PoolClient; afterCommit: (() => void)[] }>;
};
const contextsKey = Symbol.for("folda.database.contexts");
const shared = globalThis as { [contextsKey]?: Contexts };
shared[contextsKey] ??= { transaction: new AsyncLocalStorage(), statements: new AsyncLocalStorage(), open: new WeakMap() };
const contexts = shared[contextsKey];

type ConnectCallback = Parameters<pg.Pool["connect"]>[0];

class GuardedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const inside = contexts.transaction.getStore()?.open === true;
    const refusal = inside ? new PoolUsedInsideTransaction() : timeOver();
    if (callback === undefined) return refusal ? Promise.reject(refusal) : super.connect();
    // The pool calls back from whichever flow of calls gives a connection up; statements belong to the one that asked.
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
 * Runs `fn` in a transaction, the one way to open one: rolled back when it throws, and run again from the start, up to
 * three times, when the database could not order it among others. Whatever `fn` does besides must bear being repeated.
 * Rolled back, too, when the request that it belongs to has meanwhile been answered with a 503.
 */
export async function inTransaction<Result>(database: Database, fn: (transaction: Transaction) => Promise<Result>): Promise<Result> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await attemptTransaction(database, fn);
    } catch (error) {
      if (retries >= RETRIES || !wasNotOrderable(error)) throw error;
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
    // Drizzle does not tell whether its ROLLBACK worked, and a connection still inside the transaction must not be reused. After a
    // failover a read-only one leads to the former primary, and a new one to the present one.
    client.release(isReadOnly || client.getTransactionStatus() !== "I");
  }
}

/** The connection that a transaction of `inTransaction` runs on, for a library that writes its own SQL. */
export const connectionOf = (transaction: Transaction): pg.PoolClient => openTransaction(transaction).client;

/** Calls `fn` once the transaction is committed; never when it is rolled back. */
export function afterCommit(transaction: Transaction, fn: () => void): void {
  openTransaction(transaction).afterCommit.push(fn);
}

function openTransaction(transaction: Transaction) {
  const found = contexts.open.get(transaction);
  if (!found) throw new Error("not a transaction of inTransaction");
  return found;
}

/** Runs `fn` as nobody's: what it starts counts for no request and is inside no transaction, whoever happened to start it. */
export function outsideRequests<Result>(fn: () => Result): Result {
  return withoutDeadline(() => contexts.statements.run(undefined, () => contexts.transaction.run(undefined, fn)));
}

/** PostgreSQL's code of an error, also when Drizzle has wrapped it. */
export function sqlStateOf(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof pg.DatabaseError) return current.code;
  }
  return undefined;
}

/** Whether somebody else has what must be unique. */
export const isUniqueViolation = (error: unknown): boolean => sqlStateOf(error) === UNIQUE_VIOLATION;

function wasNotOrderable(error: unknown): boolean {
  const code = sqlStateOf(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

/** Runs `fn` and tells every SQL statement that it sent, `begin` and `commit` included; budgets in tests use it. */
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

// Set for everybody, because Drizzle reads them there and not from the pool.
const typeIds = { int8: 20, date: 1082, int8Array: 1016, dateArray: 1182, textArray: 1009 };
const textArray: (value: string) => (string | null)[] = pg.types.getTypeParser(typeIds.textArray);
pg.types.setTypeParser(typeIds.int8, toSafeNumber);
pg.types.setTypeParser(typeIds.int8Array, (value) => textArray(value).map((item) => (item === null ? null : toSafeNumber(item))));
// As it is written, YYYY-MM-DD: a Date would be another day in other time zones.
pg.types.setTypeParser(typeIds.date, (value) => value);
pg.types.setTypeParser(typeIds.dateArray, textArray);

function toSafeNumber(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is too large for a number`);
  return number;
}
