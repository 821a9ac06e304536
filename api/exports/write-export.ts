import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import type { DescribedError } from "../../contract/describe-error.server";
import type { ExportOrder, WrittenFile } from "./document";

interface WriteOptions {
  /** Path of the built `export-worker.js`. */
  workerPath: string;
  /** Kills the process. */
  signal: AbortSignal;
}

type Answer = { written: WrittenFile } | { failure: DescribedError };

/** The process that writes exports failed. Only its sanitised error is kept, since the message can contain text of articles. */
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
 * Writes the file in a separate process: layout takes seconds, and a crash or excessive memory must not affect the server. Throws if the
 * process fails or `signal` is aborted.
 */
export function writeExport(order: ExportOrder, { workerPath, signal }: WriteOptions): Promise<WrittenFile> {
  signal.throwIfAborted();
  const child = fork(workerPath, [], {
    // The process must not see the configuration. Typst uses as many threads as it is allowed to.
    env: { NODE_ENV: "production", RAYON_NUM_THREADS: String(Math.max(1, availableParallelism() - 1)) },
    execArgv: ["--max-old-space-size=1024"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  return new Promise<WrittenFile>((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    // Errors can be emitted more than once, such as by `send` after a failed start; without a listener they would end the server.
    child.on("error", reject);
    child.once("message", (answer: Answer) => ("written" in answer ? resolve(answer.written) : reject(new ExportFailed(answer.failure))));
    child.once("exit", (code, ended) => {
      signal.removeEventListener("abort", abort);
      reject(new ExportFailed({ type: "exit", code: ended ?? code ?? "none" }));
    });
    child.send(order);
  }).finally(() => child.kill("SIGKILL"));
}
