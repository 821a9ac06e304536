import { DrizzleQueryError } from "drizzle-orm";
import pino from "pino";
import { countStatements } from "./db/pool";

export type Logger = pino.Logger;

const secretNames = [
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
];

/** Structured lines on the standard output; secrets and addresses of people are blotted out wherever they stand. */
export function createLog(level: string, destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    name: "api",
    level,
    redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[hidden]" },
    serializers: { err: describeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** What it costs to run `fn`: milliseconds and SQL statements. */
export async function measureCost(fn: () => Promise<void>): Promise<{ ms: number; statements: number }> {
  const begin = performance.now();
  const { statements } = await countStatements(fn);
  return { ms: Math.round(performance.now() - begin), statements: statements.length };
}

interface DescribedError {
  type: string;
  message: string;
  stack: string;
  code?: unknown;
  cause?: DescribedError;
}

/** An error for the log. Drizzle writes the values of a failed statement into its message: only the statement is kept. */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: "" };
  const message = error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message;
  const frames = error.stack?.split("\n").filter((line) => /^\s+at /.test(line)) ?? [];
  return {
    type: error.constructor.name,
    message,
    stack: [message, ...frames].join("\n"),
    ...("code" in error ? { code: error.code } : {}),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** What went wrong, for the log: mail servers write addresses into their answers, and those are blotted out. */
export function describeFailure(error: unknown): unknown {
  const described = JSON.stringify(describeError(error));
  return JSON.parse(described.replace(/(?<![^\s<>"'\\/:,;])[^\s<>"'\\/:,;]+@[^\s<>"'\\/:,;]+/g, "[hidden]"));
}
