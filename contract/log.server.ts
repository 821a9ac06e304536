import type { EventEmitter } from "node:events";
import pino from "pino";
import { type DescribedError, describeError } from "./describe-error.server";

export type Logger = pino.Logger;

/** Names whose values are never written, whatever they are. */
const secretNames = new Set([
  "password",
  "passwordHash",
  "token",
  "auth_token",
  "authToken",
  "authorization",
  "cookie",
  "secret",
  "sessionSecret",
  "email",
]);
/** Characters of one value. */
const longestText = 500;
const mostItems = 20;

/**
 * Structured lines on standard output. A line holds words, numbers and described errors: everything else that is passed in is replaced by the name
 * of its type, so that nothing that people typed gets into the log by way of an object that holds it.
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

/** Shared by all logs of the process, so that their lines are in order. A reader that is slow does not hold up requests. */
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

/** Tells a person at the terminal in words, and the log everywhere else. */
export function announce(log: Logger, fields: Record<string, string | number>, message: string, words: string): void {
  if (!log.isLevelEnabled("info")) return;
  if (process.stderr.isTTY) process.stderr.write(`${words}\n`);
  else log.info(fields, message);
}

/** Writes a last line, and resolves once it is on its way: a process that exits earlier may lose it. Gives up after a second on a reader that is stuck. */
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

/** Libraries and Node write to the console in words of theirs, which may hold anything: the log says where from, so that every line is JSON. */
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
