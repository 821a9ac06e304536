import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import type { DescribedError } from "../../contract/describe-error.server";
import type { ExportOrder, WrittenFile } from "./document";

interface WriteOptions {
  /** The built `export-worker.js`. */
  workerPath: string;
  /** Ends it. */
  signal: AbortSignal;
}

type Answer = { written: WrittenFile } | { failure: DescribedError };

/** The process that writes exports failed: its error as the log may have it, since the message can hold text of articles. */
class ExportFailed extends Error {
  override readonly name = "ExportFailed";
  readonly code: string;

  constructor(failure: DescribedError) {
    super("the process that writes exports failed");
    this.code = String(failure.code ?? failure.type);
    if (failure.stack) this.stack = failure.stack;
  }
}

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
    // More than one is possible, such as from `send` after a failed start: an error without a listener would end the server.
    child.on("error", reject);
    child.once("message", (answer: Answer) => ("written" in answer ? resolve(answer.written) : reject(new ExportFailed(answer.failure))));
    child.once("exit", (code, ended) => {
      signal.removeEventListener("abort", abort);
      reject(new ExportFailed({ type: "exit", code: ended ?? code ?? "none" }));
    });
    child.send(order);
  }).finally(() => child.kill("SIGKILL"));
}
