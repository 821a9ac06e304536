import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import type * as entry from "../app/entry.server";
import type { Logger } from "../contract/log.server";
import { pathForLog } from "../contract/path-for-log";
import { createRouteFinder, type Routes } from "./routes";

/**
 * The exports of `app/entry.server.tsx`. The server is a separate bundle with its own copy of every module that it imports, so shared state
 * has to come from the Remix build: the product, log output, request tallies, deadlines and metrics.
 */
export type App = typeof entry;

type Product = entry.Product;
type Config = ReturnType<App["configOf"]>;

export type Build = Omit<ServerBuild, "entry"> & { entry: { module: App } };

export interface Context {
  app: App;
  /** Its requests have to be served within `app.inProduct`. */
  product: Product;
  config: Config;
  routes: Routes;
  build: ServerBuild;
  log: Logger;
  /** Paths of static files, which remix-serve serves itself. */
  files: ReadonlySet<string>;
  findRoute: ReturnType<typeof createRouteFinder>;
  /** The path of a URL without the parts that must not be logged. */
  logPath(url: string | undefined): string;
}

/** Throws if the configuration of the process is wrong, unless it is for another product. */
export function createContext(
  build: Build,
  { files = new Set(), product = build.entry.module.currentProduct() }: Partial<Pick<Context, "files" | "product">> = {},
): Context {
  const { routes } = build;
  const app = build.entry.module;
  const config = app.configOf(product);
  const fixedSegments = new Set([config.product.slug, ...Object.values(routes).flatMap((route) => route?.path?.split("/") ?? [])]);
  return {
    app,
    product,
    config,
    routes,
    // The page of an unknown address needs all of it.
    build: build as unknown as ServerBuild,
    log: app.createLog("http", config.logLevel),
    files,
    findRoute: createRouteFinder(routes),
    logPath: (url = "") => pathForLog(url.split("?")[0] ?? "", (segment) => fixedSegments.has(segment)),
  };
}

/** Responds to the request, or returns what `next` returns. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => unknown) => unknown;
