import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";

const extra = "HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nx";

const framings = {
  length: (body: Buffer) => [`content-length: ${body.length}\r\n`, body] as const,
  chunks: (body: Buffer) =>
    [
      "transfer-encoding: chunked\r\n",
      Buffer.concat([
        ...(body.length > 0 ? [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from("\r\n")] : []),
        Buffer.from("0\r\n\r\n"),
      ]),
    ] as const,
  "the end": (body: Buffer) => ["", body] as const,
};

const endings = {
  "nothing, then a FIN": (socket: Socket) => socket.end(),
  "nothing, then a reset": (socket: Socket) => socket.resetAndDestroy(),
  "half a head": (socket: Socket, head: string) => socket.end(head.slice(0, head.length / 2)),
  "a head, then a FIN": (socket: Socket, head: string) => socket.end(head),
  "a head, then a reset": (socket: Socket, head: string) => socket.write(head, () => socket.resetAndDestroy()),
  "half a body, then a FIN": (socket: Socket, head: string, body: Buffer) => socket.write(head) && socket.end(half(body)),
  "half a body, then a reset": (socket: Socket, head: string, body: Buffer) => {
    socket.write(head);
    socket.write(half(body), () => socket.resetAndDestroy());
  },
  "all, then a FIN": (socket: Socket, head: string, body: Buffer) => socket.write(head) && socket.end(body),
  "all, then a reset": (socket: Socket, head: string, body: Buffer) => {
    socket.write(head);
    socket.write(body, () => socket.resetAndDestroy());
  },
  "all, then more": (socket: Socket, head: string, body: Buffer) => {
    socket.write(head);
    socket.write(body);
    socket.end(extra);
  },
};

const half = (body: Buffer) => body.subarray(0, body.length / 2);

/** Waits for turns of the event loop, in which the other side continues. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await setImmediate();
}

/** Ways to read a body: each returns its length. */
const readers = {
  "at once": (body: AsyncIterable<Uint8Array>) => lengthOf(body, 0),
  late: async (body: AsyncIterable<Uint8Array>) => turns(100).then(() => lengthOf(body, 0)),
  slowly: (body: AsyncIterable<Uint8Array>) => lengthOf(body, 5),
};

async function lengthOf(body: AsyncIterable<Uint8Array>, pause: number): Promise<number> {
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    await turns(pause);
  }
  return length;
}

export interface ClosingCase {
  size: number;
  framing: keyof typeof framings;
  ending: keyof typeof endings;
  reader: keyof typeof readers;
}

/** Every combination of a body, its framing, how the server closes the connection, and how the body is read. */
export const closingCases: ClosingCase[] = [0, 1, 90_000, 5_000_000].flatMap((size) =>
  keysOf(framings).flatMap((framing) =>
    keysOf(endings).flatMap((ending) => keysOf(readers).map((reader) => ({ size, framing, ending, reader }))),
  ),
);

function keysOf<T extends object>(object: T): (keyof T)[] {
  return Object.keys(object) as (keyof T)[];
}

/** Whether this length, or a failure (`undefined`), is a possible result of reading. */
export function isPossible({ size, framing, ending }: ClosingCase, length: number | undefined): boolean {
  if (ending === "all, then a FIN") return length === size;
  if (ending.startsWith("nothing") || ending === "half a head") return length === undefined;
  // The body lasts until the connection closes, and Node treats a reset as a close.
  if (framing === "the end") return ending.endsWith("FIN") ? length !== undefined : length === undefined || length <= size + extra.length;
  if (ending.startsWith("all") || size === 0) return length === undefined || length === size;
  return length === undefined;
}

/** Serves each case at its own path, and reads it with `fetchBody`. */
export async function openClosingServer() {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (request) => {
      const { size, framing, ending } = closingCases[Number(/^GET \/(\d+)/.exec(request.toString())?.[1])] as ClosingCase;
      const [header, body] = framings[framing](Buffer.alloc(size, "x"));
      endings[ending](socket, `HTTP/1.1 200 OK\r\ncontent-type: application/octet-stream\r\n${header}\r\n`, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    urlOf: (closing: ClosingCase) => `http://${host}/${closingCases.indexOf(closing)}`,
    read: ({ reader }: ClosingCase, body: AsyncIterable<Uint8Array>) => readers[reader](body),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
