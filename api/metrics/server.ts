import { statfs } from "node:fs/promises";
import { createServer } from "node:http";
import { collectDefaultMetrics, Gauge, type Registry, register } from "prom-client";
import { takePort } from "../../contract/startup.server";
import { type Collect, type Collectors, scrape } from "./collectors";

interface Options {
  /** Metrics are not served if unset. */
  port: number | undefined;
  host: string;
  dataDir: string;
}

/** Serves `/metrics` on its own port until the process ends. Call it once per process; rejects if the port is taken. */
export async function serveMetrics({ port, host, dataDir }: Options, api: { collectors?: Collectors }): Promise<void> {
  if (port === undefined) return;
  collectDefaultMetrics();
  const disk: Collect = (registry) => collectDisk(registry, dataDir);
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    if (request.url?.split("?")[0] !== "/metrics") return response.writeHead(404).end();
    if (request.method !== "GET" && request.method !== "HEAD") return response.writeHead(405, { Allow: "GET, HEAD" }).end();
    return void scrape({ disk, ...api.collectors }).then(
      (text) => response.writeHead(200, { "Content-Type": register.contentType, "Cache-Control": "no-store" }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.maxConnections = 20;
  await takePort(server, { variable: "METRICS_PORT", port, host });
  server.unref();
}

async function collectDisk(registry: Registry, dataDir: string): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const registers = [registry];
  new Gauge({ name: "disk_free_bytes", help: "Bytes that the product may still write in DATA_DIR", registers }).set(bavail * bsize);
  new Gauge({ name: "disk_size_bytes", help: "Size of the disk with DATA_DIR", registers }).set(blocks * bsize);
}
