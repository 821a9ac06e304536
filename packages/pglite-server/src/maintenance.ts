import type { WireServer } from "./wire-server";

// PGlite has no autovacuum and no checkpointer. Statements block all connections, so tables are vacuumed one by one.

const BUSY_RETRY_MS = 30_000;
const TRANSACTIONS_UNTIL_FREEZE = 150_000_000;

/** In bytes. Crash recovery replays about as much at most, which takes a second or two. */
const WAL_UNTIL_CHECKPOINT = 64 * 1024 * 1024;

type Table = { name: string };

/** Checks every `everyMs` milliseconds whether a checkpoint is due; returns a function that stops it. */
export function scheduleCheckpoints(server: Pick<WireServer, "run">, everyMs: number, onError: (error: unknown) => void): () => void {
  let isRunning = false;
  async function attempt(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    try {
      const [written] = await server.run<{ bytes: number }>(WRITTEN_SINCE_CHECKPOINT);
      if ((written?.bytes ?? 0) > WAL_UNTIL_CHECKPOINT) await server.run("CHECKPOINT");
    } catch (error) {
      onError(error);
    }
    isRunning = false;
  }
  const timer = setInterval(() => void attempt(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Vacuums and analyses changed tables `everyMs` milliseconds after the last time, while no transaction is open; returns a function that stops it. */
export function scheduleMaintenance(server: WireServer, everyMs: number, onError: (error: unknown) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  // The statistics do not survive a restart: the first run covers all tables.
  let tables = ALL_TABLES;

  function after(ms: number): void {
    timer = setTimeout(attempt, ms);
    timer.unref();
  }

  async function attempt(): Promise<void> {
    if (!server.isIdle()) return after(Math.min(BUSY_RETRY_MS, everyMs));
    try {
      for (const { name } of await server.run<Table>(tables)) await server.run(`VACUUM (ANALYZE) ${name}`);
      const [database] = await server.run<{ age: number }>(DATABASE_AGE);
      if ((database?.age ?? 0) > TRANSACTIONS_UNTIL_FREEZE) await server.run("VACUUM (FREEZE)");
      tables = CHANGED_TABLES;
    } catch (error) {
      onError(error);
    }
    after(everyMs);
  }

  after(everyMs);
  return () => clearTimeout(timer);
}

const ALL_TABLES = "SELECT format('%I.%I', schemaname, relname) AS name FROM pg_stat_user_tables ORDER BY relid";

// Autovacuum begins at 50 rows and a fifth of the table.
const CHANGED_TABLES = `
  SELECT format('%I.%I', schemaname, relname) AS name
    FROM pg_stat_user_tables
   WHERE greatest(n_dead_tup, n_mod_since_analyze, n_ins_since_vacuum) > 50 + 0.1 * n_live_tup
   ORDER BY relid`;

const WRITTEN_SINCE_CHECKPOINT =
  "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 AS bytes FROM pg_control_checkpoint()";

const DATABASE_AGE = "SELECT age(datfrozenxid) AS age FROM pg_database WHERE datname = current_database()";
