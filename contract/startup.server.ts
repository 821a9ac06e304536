// How the web application and `npm run api` start.
import { once } from "node:events";
import type { Server } from "node:net";
import pino from "pino";

/**
 * Reports why the program cannot start, and exits with code 1. Operators get the reasons without a stack: one line each on a terminal, one line of
 * JSON everywhere else.
 * @param name of the program's log
 */
export function failToStart(name: "http" | "api", error: unknown): never {
  // The query builder puts values into its messages, the database's own error has none.
  const cause = error instanceof Error && error.cause instanceof Error && "query" in error ? error.cause : error;
  const reasons = (cause instanceof Error ? cause.message : String(cause)).split("\n");
  if (process.stderr.isTTY) for (const reason of reasons) process.stderr.write(`Startup failed: ${reason}\n`);
  else pino({ name }, pino.destination({ dest: 1, sync: true })).fatal({ reasons }, "startup failed");
  process.exit(1);
}

interface Address {
  variable: "PORT" | "API_PORT" | "METRICS_PORT";
  port: number;
  /** Unset, every address of the machine. */
  host: string | undefined;
}

/** Takes the port before anything slow begins, so that no other program gets it and a port that is in use is reported at once. */
export async function takePort(server: Server, { variable, port, host }: Address): Promise<void> {
  server.listen({ port, host });
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    const notHere = `${variable === "METRICS_PORT" ? "METRICS_HOST" : "HOST"}: ${host} is no address of this machine`;
    const reasons: Record<string, string> = {
      EADDRINUSE: `${variable}: ${port} is in use by another program; end that one, or choose another port`,
      EACCES: `${variable}: ${port} is not for this user; choose one above 1023`,
      EADDRNOTAVAIL: notHere,
      ENOTFOUND: notHere,
    };
    throw new Error(reasons[error.code ?? ""] ?? error.message);
  });
}
