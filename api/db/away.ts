import { DrizzleQueryError } from "drizzle-orm";
import { sqlStateOf } from "./pool";

const codes = new Set([
  // The operating system's, of a connection that is cut or cannot be made.
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  // PostgreSQL's: a server that stops, has crashed or starts, one that ends idle sessions, and one without a free connection.
  "57P01",
  "57P02",
  "57P03",
  "57P05",
  "25P03",
  "53300",
  // A statement that took too long, behind somebody's lock or on a slow disk; nothing of the product cancels one.
  "57014",
  // A standby, or a primary that is being replaced.
  "25006",
]);
/** PostgreSQL's connection exceptions, most of them a connection pooler's. */
const connectionException = "08";
/** How messages of the driver begin; its own errors have no code. */
const messages = [
  "Connection terminated",
  "timeout expired",
  "timeout exceeded when trying to connect",
  "Query read timeout",
  "Client has encountered a connection error",
  "Client was closed and is not queryable",
];

const DISK_FULL = "53100";

/** Whether something failed because the database's disk is full. */
export const isDatabaseFull = (error: unknown): boolean => sqlStateOf(error) === DISK_FULL;

/**
 * Whether something failed because the database is unavailable (unreachable, too slow, read-only), and not because of the query. Errors of
 * the driver come as they are, or wrapped by the query builder; the cause of any other error belongs to another connection.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DrizzleQueryError) return isDatabaseAway(error.cause);
  // A host of several addresses.
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true;
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return codes.has(code) || code.startsWith(connectionException) || messages.some((message) => error.message.startsWith(message));
}
