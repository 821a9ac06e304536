import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import type { ExportOrder, WrittenFile } from "./document";

interface WriteOptions {
  /** The built `export-worker.js`. */
  workerPath: string;
  /** Ends it. */
  signal: AbortSignal;
}

type Answer = { written: WrittenFile } | { failure: string };

/**
 * Has a process of its own write the file: it lays out for seconds, and what makes it crash or grow does not take the server along. Throws
 * when it fails or `signal` ends it.
 */
export function writeExport(order: ExportOrder, { workerPath, signal }: WriteOptions): Promise<WrittenFile> {
  signal.throwIfAborted();
  const child = fork(workerPath, [], {
    // None of the configuration. Typst lays out on as many threads as it is let.
    env: { NODE_ENV: "production", RAYON_NUM_THREADS: String(Math.max(1, availableParallelism() - 1)) },
    execArgv: ["--max-old-space-size=1024"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  return new Promise<WrittenFile>((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    child.once("error", reject);
    child.once("message", (answer: Answer) => ("written" in answer ? resolve(answer.written) : reject(new Error(answer.failure))));
    child.once("exit", (code, ended) => {
      signal.removeEventListener("abort", abort);
      reject(new Error(`the process that writes exports ended with ${ended ?? code}`));
    });
    child.send(order);
  }).finally(() => child.kill("SIGKILL"));
}
