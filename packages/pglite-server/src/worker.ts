import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { Extensions } from "@electric-sql/pglite";
import { buildAndRename, syncTree } from "./cluster";
import { openDurably } from "./durable-fs";
import { scheduleCheckpoints, scheduleMaintenance } from "./maintenance";
import { monotonicSecond } from "./monotonic-second";
import { serveWire } from "./wire-server";

export type WorkerTask =
  | { task: "create"; directory: string }
  | {
      task: "serve";
      directory: string;
      socketPath: string;
      idleTransactionMs: number;
      maintenanceMs: number;
      checkpointMs: number;
      /** One Int32: the `monotonicSecond` at which the running statement began, 0 while none runs. */
      busySince: SharedArrayBuffer;
    };

export type WorkerReport = { report: "ready" } | { report: "failed" | "warning"; message: string };

function create(directory: string, extensions: Extensions): Promise<void> {
  return buildAndRename(directory, async (unfinished) => {
    const engine = await openDurably(unfinished, extensions);
    await engine.close();
    // Before the directory gets its name: crash recovery does not cover the files of a new cluster.
    syncTree(unfinished);
  });
}

async function serve(task: Extract<WorkerTask, { task: "serve" }>, port: MessagePort, extensions: Extensions): Promise<void> {
  const busySince = new Int32Array(task.busySince);
  const engine = await openDurably(task.directory, extensions);
  const server = await serveWire(engine, {
    socketPath: task.socketPath,
    idleTransactionMs: task.idleTransactionMs,
    onBusy: (busy) => Atomics.store(busySince, 0, busy ? monotonicSecond() : 0),
    // The engine must not be used any more, not even to close it.
    onFailure: (error) => fail(error),
  });
  const warn = (error: unknown) => report({ report: "warning", message: `Maintenance of the database failed: ${error}` });
  const stopMaintenance = scheduleMaintenance(server, task.maintenanceMs, warn);
  const stopCheckpoints = scheduleCheckpoints(server, task.checkpointMs, warn);

  port.once("message", async () => {
    try {
      stopMaintenance();
      stopCheckpoints();
      await server.close();
      await engine.exec("CHECKPOINT");
      await engine.close();
      process.exit(0);
    } catch (error) {
      fail(error);
    }
  });
  report({ report: "ready" });
}

function fail(error: unknown): void {
  report({ report: "failed", message: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}

function report(message: WorkerReport): void {
  parentPort?.postMessage(message);
}

/**
 * The whole program of the worker thread that `startPgliteServer` starts. The engine runs in a thread because every statement blocks the one
 * it runs in.
 * @param extensions PGlite extensions that `CREATE EXTENSION` can use
 */
export async function runWorker(extensions: Extensions): Promise<void> {
  const task = workerData as WorkerTask;
  try {
    if (task.task === "create") await create(task.directory, extensions);
    else if (parentPort) await serve(task, parentPort, extensions);
  } catch (error) {
    fail(error);
  }
}
