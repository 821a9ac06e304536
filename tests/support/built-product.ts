import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, posix, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { countStatements } from "../../api/db/pool";
import * as limits from "../../contract/limits";
import { type Build, createContext } from "../../server/context";
import { createMiddleware, wrapRoutes } from "../../server/middleware";
import { freshDemo } from "./demo-template";
import { engine } from "./engines";
import { demoPassword } from "./serve-for-tests.js";

type Init = RequestInit & { cookie?: string | undefined };

/** The built product in this process, which can open several. */
export interface Product {
  /** Its URL. */
  url: string;
  /** The password of all people. */
  password: string;
  /** Sends a request over HTTP, through the whole server, without following redirects. */
  ask(path: string, init?: Init): Promise<Response>;
  /** The same without the server around the routes (`server/middleware.ts`), which takes less time. */
  handle(path: string, init?: Init): Promise<Response>;
  get(path: string, cookie?: string): Promise<Page>;
  /** Posts a form like a browser without script; returns the redirect. */
  post(path: string, fields: Record<string, string>, cookie: string): Promise<string>;
  /** The `Cookie` header of a person's new session. */
  signIn(person: string): Promise<string>;
  /** Makes the server behave as if it had been asked to stop, or not. */
  isEnding(is: boolean): void;
  close(): Promise<void>;
}

export interface Page {
  status: number;
  html: string;
  /** Every SQL statement until the last byte, including `begin` and `commit`. */
  statements: string[];
}

/** Opens the product on an existing data directory, which is kept. */
export async function openProduct(dataDir: string, environment: Record<string, string> = {}): Promise<Product> {
  // As in server/main.ts.
  const server = createServer({ requestTimeout: 60 * 60_000, keepAliveTimeout: 75_000, maxHeaderSize: limits.headers });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.NODE_ENV = "production";
  const build: Build = await import(resolve("build/server/index.js"));
  const { createProduct, inProduct, ...app } = build.entry.module;
  const product = createProduct({
    NODE_ENV: "production",
    DATA_DIR: dataDir,
    LOG_LEVEL: "silent",
    DEMO: "0",
    PUBLIC_URL: url,
    ...environment,
  });
  const context = createContext(build, { product, files: new Set(["public", "build/client"].flatMap(filesIn)) });
  app.logConsole(context.log);
  await inProduct(product, app.warm);
  await inProduct(product, app.serveMetrics);
  const wrapped = { ...build, routes: wrapRoutes(context) } as unknown as ServerBuild;
  const handleRequest = createRequestHandler(wrapped, "production");
  const ending = { isEnding: false, track: () => undefined };
  const middleware = createMiddleware(context, ending);
  const serve = remixServe(wrapped);
  server.on("request", (request, response) => void middleware(request, response, () => serve(request, response)));

  const withCookie = ({ cookie, headers, ...init }: Init) => ({
    ...init,
    headers: { ...(cookie ? { Cookie: cookie } : {}), ...(headers as Record<string, string>) },
  });
  const handle: Product["handle"] = (path, init = {}) => {
    const { headers, ...rest } = withCookie(init);
    // The server gives each request an id, which connects it to its API calls.
    const request = new Request(url + path, { ...rest, headers: { "X-Request-Id": randomUUID(), ...headers } });
    return inProduct(product, () => handleRequest(request));
  };
  return {
    url,
    password: demoPassword,
    ask: (path, init = {}) => fetch(url + path, { redirect: "manual", ...withCookie(init) }),
    handle,
    async get(path, cookie) {
      const { result, statements } = await countStatements(async () => {
        const response = await handle(path, { cookie });
        return { status: response.status, html: await response.text() };
      });
      return { ...result, statements };
    },
    async post(path, fields, cookie) {
      const response = await handle(path, { method: "POST", body: new URLSearchParams(fields), cookie });
      const to = response.headers.get("Location");
      if (!to) throw new Error(`${path} leads nowhere: ${response.status}`);
      return to;
    },
    async signIn(person) {
      const body = new URLSearchParams({ workspace: "demo", email: `${person}@demo.example`, password: demoPassword });
      const response = await handle("/sign-in", { method: "POST", body });
      const cookie = response.headers.getSetCookie().find((line) => line.startsWith("authToken="));
      if (!cookie) throw new Error(`${person} could not sign in: ${response.status}`);
      return cookie.split(";")[0] ?? "";
    },
    isEnding(is) {
      ending.isEnding = is;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await inProduct(product, app.close);
    },
  };
}

/** The product with the filled demo, which is deleted when it closes. */
export async function openDemoProduct(
  environment: Record<string, string> = {},
): Promise<Product & { dataDir: string; databaseUrl: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), "folda-demo-"));
  const { databaseUrl = "" } = await freshDemo(engine, dataDir);
  const secret = "for tests only, and long enough to be one";
  const secrets = { SESSION_SECRET: secret, WEBVIEW_SECRET: secret };
  const product = await openProduct(dataDir, { ...secrets, DATABASE_URL: databaseUrl, ...environment });
  return {
    ...product,
    dataDir,
    databaseUrl,
    async close() {
      await product.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The Express application that remix-serve creates from its own packages. */
function remixServe(build: ServerBuild): RequestListener {
  const requireAsRemixServe = createRequire(createRequire(import.meta.filename).resolve("@remix-run/serve/package.json"));
  const express = requireAsRemixServe("express");
  const app = express();
  app.disable("x-powered-by");
  app.use(requireAsRemixServe("compression")());
  app.use(build.publicPath, express.static(build.assetsBuildDirectory, { immutable: true, maxAge: "1y" }));
  app.use(express.static("public", { maxAge: "1h" }));
  app.all("*", requireAsRemixServe("@remix-run/express").createRequestHandler({ build, mode: "production" }));
  return app;
}

const filesIn = (directory: string): string[] => readdirSync(directory, { recursive: true, encoding: "utf8" }).map((file) => `/${file}`);

export const gzipped = (content: string | Uint8Array): number => gzipSync(content).byteLength;

/** Gzipped bytes of these files of the build, by URL. */
export const gzippedAssets = (urls: Iterable<string>): number => [...urls].reduce((sum, url) => sum + gzipped(readAsset(url)), 0);

const readAsset = (url: string): Buffer => readFileSync(join("build/client", url));

export function stylesheetsOf(html: string): Set<string> {
  return new Set([...html.matchAll(/<link[^>]+rel="stylesheet"[^>]*>/g)].map(([tag]) => /href="([^"]+)"/.exec(tag)?.[1] ?? ""));
}

/** Every script that the browser fetches to hydrate this page: those in the document, and their imports. */
export function scriptsOf(html: string): Set<string> {
  const named = [...html.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, url = ""]) => url);
  const inlineManifest = /window\.__remixManifest = .*?<\/script>/s.exec(html)?.[0] ?? "";
  const onlyInManifest = new Set([...inlineManifest.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, url = ""]) => url));
  const rest = html.replace(inlineManifest, "");
  const found = new Set<string>();
  const visit = (url: string) => {
    if (found.has(url)) return;
    found.add(url);
    const code = readAsset(url).toString();
    for (const [, path = ""] of code.matchAll(/(?:^|[;}\s])(?:import|export)\s*(?:[\w*{][^"';()]*?from\s*)?"(\.[^"]+\.js)"/g)) {
      visit(posix.join(dirname(url), path));
    }
  };
  for (const url of named) if (!onlyInManifest.has(url) || rest.includes(`"${url}"`)) visit(url);
  return found;
}
