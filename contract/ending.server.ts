import type { Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Logger, logLast } from "./log.server";

/** Time for responses in progress after requests are no longer accepted. */
export const lastAnswersMs = 25_000;

/**
 * Time after that for jobs and the database; more than they need. A supervisor may kill the process afterwards, because the next start
 * recovers.
 */
export const closeWithinMs = 75_000;

/** Exit code after an uncaught fault; supervisors restart the process on it. A failed start or shutdown exits with 1. */
const faultExitCode = 70;

interface Program {
  log: Logger;
  server: Pick<Server, "close" | "listening">;
  /** How long requests are still accepted after a signal, so that a proxy sees `/readyz` fail first. */
  drainMs: number;
  /** Returns jobs to the queue and closes the database. */
  close(): Promise<void>;
}

export interface Ending {
  /** Whether the shutdown has begun: the process is not ready any more, and responses close their connections. */
  readonly isEnding: boolean;
  /** Responses that have not been sent yet. */
  readonly underWay: ReadonlySet<ServerResponse>;
  /** To be called when the program accepts requests. From then on, a shutdown waits for responses and closes the database. */
  ready(): void;
  track(response: ServerResponse): void;
  /** Shuts down as after a signal. Further calls do nothing. */
  stop(signal: NodeJS.Signals): void;
}

/**
 * Ends the process on a signal with code 0, and on an uncaught fault with code 70: stops accepting requests, finishes responses in
 * progress, closes the database and exits, within a hard time limit. After a fault it does not wait for proxies, because the state of the
 * process is unknown. Further faults are ignored, because they are often consequences of the first.
 */
export function serveUntilEnd({ log, server, drainMs, close }: Program): Ending {
  const underWay = new Set<ServerResponse>();
  let isReady = false;
  let isEnding = false;
  let exitCode = 0;
  let hasFault = false;

  async function end(acceptMs: number): Promise<void> {
    const begin = performance.now();
    const exit = async (code: number) => {
      await logLast(log, { code, ms: Math.round(performance.now() - begin) }, "ended");
      process.exit(code);
    };
    // An interrupted start has nothing to clean up.
    if (!isReady) return exit(exitCode);
    setTimeout(() => void exit(exitCode || 1), acceptMs + lastAnswersMs + closeWithinMs);
    for (const response of underWay) closeAfter(response);
    if (acceptMs > 0) await sleep(acceptMs);
    if (server.listening) server.close();
    const deadline = performance.now() + lastAnswersMs;
    while (underWay.size > 0 && performance.now() < deadline) await sleep(50);
    try {
      await close();
    } catch (error) {
      log.error({ err: error }, "shutdown failed");
      exitCode ||= 1;
    }
    await exit(exitCode);
  }

  const onFault = (origin: string) => (error: unknown) => {
    if (hasFault) return;
    hasFault = true;
    exitCode = faultExitCode;
    log.fatal({ err: error, origin }, "uncaught fault, shutting down");
    if (isEnding) return;
    isEnding = true;
    void end(0);
  };
  process.on("uncaughtException", onFault("uncaughtException"));
  process.on("unhandledRejection", onFault("unhandledRejection"));

  return {
    underWay,
    get isEnding() {
      return isEnding;
    },
    ready() {
      isReady = true;
    },
    track(response) {
      underWay.add(response);
      response.once("close", () => underWay.delete(response));
      if (isEnding) closeAfter(response);
    },
    stop(signal) {
      if (isEnding) return;
      isEnding = true;
      log.info({ signal }, "ending");
      void end(drainMs);
    },
  };
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("Connection", "close");
}
