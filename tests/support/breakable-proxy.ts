import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect, createServer as createLine, type Socket } from "node:net";

/** A status with the proxy's own page, a cut connection, no response, or whatever a function does. */
export type Breakdown = number | "cut" | "silence" | ((outgoing: ServerResponse, incoming: IncomingMessage) => void);

/** Calls by `METHOD /path`. A function is called once per call. */
type Calls = RegExp | ((call: string) => boolean);

export interface BreakableProxy {
  url: string;
  /** From now on matching calls break down like this; all others pass. */
  break(calls: Calls, breakdown: Breakdown): void;
  mend(): void;
  close(): Promise<void>;
}

/** A proxy in front of a local server that can break down. */
export async function openBreakableProxy(target: string): Promise<BreakableProxy> {
  let broken: { calls: Calls; breakdown: Breakdown } | undefined;
  const isBroken = (call: string) => (typeof broken?.calls === "function" ? broken.calls(call) : (broken?.calls.test(call) ?? false));
  const server = createServer((incoming, outgoing) => {
    if (isBroken(`${incoming.method} ${incoming.url}`) && broken) breakDown(broken.breakdown, incoming, outgoing);
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
  /** The port to connect to instead of the server's. */
  port: number;
  /** From now on every connection is cut, existing and new ones. */
  break(): void;
  /** The same from the moment when this text is about to be sent to the server, which does not receive it. */
  breakAt(text: string): void;
  mend(): void;
  /** Existing connections swallow every byte from now on, without an end or a reset; new ones work. */
  freeze(): void;
  /** Calls `alter` with data of the server: it returns the bytes to pass on, and `end` to close the connection after them. */
  alter(alter: ((data: Buffer) => { data: Buffer; end: boolean }) | undefined): void;
  close(): Promise<void>;
}

/** A TCP proxy to a server that does not speak HTTP, such as a database. */
export async function openBreakableLine(target: { host: string; port: number }): Promise<BreakableLine> {
  let isBroken = false;
  let alter: Parameters<BreakableLine["alter"]>[0];
  const frozen = new WeakSet<Socket>();
  const present = new Set<Socket>();
  let fatal: string | undefined;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    // Cut connections are expected.
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
  };
  // Half open, so that a frozen connection does not close when its client does.
  const server = createLine({ allowHalfOpen: true }, (near) => {
    keep(near);
    if (isBroken) return near.destroy();
    const far = connect(target);
    keep(far);
    present.add(near);
    near.on("data", (data: Buffer) => {
      if (frozen.has(near)) return;
      if (fatal && data.includes(fatal)) line.break();
      else far.write(data);
    });
    near.once("end", () => frozen.has(near) || far.end());
    far.on("data", (data: Buffer) => {
      if (frozen.has(near)) return;
      const altered = alter?.(data);
      if (altered?.end) near.end(altered.data);
      else near.write(altered?.data ?? data);
    });
    far.once("close", () => frozen.has(near) || near.end());
    near.once("close", () => {
      present.delete(near);
      // A frozen connection does not tell the server either.
      if (!frozen.has(near)) far.destroy();
    });
    return undefined;
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const line: BreakableLine = {
    port: (server.address() as AddressInfo).port,
    break: () => {
      isBroken = true;
      cut();
    },
    breakAt: (text) => {
      fatal = text;
    },
    mend: () => {
      isBroken = false;
      fatal = undefined;
      cut();
    },
    freeze: () => {
      for (const near of present) frozen.add(near);
    },
    alter: (how) => {
      alter = how;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return line;
}
