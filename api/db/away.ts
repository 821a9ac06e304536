import { DrizzleQueryError } from "drizzle-orm";
import { sqlStateOf } from "./pool";

/** What the system says of a line that is cut or leads nowhere, and PostgreSQL of itself while it stops or starts. */
const codes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "57P01",
  "57P02",
  "57P03",
  "53300",
]);
/** The driver's own errors have no code. */
const words = /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

const DISK_FULL = "53100";

/** Whether something failed because the database's disk is full. */
export const isDatabaseFull = (error: unknown): boolean => sqlStateOf(error) === DISK_FULL;

/**
 * Whether something failed because the database cannot be reached, and not because of what was asked. What its driver throws comes as it
 * is, or from the query builder: what another error was caused by is another connection's.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DrizzleQueryError) return isDatabaseAway(error.cause);
  // A host of several addresses.
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true;
  return error instanceof Error && (words.test(error.message) || ("code" in error && codes.has(String(error.code))));
}
