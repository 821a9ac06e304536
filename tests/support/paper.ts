import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Answer = (response: ServerResponse, request: IncomingMessage) => unknown;

/** Another web site on this machine: responses by path. */
export async function openPaper(pages: Record<string, Answer>) {
  const server = createServer((request, response) => {
    const answer = pages[request.url ?? ""];
    if (answer) answer(response, request);
    else response.writeHead(404).end("nothing here");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: (path: string) => `http://${host}${path}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export const send =
  (contentType: string, body: string | Uint8Array): Answer =>
  (response) =>
    response.setHeader("Content-Type", contentType).end(body);
