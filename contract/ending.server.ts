import type { Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Logger, logLast } from "./log.server";

/** Milliseconds for answers under way once no request is accepted any more. */
export const lastAnswersMs = 25_000;

/** Milliseconds after that for jobs and the database, which is more than they need. A supervisor may kill the process after it: the next start recovers. */
export const closeWithinMs = 75_000;

/** Exit code after a fault that nothing caught; supervisors restart the process on it. A start or an end that fails has code 1. */
const faultExitCode = 70;

interface Program {
  log: Logger;
  server: Pick<Server, "close" | "listening">;
  /** Milliseconds for which requests are still accepted after a signal, so that a proxy sees `/readyz` fail first. */
  drainMs: number;
  /** Gives jobs back and closes the database. */
  close(): Promise<void>;
}

export interface Ending {
  /** From here on the process is not ready, and answers close their connections. */
  readonly isEnding: boolean;
  /** Answers that are not sent yet. */
  readonly underWay: ReadonlySet<ServerResponse>;
  /** The program serves: from here on its end waits for answers and closes the database. */
  ready(): void;
  track(response: ServerResponse): void;
  /** Shuts down as after a signal; calls after the first do nothing. */
  stop(signal: NodeJS.Signals): void;
}

/**
 * Ends the process on a signal with code 0, and on a fault that nothing caught with code 70: it stops accepting requests, finishes the answers
 * under way, closes the database and exits, within a hard limit. After a fault nothing waits for proxies, since the state of the process is unknown.
 * Faults after the first are ignored: they are often its consequences, and the end is under way.
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
    // A start that is cut off leaves nothing behind.
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
    log.fatal({ err: error, origin }, "uncaught fault, the process ends");
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
