/**
 * The parts of an error that a log entry may contain: its type, its code, where it was thrown, and identifiers of databases and mail
 * servers. Messages, `data`, `detail`, `params` and everything else may contain user input, and are omitted.
 */
export interface DescribedError {
  type: string;
  message?: string;
  code?: string | number;
  status?: number;
  stack?: string;
  cause?: DescribedError;
  [name: string]: unknown;
}

/** Properties whose values are names or numbers from code, catalogs and protocols. */
const plainProperties = [
  "code",
  "status",
  "syscall",
  "severity",
  "schema",
  "table",
  "column",
  "constraint",
  "routine",
  "responseCode",
  "command",
] as const;

/** Messages without external values: those of V8, node-postgres, undici and Node. */
const plainMessages =
  /^(?:[\w$.]{1,80} is not (?:a function|a constructor|defined|iterable)|Cannot (?:read|set) properties of (?:undefined|null)(?= \(|$)|Maximum call stack size exceeded|Connection terminated(?: unexpectedly| due to connection timeout)?|Query read timeout|timeout exceeded when trying to connect|fetch failed|terminated|other side closed|socket hang up|certificate has expired|self-signed certificate(?: in certificate chain)?|Hostname\/IP does not match certificate's altnames|(?:This|The) operation was aborted(?: due to timeout)?|no response within \d+ ms)/;

/** SQLSTATE classes whose messages name settings, roles and server states, but never rows: connections, permissions, resources, restarts. */
const plainSqlStates = /^(?:08|25|28|3D|53|55|57|58)[0-9A-Z]{3}$/;

/** The end of a stack frame: line and column, or V8's notation for an unknown position. */
const frameEnd = /(?::\d{1,9}:\d{1,9}|<anonymous>|native|index \d{1,9})\)?$/;
const mostFrames = 20;
const deepestCause = 5;

const descriptions = new WeakSet<object>();

/** Describes any thrown value. Our own error classes can add a sentence without user input as `safeMessage`. */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (isDescribed(error)) return error;
  const described: DescribedError = { type: typeOf(error) };
  descriptions.add(described);
  if (typeof error !== "object" || error === null) return described;
  const given = error as Record<string, unknown>;
  const message = messageOf(given);
  if (message !== undefined) described.message = message;
  for (const name of plainProperties) {
    const value = given[name];
    if (typeof value === "number" || (typeof value === "string" && /^[\w.$ -]{1,64}$/.test(value)))
      Object.assign(described, { [name]: value });
  }
  // RFC 3463, such as 5.1.1. The text after it comes from the mail server and may contain addresses.
  const [, enhancedCode] = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(String(given.response ?? "")) ?? [];
  if (enhancedCode) described.enhancedCode = enhancedCode;
  const stack = framesOf(given);
  if (stack) described.stack = stack;
  if (given.cause !== undefined && depth < deepestCause) described.cause = describeError(given.cause, depth + 1);
  return described;
}

const isDescribed = (error: unknown): error is DescribedError => typeof error === "object" && error !== null && descriptions.has(error);

/** The most specific name of a failure, such as `ECONNREFUSED` or `57014`; without a code, a known harmless message or the type. */
export function findCode(error: unknown): string {
  let last = error;
  for (let depth = 0; depth <= deepestCause && typeof last === "object" && last !== null; depth += 1) {
    const { code, cause, errors } = last as { code?: unknown; cause?: unknown; errors?: unknown };
    if (typeof code === "string" && /^\w{1,64}$/.test(code)) return code;
    const next = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
    if (next === undefined) break;
    last = next;
  }
  const message = typeof last === "object" && last !== null ? messageOf(last as Record<string, unknown>) : undefined;
  return (last instanceof DOMException ? undefined : message) ?? typeOf(last);
}

function typeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return typeof error;
  const { name, constructor: made } = error as { name?: unknown; constructor?: { name?: unknown } };
  const types = [error instanceof DOMException ? name : made?.name, name, "object"];
  return String(types.find((type) => typeof type === "string" && /^[A-Za-z_$][\w$]{0,63}$/.test(type)));
}

function messageOf({ safeMessage, message, code, severity }: Record<string, unknown>): string | undefined {
  if (typeof safeMessage === "string") return safeMessage;
  if (typeof message !== "string") return undefined;
  if (severity !== undefined && plainSqlStates.test(String(code))) return message;
  return plainMessages.exec(message)?.[0];
}

/** The stack without the message that precedes it. */
function framesOf({ stack, message }: Record<string, unknown>): string {
  if (typeof stack !== "string") return "";
  const words = typeof message === "string" ? message : "";
  const end = stack.indexOf(words);
  const lines = (end < 0 ? stack : stack.slice(end + words.length)).split("\n");
  return lines
    .map((line) => line.trim())
    .filter((line) => line.startsWith("at ") && frameEnd.test(line))
    .slice(0, mostFrames)
    .join("\n");
}
