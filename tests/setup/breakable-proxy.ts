import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect, createServer as createLine, type Socket } from "node:net";

/** A status with a page of the proxy's own, a connection that is cut, no answer at all, or whatever a function answers. */
export type Breakdown = number | "cut" | "silence" | ((outgoing: ServerResponse, incoming: IncomingMessage) => void);

export interface BreakableProxy {
  url: string;
  /** From here on calls whose `METHOD /path` fits break down like this; all others go through. */
  break(calls: RegExp, breakdown: Breakdown): void;
  mend(): void;
  close(): Promise<void>;
}

/** A proxy before a server on this machine, which can break down. */
export async function openBreakableProxy(target: string): Promise<BreakableProxy> {
  let broken: { calls: RegExp; breakdown: Breakdown } | undefined;
  const server = createServer((incoming, outgoing) => {
    if (broken?.calls.test(`${incoming.method} ${incoming.url}`)) breakDown(broken.breakdown, incoming, outgoing);
    else pass(target, incoming, outgoing);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    break: (calls, breakdown) => {
      broken = { calls, breakdown };
    },
    mend: () => {
      broken = undefined;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function breakDown(breakdown: Breakdown, incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (typeof breakdown === "function") breakdown(outgoing, incoming);
  else if (breakdown === "cut") incoming.socket.destroy();
  else if (breakdown !== "silence") outgoing.writeHead(breakdown, { "Content-Type": "text/html" }).end(`<h1>${breakdown}</h1>`);
}

function pass(target: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers, url = "" } = incoming;
  const onward = request(new URL(url, target), { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.once("error", () => outgoing.destroy());
  incoming.pipe(onward);
}

export interface BreakableLine {
  /** Where it is reached, in place of the server. */
  port: number;
  /** From here on every connection is cut, old and new ones. */
  break(): void;
  mend(): void;
  close(): Promise<void>;
}

/** A line to a server that speaks something else than HTTP, such as a database. */
export async function openBreakableLine(target: { host: string; port: number }): Promise<BreakableLine> {
  let isBroken = false;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    // A line that is cut is what this is for.
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
  };
  const server = createLine((near) => {
    keep(near);
    if (isBroken) return near.destroy();
    const far = connect(target);
    keep(far);
    return near
      .once("close", () => far.destroy())
      .pipe(far)
      .once("close", () => near.destroy())
      .pipe(near);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    break: () => {
      isBroken = true;
      cut();
    },
    mend: () => {
      isBroken = false;
      cut();
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
