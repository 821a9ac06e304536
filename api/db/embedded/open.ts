import { existsSync, mkdirSync, mkdtempSync, readlinkSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { copyCluster, holdsCluster } from "./cluster";
import { LONGEST_SOCKET_PATH, lockDirectory, reachableSocketPath } from "./lock";
import { monotonicSecond } from "./monotonic-second";
import type { WorkerReport, WorkerTask } from "./worker";

export type EmbeddedOptions = {
  /** The bundled `worker.ts`. */
  workerPath: string;
  /** Called once when the engine ends without `close()`; no connection works after that. */
  onDeath?: (error: Error) => void;
  /** A closed data directory to copy when there is none yet: a tenth of the time, for tests. */
  template?: string;
  idleTransactionMs?: number;
  maintenanceMs?: number;
  checkpointMs?: number;
  /** A statement that runs longer ends the engine, because nothing else can stop it. */
  longestStatementMs?: number;
};

export type EmbeddedDatabase = {
  /** For `pg`: the directory of the socket, and the port in its name. */
  host: string;
  port: number;
  /** Writes everything down and releases the directory; connections that are still open are cut. */
  close(): Promise<void>;
};

/** The engine ended by itself, or did not start. */
class EmbeddedDatabaseDied extends Error {
  readonly code = "embedded_database_died";
  readonly safeMessage: string;

  constructor(
    readonly directory: string,
    reason: string,
  ) {
    super(`The embedded database in ${directory} has stopped: ${reason}`);
    this.safeMessage = this.message;
    this.name = "EmbeddedDatabaseDied";
  }
}

const PORT = 5432;
/** The name that PostgreSQL's clients look for in the directory they are given; the dot keeps it apart from the lock's own sockets. */
const SOCKET = `.s.PGSQL.${PORT}`;
/** A link next to the lock file to the socket's directory, when the socket is elsewhere. */
const SOCKET_LINK = ".socket-directory";
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const CLOSE_WITHIN_MS = MINUTE;

/**
 * Opens the PostgreSQL directory `directory` in a thread of its own and serves it on a local socket; makes it when there is none.
 * Throws `DataDirectoryInUse`, `DataDirectoryOfOtherVersion`, `NotADataDirectory`, `SocketPathTooLong` or `EmbeddedDatabaseDied`.
 */
export async function openEmbedded(directory: string, options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  if (process.platform === "win32") {
    throw new Error("The embedded database needs Unix sockets. On Windows set DATABASE_URL, or use the Linux subsystem.");
  }
  const cluster = nameOf(directory);
  mkdirSync(dirname(cluster), { recursive: true, mode: 0o700 });

  const lock = await lockDirectory(cluster);
  const sockets = prepareSocketDirectory(lock.directory);
  const release = () => {
    sockets.remove();
    lock.release();
  };

  try {
    if (!holdsCluster(cluster)) await makeCluster(cluster, options);
    const engine = await startEngine(cluster, join(sockets.path, SOCKET), options);
    const released = engine.ended.then(release);
    const close = async () => {
      await engine.close();
      await released;
    };
    return { host: sockets.path, port: PORT, close };
  } catch (error) {
    release();
    throw error;
  }
}

/** Connection options for the engine that another process has open in `directory`. */
export function addressOfRunning(directory: string) {
  const beside = `${nameOf(directory)}.lock`;
  const host = existsSync(join(beside, SOCKET)) ? beside : readlinkSync(join(beside, SOCKET_LINK));
  return { host, port: PORT, user: "postgres", database: "postgres" };
}

/** The directory's one name: under two names two processes would each have a lock of their own. */
function nameOf(directory: string): string {
  const path = resolve(directory);
  return existsSync(path) ? realpathSync(path) : path;
}

/**
 * Where the engine's socket lies: beside the lock, so that the next start replaces what a kill has left and nothing is left elsewhere.
 * Clients want its absolute path; where that is too long for a socket, it lies in a temporary directory that a kill does leave behind.
 */
function prepareSocketDirectory(lockDirectory: string): { path: string; remove(): void } {
  const beside = join(lockDirectory, SOCKET);
  if (Buffer.byteLength(beside) <= LONGEST_SOCKET_PATH) {
    const remove = () => rmSync(beside, { force: true });
    remove();
    return { path: lockDirectory, remove };
  }
  const path = mkdtempSync(join(tmpdir(), "folda-"));
  const link = join(lockDirectory, SOCKET_LINK);
  rmSync(link, { force: true });
  symlinkSync(path, link);
  const remove = () => {
    rmSync(link, { force: true });
    rmSync(path, { recursive: true, force: true });
  };
  return { path, remove };
}

async function makeCluster(cluster: string, { template, workerPath }: EmbeddedOptions): Promise<void> {
  if (template !== undefined) return copyCluster(template, cluster);
  // A thread of its own that ends: making a cluster needs three engines, and their memory never becomes smaller again.
  const thread = startThread(workerPath, { task: "create", directory: cluster });
  await thread.ended;
  const reason = thread.reason();
  if (reason !== undefined) throw new EmbeddedDatabaseDied(cluster, reason);
}

type Engine = { ended: Promise<void>; close(): Promise<void> };

async function startEngine(cluster: string, socketPath: string, options: EmbeddedOptions): Promise<Engine> {
  const busySince = new SharedArrayBuffer(4);
  const thread = startThread(options.workerPath, {
    task: "serve",
    directory: cluster,
    socketPath: reachableSocketPath(socketPath),
    idleTransactionMs: options.idleTransactionMs ?? 30 * SECOND,
    maintenanceMs: options.maintenanceMs ?? 60 * MINUTE,
    checkpointMs: options.checkpointMs ?? MINUTE,
    busySince,
  });
  await Promise.race([thread.ready, thread.ended]);
  if (thread.hasEnded()) throw new EmbeddedDatabaseDied(cluster, thread.reason() ?? "it ended while starting");

  let closing = false;
  let stoppedBecause: string | undefined;

  const watchdog = setInterval(() => {
    const began = Atomics.load(new Int32Array(busySince), 0);
    const runsForMs = began === 0 ? 0 : (monotonicSecond() - began) * SECOND;
    if (runsForMs <= (options.longestStatementMs ?? 5 * MINUTE)) return;
    stoppedBecause = `a statement ran for more than ${Math.floor(runsForMs / SECOND)} seconds`;
    void thread.worker.terminate();
  }, SECOND);
  watchdog.unref();

  const ended = thread.ended.then(() => {
    clearInterval(watchdog);
    if (closing) return;
    options.onDeath?.(new EmbeddedDatabaseDied(cluster, stoppedBecause ?? thread.reason() ?? "its thread ended"));
  });

  async function close(): Promise<void> {
    if (!closing && !thread.hasEnded()) {
      closing = true;
      thread.worker.postMessage("close");
    }
    const impatience = setTimeout(() => void thread.worker.terminate(), CLOSE_WITHIN_MS);
    await ended;
    clearTimeout(impatience);
  }

  return { ended, close };
}

function startThread(workerPath: string, task: WorkerTask) {
  // Without the process's own flags: some of them, like `--input-type`, keep a worker from starting.
  const worker = new Worker(workerPath, { workerData: task, execArgv: ["--no-warnings"] });
  let hasEnded = false;
  let reason: string | undefined;

  const ready = new Promise<void>((resolveReady) => {
    worker.on("message", (message: WorkerReport) => {
      if (message.report === "ready") resolveReady();
      // By the main thread, which writes warnings to the log.
      else if (message.report === "warning") process.emitWarning(message.message, { code: "EMBEDDED_MAINTENANCE" });
      else reason = message.message;
    });
  });
  const ended = new Promise<void>((resolveEnded) => {
    worker.on("error", (error) => {
      reason ??= error.message;
    });
    worker.on("exit", (code) => {
      hasEnded = true;
      if (code !== 0) reason ??= `its thread ended with code ${code}`;
      resolveEnded();
    });
  });
  return { worker, ready, ended, hasEnded: () => hasEnded, reason: () => reason };
}
