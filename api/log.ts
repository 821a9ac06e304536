import type pino from "pino";
import { createLog as createNamedLog, type Logger } from "../contract/log.server";
import { countStatements } from "./db/pool";

export { describeError as describeFailure } from "../contract/describe-error.server";
export type { Logger } from "../contract/log.server";

/** The log of the API and its jobs. */
export const createLog = (level: string, destination?: pino.DestinationStream): Logger => createNamedLog("api", level, destination);

/** Runs `fn` and measures its cost in milliseconds and SQL statements. */
export async function measureCost(fn: () => Promise<void>): Promise<{ ms: number; statements: number }> {
  const begin = performance.now();
  const { statements } = await countStatements(fn);
  return { ms: Math.round(performance.now() - begin), statements: statements.length };
}
