import { parentPort, workerData } from "node:worker_threads";
import { buildAside, syncTree } from "./cluster";
import { openDurably } from "./durable-fs";
import { scheduleCheckpoints, scheduleMaintenance } from "./maintenance";
import { monotonicSecond } from "./monotonic-second";
import { serveWire } from "./wire-server";

// The entry of the thread that the engine lives in: in the main thread every statement would stop the whole process.

export type WorkerTask =
  | { task: "create"; directory: string }
  | {
      task: "serve";
      directory: string;
      socketPath: string;
      idleTransactionMs: number;
      maintenanceMs: number;
      checkpointMs: number;
      /** One Int32: the second of the monotonic clock at which the running statement began; 0 while none runs. */
      busySince: SharedArrayBuffer;
    };

export type WorkerReport = { report: "ready" } | { report: "failed" | "warning"; message: string };

function create(directory: string): Promise<void> {
  return buildAside(directory, async (aside) => {
    const engine = await openDurably(aside);
    await engine.close();
    // On the disk to the last file before the directory gets its name: PostgreSQL repairs only what it wrote itself.
    syncTree(aside);
  });
}

async function serve(task: Extract<WorkerTask, { task: "serve" }>, port: NonNullable<typeof parentPort>): Promise<void> {
  const busySince = new Int32Array(task.busySince);
  const engine = await openDurably(task.directory);
  const server = await serveWire(engine, {
    socketPath: task.socketPath,
    idleTransactionMs: task.idleTransactionMs,
    onBusy: (busy) => Atomics.store(busySince, 0, busy ? monotonicSecond() : 0),
    // Nothing of the engine may be touched any more, not even to close it.
    onFailure: (error) => fail(error),
  });
  const warn = (error: unknown) => report({ report: "warning", message: `Maintenance of the embedded database failed: ${error}` });
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

const task = workerData as WorkerTask;
try {
  if (task.task === "create") await create(task.directory);
  else if (parentPort) await serve(task, parentPort);
} catch (error) {
  fail(error);
}
