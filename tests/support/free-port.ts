import { createServer } from "node:net";

const [lowest, highest] = [20_000, 32_000];

/** A port that nothing listens on, below the range from which systems take the ports of outgoing connections: those could take it meanwhile. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
