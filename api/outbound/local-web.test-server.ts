import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface LocalWeb {
  /** `127.0.0.1:port`, as in URLs and `allowHosts`. */
  host: string;
  port: number;
  requests: IncomingMessage[];
  close(): Promise<void>;
}

/** A real web server on loopback for one test. */
export async function serveLocally(listener: RequestListener): Promise<LocalWeb> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    port,
    requests,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
