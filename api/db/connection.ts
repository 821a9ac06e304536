import type { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import pg from "pg";

/** How long the server has to acknowledge the end of a connection before the socket is destroyed. */
const endMs = 2_000;

/**
 * A connection that cannot end the process and cannot hang forever: it has an error listener from the start, and destroys its socket when
 * a query exceeds `query_timeout` or the server does not acknowledge `end`. Emits `stalled` with the moment (`performance.now()`) at which
 * the query that timed out was sent; a query with a custom limit tells nothing about other connections.
 */
export class Connection extends pg.Client {
  /** When the last bytes arrived, by `performance.now()`. */
  heardAt = performance.now();
  #hasEnded = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    // A fatal error between two queries is reported here; the next query fails with it.
    this.on("error", () => {});
    this.once("end", () => {
      this.#hasEnded = true;
    });
    // Only now: an encrypted connection replaces its stream while connecting.
    this.once("connect", () => {
      const note = () => {
        this.heardAt = performance.now();
      };
      note();
      this.#connection.stream.on("data", note);
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg declares ten overloads with different parameters.
  override query(...parameters: any[]): any {
    const sentAt = performance.now();
    const hasOwnLimit = parameters[0]?.query_timeout !== undefined;
    const check = (error: unknown) => {
      if (!isQueryTimeout(error)) return;
      // pg would leave the query active, and everything queued behind it, ROLLBACK included, would wait for its answer.
      this.destroy();
      if (!hasOwnLimit) this.emit("stalled", sentAt);
    };
    const callback = parameters.at(-1);
    if (typeof callback === "function") {
      parameters[parameters.length - 1] = (error: unknown, result: unknown) => {
        check(error);
        callback(error, result);
      };
    }
    const result = Reflect.apply(super.query, this, parameters);
    if (result instanceof Promise) result.catch(check);
    return result;
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    // Unreferenced: while the socket is open, it keeps the process alive itself.
    const timer = setTimeout(() => this.destroy(), endMs).unref();
    this.once("end", () => clearTimeout(timer));
    if (!callback) return super.end();
    super.end(callback);
    return undefined;
  }

  /** Closes the socket without a goodbye; queries under way fail, and a pool does not hand the connection out again. */
  destroy(): void {
    if (this.#hasEnded) return;
    this.#connection.stream.destroy();
    // Now rather than with the socket's end a moment later.
    this.#connection.emit("error", new Error("Connection terminated after a timeout"));
  }

  get #connection(): EventEmitter & { stream: Duplex } {
    // Not part of pg's types.
    return (this as unknown as { connection: EventEmitter & { stream: Duplex } }).connection;
  }
}

const isQueryTimeout = (error: unknown): boolean => error instanceof Error && error.message === "Query read timeout";
