// How the web application and `npm run api` start, and how long they take to end: what an operator can act on is said in a line each, and never
// as a stack.
import { once } from "node:events";

/** Milliseconds that answers under way have once nothing new is taken in. */
export const lastAnswersMs = 25_000;

/** Milliseconds after that for jobs and the database, which is more than they need. Whoever started the process may rely on it: the next start bears what is cut off. */
export const closeWithinMs = 75_000;

/**
 * Says why and ends the process.
 * @param {string} what a sentence, which begins every line
 * @param {unknown} error
 * @returns {never}
 */
export function giveUp(what, error) {
  const why = error instanceof Error ? error.message : String(error);
  process.stderr.write(why.replaceAll(/^/gm, `${what} `).concat("\n"));
  process.exit(1);
}

/**
 * Takes the port before anything slow begins, so that nothing is prepared in vain and nobody else gets it meanwhile.
 * @param {import("node:net").Server} server
 * @param {{ variable: "PORT" | "API_PORT", port: number, host: string | undefined }} options without a host, every address of the machine
 */
export async function takePort(server, { variable, port, host }) {
  server.listen({ port, host });
  await once(server, "listening").catch((/** @type {NodeJS.ErrnoException} */ error) => {
    /** @type {Record<string, string>} */
    const reasons = {
      EADDRINUSE: `${variable}: ${port} is in use by another program; end that one, or choose another port`,
      EACCES: `${variable}: ${port} is not for this user; choose one above 1023`,
      EADDRNOTAVAIL: `HOST: ${host} is no address of this machine`,
      ENOTFOUND: `HOST: ${host} is no address of this machine`,
    };
    throw new Error(reasons[error.code ?? ""] ?? error.message);
  });
}
