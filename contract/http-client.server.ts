import http, { type IncomingMessage } from "node:http";
import https, { type RequestOptions } from "node:https";
import { pipeline, type Readable } from "node:stream";
import * as limits from "./limits";

interface HttpRequest extends Omit<RequestOptions, "signal" | "timeout"> {
  method: string;
  body?: string | Uint8Array | Readable;
  /** Aborts the request and the reading of the response; both fail with the signal's reason. */
  signal?: AbortSignal;
  /** Maximum time without a byte from or to the server. Time that a response waits for its reader does not count. */
  idleMs?: number;
}

// Only GETs reuse connections: the server may be closing one at that moment, and only a GET can be repeated.
const idleConnectionMs = 4_000;
const httpAgent = new http.Agent({ keepAlive: true, timeout: idleConnectionMs });
const httpsAgent = new https.Agent({ keepAlive: true, timeout: idleConnectionMs });

/**
 * Sends an HTTP request and returns the response as soon as its headers have arrived. Redirects are not followed, bodies not decompressed.
 * Rejects if there is no response; a response that is cut off fails while it is read. Read it to its end or destroy it.
 *
 * Uses Node's client instead of `fetch`, because the undici of Node 24 throws an uncaught assertion when a server closes a connection
 * whose response is read slowly.
 */
export function sendHttp(url: URL, request: HttpRequest): Promise<IncomingMessage> {
  const { body, signal, idleMs, ...options } = request;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const [client, keptAlive] = url.protocol === "https:" ? [https, httpsAgent] : [http, httpAgent];
    const isRepeatable = request.method === "GET" && !options.createConnection;
    // `false` would create an agent, which ignores `createConnection`.
    const agent = isRepeatable ? keptAlive : options.createConnection ? undefined : false;
    const sent = client.request(url, { agent, maxHeaderSize: limits.headers, ...options });
    let response: IncomingMessage | undefined;

    const abort = () => {
      (response ?? sent).destroy(signal?.reason);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", abort, { once: true });
    sent.once("close", () => {
      signal?.removeEventListener("abort", abort);
      // Node reports neither a response nor an error when the server switches protocols (101).
      reject(Object.assign(new Error("the connection was closed without a response"), { code: "ECONNRESET" }));
    });
    // Both listeners stay: an error after the last byte is harmless, but needs a listener.
    sent.on("error", (error: NodeJS.ErrnoException) => {
      const wasClosed = sent.reusedSocket && !response && (error.code === "ECONNRESET" || error.code === "EPIPE");
      if (wasClosed && isRepeatable) resolve(sendHttp(url, request));
      else reject(error);
    });
    sent.once("response", (received) => {
      response = received.on("error", () => {});
      resolve(received);
    });

    if (idleMs !== undefined) {
      sent.once("socket", (socket) => {
        const giveUp = () => {
          if (response?.readableLength) return void socket.setTimeout(idleMs);
          (response ?? sent).destroy(Object.assign(new Error(`no byte within ${idleMs} ms`), { code: "ETIMEDOUT" }));
        };
        socket.setTimeout(idleMs).on("timeout", giveUp);
        sent.once("close", () => socket.off("timeout", giveUp));
      });
    }

    if (body === undefined) sent.end();
    else if (typeof body === "string" || body instanceof Uint8Array) {
      // Node does not add the length of a DELETE's body.
      if (!sent.hasHeader("transfer-encoding")) sent.setHeader("Content-Length", Buffer.byteLength(body));
      sent.end(body);
    } else pipeline(body, sent, (error) => error && reject(error));
  });
}

/** The body of a response as a web stream; cancelling it closes the connection. */
export function toWebStream(response: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = response[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void response.destroy(),
    },
    { highWaterMark: 0 },
  );
}
