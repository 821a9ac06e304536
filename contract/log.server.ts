import type { EventEmitter } from "node:events";
import pino from "pino";
import { type DescribedError, describeError } from "./describe-error.server";

export type Logger = pino.Logger;

/** Fields with these names are never written. */
const secretNames = new Set([
  "password",
  "passwordHash",
  "token",
  "auth_token",
  "authToken",
  "authorization",
  "cookie",
  "secret",
  "sessionSecrets",
  "email",
]);
/** Maximum characters of a value. */
const longestText = 500;
const mostItems = 20;

/**
 * A structured log on standard output with texts, numbers and described errors. Any other value is replaced by the name of its type, so
 * that no user input gets into the log inside an object.
 */
export function createLog(name: string, level: string, destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    name,
    level,
    formatters: { log: (fields) => Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, toLoggable(key, value)])) },
    // Pino would write every property of an error.
    serializers: { err: (described: DescribedError) => described },
    hooks: {
      logMethod([first, message], method) {
        if (typeof first === "object" && !(first instanceof Error)) return method.apply(this, [first, message as string]);
        return first instanceof Error ? method.apply(this, [{ err: first }, "error"]) : method.apply(this, [String(first)]);
      },
    },
  };
  return pino(options, destination ?? standardOutput());
}

let output: pino.DestinationStream | undefined;

/** Shared by all logs of the process, so that entries stay in order. A slow reader does not block requests. */
function standardOutput(): pino.DestinationStream {
  output ??= pino.destination({ dest: 1, sync: false });
  return output;
}

function toLoggable(key: string, value: unknown): unknown {
  if (secretNames.has(key)) return "[hidden]";
  if (key === "err" || (key === "failure" && typeof value !== "string")) return describeError(value);
  if (Array.isArray(value)) return value.slice(0, mostItems).map((item) => toLoggable("", item));
  if (typeof value === "string") return value.slice(0, longestText);
  if (typeof value !== "object" || value === null) return value;
  return value instanceof Error ? describeError(value) : `[${value.constructor?.name ?? "object"}]`;
}

/** Prints `words` on a terminal, and logs `message` with `fields` everywhere else. */
export function announce(log: Logger, fields: Record<string, string | number>, message: string, words: string): void {
  if (!log.isLevelEnabled("info")) return;
  if (process.stderr.isTTY) process.stderr.write(`${words}\n`);
  else log.info(fields, message);
}

/**
 * Writes a last entry and resolves once it is flushed, because a process that exits earlier may lose it. Gives up after a second if the
 * reader is stuck.
 */
export async function logLast(log: Logger, fields: Record<string, string | number>, message: string): Promise<void> {
  if (!log.isLevelEnabled("info")) return;
  const stream = (log as unknown as Record<symbol, Partial<EventEmitter>>)[pino.symbols.streamSym];
  const isWritten = new Promise<void>((resolve) => {
    setTimeout(resolve, 1000);
    stream?.once?.("drain", resolve);
  });
  log.info(fields, message);
  await isWritten;
}

/**
 * Replaces the console, to which libraries and Node write arbitrary text. The log gets only its origin, so that every line is valid JSON.
 */
export function logConsole(log: Logger): void {
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log.warn({ err: warning }, "warning from Node.js"));
  for (const method of ["log", "info", "debug", "warn", "error", "trace"] as const) {
    console[method] = (...given: unknown[]) => {
      const error = given.find((one) => one instanceof Error) ?? new Error("for its stack");
      log.warn({ err: error, method }, "a library wrote to the console");
    };
  }
}
