import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { countStatements } from "../../api/db/pool";
import { demoClient } from "../../api/demo/personas";
import { demoPassword } from "./serve-for-tests.js";

const origin = "http://localhost:3000";

/** The built product in this process, on a fresh embedded database with the demo workspace. */
export interface Product {
  get(path: string, cookie?: string): Promise<Page>;
  /** Posts a form like a browser without script; returns the redirect. */
  post(path: string, fields: Record<string, string>, cookie: string): Promise<string>;
  signIn(person: string): Promise<string>;
  close(): Promise<void>;
}

export interface Page {
  status: number;
  html: string;
  /** Every SQL statement until the last byte, including `begin` and `commit`. */
  statements: string[];
}

export async function openProduct(): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), "folda-budgets-"));
  const environment = { DATA_DIR: dataDir, DEMO: "1", DEMO_PASSWORD: demoPassword, LOG_LEVEL: "silent", PUBLIC_URL: origin };
  Object.assign(process.env, environment, { NODE_ENV: "production", DATABASE_URL: "", UPSTREAM_API_URL: "" });
  const build: ServerBuild & { entry: { module: { warm(): Promise<void>; close(): Promise<void> } } } = await import(
    resolve("build/server/index.js")
  );
  // A slow machine takes longer to fill the demo workspace than a page may wait.
  await build.entry.module.warm();
  const handle = createRequestHandler(build, "production");

  return {
    async get(path, cookie = "") {
      const { result, statements } = await countStatements(async () => {
        // The server gives each request an id, which connects it to its API calls.
        const headers = { Cookie: cookie, "X-Request-Id": randomUUID() };
        const response = await handle(new Request(origin + path, { headers }));
        return { status: response.status, html: await response.text() };
      });
      return { ...result, statements };
    },
    async post(path, fields, cookie) {
      const headers = { Cookie: cookie, Origin: origin, Host: new URL(origin).host };
      const response = await handle(new Request(origin + path, { method: "POST", body: new URLSearchParams(fields), headers }));
      const to = response.headers.get("Location");
      if (!to) throw new Error(`${path} leads nowhere: ${response.status}`);
      return to;
    },
    async signIn(person) {
      const body = new URLSearchParams({ workspace: demoClient.workspace, email: `${person}@demo.example`, password: demoPassword });
      const response = await handle(
        new Request(`${origin}/sign-in`, { method: "POST", body, headers: { Origin: origin, Host: new URL(origin).host } }),
      );
      const cookie = response.headers.getSetCookie().find((line) => line.startsWith("authToken="));
      if (!cookie) throw new Error(`${person} could not sign in: ${response.status}`);
      return cookie.split(";")[0] ?? "";
    },
    async close() {
      await build.entry.module.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

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
