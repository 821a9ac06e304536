// Shared by the startup of the web application and of `npm run api`.
import { once } from "node:events";
import type { Server } from "node:net";
import pino from "pino";

/**
 * Reports why the program cannot start, and exits with code 1. The report has no stack: one line per reason on a terminal, otherwise a JSON
 * line.
 * @param name of the program's log
 */
export function failToStart(name: "http" | "api", error: unknown): never {
  // The query builder puts values into its messages; the database's own error contains none.
  const cause = error instanceof Error && error.cause instanceof Error && "query" in error ? error.cause : error;
  const reasons = (cause instanceof AggregateError ? cause.errors : [cause]).flatMap(reasonsOf);
  if (process.stderr.isTTY) for (const reason of reasons) process.stderr.write(`Startup failed: ${reason}\n`);
  else pino({ name }, pino.destination({ dest: 1, sync: true })).fatal({ reasons }, "startup failed");
  process.exit(1);
}

/** Errors of the system may have a code and no message. */
function reasonsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  return (error.message || ["no message", error.name, "code" in error ? error.code : ""].join(" ").trim()).split("\n");
}

interface Address {
  variable: "PORT" | "API_PORT" | "METRICS_PORT";
  port: number;
  /** If undefined, all addresses of the machine. */
  host: string | undefined;
}

/** Binds the port before anything slow starts, so that no other program gets it and a port in use is reported immediately. */
export async function takePort(server: Server, { variable, port, host }: Address): Promise<void> {
  server.listen({ port, host });
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    const notHere = `${variable === "METRICS_PORT" ? "METRICS_HOST" : "HOST"}: ${host} is not an address of this machine`;
    const reasons: Record<string, string> = {
      EADDRINUSE: `${variable}: ${port} is in use by another program; end that one, or choose another port`,
      EACCES: `${variable}: ${port} is not for this user; choose one above 1023`,
      EADDRNOTAVAIL: notHere,
      ENOTFOUND: notHere,
    };
    throw new Error(reasons[error.code ?? ""] ?? error.message);
  });
}
