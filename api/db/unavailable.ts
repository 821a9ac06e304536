import { DrizzleQueryError } from "drizzle-orm";
import { sqlStateOf } from "./pool";

const codes = new Set([
  // Operating system: the connection was lost or cannot be established.
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  // PostgreSQL: shutdown, crash, startup, idle session, idle transaction, too many connections.
  "57P01",
  "57P02",
  "57P03",
  "57P05",
  "25P03",
  "53300",
  // Statement timeout, because of a lock or a slow disk; the product itself cancels no statements.
  "57014",
  // Read-only: a standby, or a primary during failover.
  "25006",
]);
/** The class of PostgreSQL's connection exceptions, most of which come from a connection pooler. */
const connectionException = "08";
/** Prefixes of the driver's own errors, which have no code. */
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
 * the driver arrive unchanged or wrapped by the query builder. The cause of any other error is about a different connection.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DrizzleQueryError) return isDatabaseUnavailable(error.cause);
  // A host with several addresses.
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnavailable)) return true;
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return codes.has(code) || code.startsWith(connectionException) || messages.some((message) => error.message.startsWith(message));
}
