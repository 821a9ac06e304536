import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface Balancer {
  url: string;
  /** Waits until all targets are ready. */
  allReady(): Promise<void>;
  close(): Promise<void>;
}

const lookEveryMs = 100;

/** A proxy that sends requests to its ready targets in turn, over kept-alive connections. It never retries: a missing response is a 502. */
export async function openBalancer(targets: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set(targets);
  let turn = 0;
  const next = () => {
    turn += 1;
    const among = ready.size > 0 ? [...ready] : targets;
    return among[turn % among.length] ?? "";
  };

  const handOn = (asked: IncomingMessage, response: ServerResponse): void => {
    const { method, headers, url = "/" } = asked;
    const onward = request(new URL(url, next()), { method, headers, agent }, (found) => {
      const { connection: _, "keep-alive": __, ...kept } = found.headers;
      found.once("error", () => response.destroy()).pipe(response.writeHead(found.statusCode ?? 502, kept));
    });
    onward.once("error", () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    asked.pipe(onward);
  };

  let isOpen = true;
  /** One probe at a time, so that an earlier response does not arrive last. */
  const lookAt = async (target: string): Promise<void> => {
    while (isOpen) {
      const { ok } = await fetch(`${target}/readyz`).catch(() => ({ ok: false }));
      if (ok) ready.add(target);
      else ready.delete(target);
      await sleep(lookEveryMs);
    }
  };
  const looking = Promise.all(targets.map(lookAt));
  const server = createServer(handOn);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async allReady() {
      while (ready.size < targets.length) await sleep(lookEveryMs);
    },
    async close() {
      isOpen = false;
      await looking;
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
