import { existsSync, mkdirSync, mkdtempSync, readlinkSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { copyCluster, holdsCluster } from "./cluster";
import { LONGEST_SOCKET_PATH, lockDirectory, reachableSocketPath } from "./lock";
import { monotonicSecond } from "./monotonic-second";
import type { WorkerReport, WorkerTask } from "./worker";

export type PgliteServerOptions = {
  /** A module that calls `runWorker`, as a file that Node can run. */
  workerPath: string;
  /** Called once if the engine ends without `close()`; no connection works after that. */
  onDeath?: (error: Error) => void;
  /** A closed data directory to copy instead of creating one, which takes ten times as long. For tests. */
  template?: string;
  /** A transaction that is idle for longer is rolled back. Default: 30 s. */
  idleTransactionMs?: number;
  /** Interval of VACUUM and ANALYZE. Default: 1 h. */
  maintenanceMs?: number;
  /** Interval at which the size of the write-ahead log is checked. Default: 1 min. */
  checkpointMs?: number;
  /** A statement that runs longer ends the engine, because nothing else can stop it. Default: 5 min. */
  longestStatementMs?: number;
};

export type PgliteServer = {
  /** Connection options for `pg`: the directory of the socket, and the port in its name. */
  host: string;
  port: number;
  /** Flushes everything to disk and releases the directory; open connections are closed. */
  close(): Promise<void>;
};

/** The engine ended unexpectedly, or did not start. */
class PgliteServerDied extends Error {
  readonly code = "pglite_server_died";
  readonly safeMessage: string;

  constructor(
    readonly directory: string,
    reason: string,
  ) {
    super(`The database in ${directory} has stopped: ${reason}`);
    this.safeMessage = this.message;
    this.name = "PgliteServerDied";
  }
}

class PlatformNotSupported extends Error {
  readonly code = "platform_not_supported";
  readonly safeMessage =
    "The embedded database does not run on Windows, only in the Windows Subsystem for Linux. Or use a PostgreSQL server.";

  constructor() {
    super();
    this.message = this.safeMessage;
    this.name = "PlatformNotSupported";
  }
}

const PORT = 5432;
/** The name that PostgreSQL clients expect in the directory. The leading dot keeps it apart from the sockets of the lock. */
const SOCKET = `.s.PGSQL.${PORT}`;
/** A link to the directory of the socket, if that is not the lock's. */
const SOCKET_LINK = ".socket-directory";
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const CLOSE_WITHIN_MS = MINUTE;

/**
 * Opens a PostgreSQL data directory in a worker thread and serves it on a local socket; creates the directory if it is missing.
 * Throws `DataDirectoryInUse`, `DataDirectoryOfOtherVersion`, `NotADataDirectory`, `SocketPathTooLong`, `PlatformNotSupported` or
 * `PgliteServerDied`.
 */
export async function startPgliteServer(directory: string, options: PgliteServerOptions): Promise<PgliteServer> {
  if (process.platform === "win32") throw new PlatformNotSupported();
  const cluster = nameOf(directory);
  mkdirSync(dirname(cluster), { recursive: true, mode: 0o700 });

  const lock = await lockDirectory(cluster);
  const sockets = prepareSocketDirectory(lock.directory);
  const release = () => {
    sockets.remove();
    lock.release();
  };

  try {
    if (!holdsCluster(cluster)) await createCluster(cluster, options);
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

/** Connection options for the server that another process runs on `directory`. */
export function addressOfRunning(directory: string) {
  const lockDirectory = `${nameOf(directory)}.lock`;
  const host = existsSync(join(lockDirectory, SOCKET)) ? lockDirectory : readlinkSync(join(lockDirectory, SOCKET_LINK));
  return { host, port: PORT, user: "postgres", database: "postgres" };
}

/** Resolves links: under two names, one directory could be locked twice. */
function nameOf(directory: string): string {
  const path = resolve(directory);
  return existsSync(path) ? realpathSync(path) : path;
}

/**
 * Creates the socket's directory: the one of the lock, so that the next start removes what a killed process has left. Clients connect by an
 * absolute path; if that is too long for a socket, a temporary directory is used, which a killed process leaves behind.
 */
function prepareSocketDirectory(lockPath: string): { path: string; remove(): void } {
  const socket = join(lockPath, SOCKET);
  if (Buffer.byteLength(socket) <= LONGEST_SOCKET_PATH) {
    const remove = () => rmSync(socket, { force: true });
    remove();
    return { path: lockPath, remove };
  }
  const path = mkdtempSync(join(tmpdir(), "pglite-"));
  const link = join(lockPath, SOCKET_LINK);
  rmSync(link, { force: true });
  symlinkSync(path, link);
  const remove = () => {
    rmSync(link, { force: true });
    rmSync(path, { recursive: true, force: true });
  };
  return { path, remove };
}

async function createCluster(cluster: string, { template, workerPath }: PgliteServerOptions): Promise<void> {
  if (template !== undefined) return copyCluster(template, cluster);
  // In a thread that ends afterwards: creating a cluster runs three engines, whose memory is never released.
  const thread = startThread(workerPath, { task: "create", directory: cluster });
  await thread.ended;
  const reason = thread.reason();
  if (reason !== undefined) throw new PgliteServerDied(cluster, reason);
}

type Engine = { ended: Promise<void>; close(): Promise<void> };

async function startEngine(cluster: string, socketPath: string, options: PgliteServerOptions): Promise<Engine> {
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
  if (thread.hasEnded()) throw new PgliteServerDied(cluster, thread.reason() ?? "it ended while starting");

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
    options.onDeath?.(new PgliteServerDied(cluster, stoppedBecause ?? thread.reason() ?? "its thread ended"));
  });

  async function close(): Promise<void> {
    if (!closing && !thread.hasEnded()) {
      closing = true;
      thread.worker.postMessage("close");
    }
    const timer = setTimeout(() => void thread.worker.terminate(), CLOSE_WITHIN_MS);
    await ended;
    clearTimeout(timer);
  }

  return { ended, close };
}

function startThread(workerPath: string, task: WorkerTask) {
  // Without the flags of the process: some of them, such as `--input-type`, prevent workers from starting.
  const worker = new Worker(workerPath, { workerData: task, execArgv: ["--no-warnings"] });
  let hasEnded = false;
  let reason: string | undefined;

  const ready = new Promise<void>((resolveReady) => {
    worker.on("message", (message: WorkerReport) => {
      if (message.report === "ready") resolveReady();
      // Emitted in the main thread, which logs warnings.
      else if (message.report === "warning") process.emitWarning(message.message, { code: "PGLITE_MAINTENANCE" });
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
