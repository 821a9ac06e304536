// How the web application and `npm run api` start, and how long they take to end. What an operator can fix is told without a stack: in a line each on
// a terminal, in one line of JSON everywhere else.
import { once } from "node:events";
import pino from "pino";

/** Milliseconds for answers under way once no request is accepted any more. */
export const lastAnswersMs = 25_000;

/** Milliseconds after that for jobs and the database, which is more than they need. A supervisor may kill the process after it: the next start recovers. */
export const closeWithinMs = 75_000;

/**
 * Tells why the program cannot start, and ends the process with code 1.
 * @param {"http" | "api"} name of the program's log
 * @param {unknown} error
 * @returns {never}
 */
export function failToStart(name, error) {
  // The query builder puts values into its messages, the database's own error has none.
  const told = error instanceof Error && error.cause instanceof Error && "query" in error ? error.cause : error;
  const reasons = (told instanceof Error ? told.message : String(told)).split("\n");
  if (process.stderr.isTTY) for (const reason of reasons) process.stderr.write(`Startup failed: ${reason}\n`);
  else pino({ name }, pino.destination({ dest: 1, sync: true })).fatal({ reasons }, "startup failed");
  process.exit(1);
}

/**
 * Takes the port before anything slow begins, so that no other program gets it and a taken one is known at once.
 * @param {import("node:net").Server} server
 * @param {{ variable: "PORT" | "API_PORT" | "METRICS_PORT", port: number, host: string | undefined }} options without a host, every address of the machine
 */
export async function takePort(server, { variable, port, host }) {
  server.listen({ port, host });
  await once(server, "listening").catch((/** @type {NodeJS.ErrnoException} */ error) => {
    const hostVariable = variable === "METRICS_PORT" ? "METRICS_HOST" : "HOST";
    /** @type {Record<string, string>} */
    const reasons = {
      EADDRINUSE: `${variable}: ${port} is in use by another program; end that one, or choose another port`,
      EACCES: `${variable}: ${port} is not for this user; choose one above 1023`,
      EADDRNOTAVAIL: `${hostVariable}: ${host} is no address of this machine`,
      ENOTFOUND: `${hostVariable}: ${host} is no address of this machine`,
    };
    throw new Error(reasons[error.code ?? ""] ?? error.message);
  });
}
