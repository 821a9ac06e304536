import { type RequestListener, Server } from "node:http";
import { createRequire } from "node:module";
import type morganLogger from "morgan";

/** remix-serve's own server never listens; it gets its requests from ours. */
interface RemixServe {
  /** Its Express application: compression, static files and Remix. Requests that arrive before it exists wait for it. */
  application: Promise<RequestListener>;
  /** Captures the next server: its `listen` only resolves `application`. Call it last, as it affects every `http.Server`. */
  captureServer(): void;
}

/**
 * Makes remix-serve a request handler. remix-serve 2.17.5 has no option for any of this; we rely on the following, which
 * `remix-serve.test.ts` checks:
 * - It imports the file that it is given, and afterwards calls `listen` of exactly one `http.Server`, whose request listener is its Express
 *   application. It would open the port only then, without a readable error, and ignore errors of a missing database.
 * - On SIGTERM and SIGINT it closes the server that `listen` returned, if any: `contract/ending.server.ts` shuts down.
 * - It logs with its own installation of morgan in the format `tiny`: without words there is no line. `middleware/access-log.ts` writes ours.
 */
export function adaptRemixServe(): RemixServe {
  const morgan: typeof morganLogger = createRequire(import.meta.resolve("@remix-run/serve/package.json"))("morgan");
  morgan.format("tiny", () => undefined);
  let resolve: (listener: RequestListener) => void;
  const application = new Promise<RequestListener>((resolvePromise) => {
    resolve = resolvePromise;
  });
  return {
    application,
    captureServer() {
      Server.prototype.listen = function listen(this: Server) {
        Reflect.deleteProperty(Server.prototype, "listen");
        resolve((request, response) => this.emit("request", request, response));
      } as typeof Server.prototype.listen;
    },
  };
}
