import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

/** File → its text, and the boundary that it violates. */
const planted: Record<string, { text: string; breaks?: string }> = {
  "contract/a.ts": { text: 'import "../api/domain/a";', breaks: "contract-stands-alone" },
  "contract/free.ts": { text: "export const free = 1;\nexport type Free = 1;" },
  "api/domain/a.ts": { text: 'import "../../contract/free";' },
  "api/domain/to-app.ts": { text: 'import "../../app/ui/ok";', breaks: "api-without-app" },
  "api/domain/to-http.ts": { text: 'import { Hono } from "hono";\nexport const a = Hono;', breaks: "domain-without-http" },
  "api/permissions/viewer.ts": { text: "export type Viewer = 1;" },
  "api/permissions/up.ts": { text: 'import "../domain/articles";', breaks: "permissions-are-below-everything" },
  "api/domain/articles.ts": { text: 'export const articles = 1;\nexport type Article = 1;\nimport "../permissions/viewer";' },
  "api/db/a.ts": {
    text: 'import type { Article } from "../domain/articles";\nexport type A = Article;',
    breaks: "stores-know-nothing-above",
  },
  "api/db/types.ts": { text: 'import type { Viewer } from "../permissions/viewer";\nexport type A = Viewer;' },
  "api/http/a.ts": { text: 'import "../db/types";', breaks: "ways-in-reach-the-world-through-domain" },
  "api/services.ts": { text: 'import type { A } from "./domain/a";\nexport type Services = A;', breaks: "services-are-below-the-domain" },
  "api/db/b.ts": { text: 'import type { Services } from "../services";\nexport type B = Services;', breaks: "stores-know-nothing-above" },
  "api/domain/to-front-door.ts": { text: 'import "../open-services";', breaks: "domain-below-the-front-door" },
  "api/open-services.ts": { text: 'import "./services";\nimport "./domain/articles";' },
  "api/fetch.server.ts": { text: 'import "./domain/a";' },
  "app/upstream/client.server.ts": { text: "export class Upstream {}" },
  "app/upstream/transport.server.ts": { text: 'import "../../api/domain/a";', breaks: "app-opens-api-by-its-front-door" },
  "app/session/session.server.ts": { text: 'import { Upstream } from "../upstream/client.server";\nexport const u = Upstream;' },
  "app/features/a/a.route.tsx": {
    text: 'import { Upstream } from "../../upstream/client.server";\nexport const a = Upstream;',
    breaks: "session-hands-out-the-upstream-client",
  },
  "app/features/a/typed.server.ts": { text: 'import type { Upstream } from "../../upstream/client.server";\nexport type A = Upstream;' },
  "app/features/a/to-api.server.ts": { text: 'import "../../../api/fetch.server";', breaks: "app-opens-api-in-one-place" },
  "app/features/a/island.ts": { text: 'import "../b/island";', breaks: "features-are-islands" },
  "app/features/b/island.ts": { text: 'import "../../ui/ok";' },
  "app/features/b/routes.ts": { text: 'import "./b.route";', breaks: "nobody-imports-a-route" },
  "app/features/b/b.route.tsx": { text: 'import "../../session/session.server";' },
  "app/features/b/in-the-browser.ts": {
    text: 'import { u } from "../../session/session.server";\nexport const b = u;',
    breaks: "browser-without-server",
  },
  "app/features/b/node.ts": { text: 'import { join } from "node:path";\nexport const b = join;', breaks: "browser-without-node" },
  "app/features/b/cycle-a.ts": { text: 'import { b } from "./cycle-b";\nexport const a = b;', breaks: "no-cycles" },
  "app/features/b/cycle-b.ts": { text: 'import { a } from "./cycle-a";\nexport const b = a;' },
  "app/features/b/lost.ts": { text: 'import "./nowhere";', breaks: "everything-resolves" },
  "app/layouts/a.ts": { text: 'import "../features/b/island";', breaks: "app-imports-downwards" },
  "app/root-part.ts": { text: 'import "./features/b/island";', breaks: "shared-code-without-features" },
  "app/http/up.ts": { text: 'import type { Locale } from "../i18n/locale";\nexport type A = Locale;', breaks: "app-imports-downwards" },
  "app/http/free.ts": { text: "export const free = 1;" },
  "app/product.server.ts": { text: 'import "./http/free";', breaks: "product-is-below-the-folders-of-app" },
  "api/http/to-graphql.ts": { text: 'import "../graphql/a";', breaks: "http-without-graphql" },
  "api/graphql/a.ts": { text: "export const a = 1;" },
  "app/ui/ok.ts": { text: "export const ok = 1;" },
  "app/ui/button.ts": { text: 'import "../i18n/locale";', breaks: "ui-imports-only-ui" },
  "app/i18n/locale.ts": { text: 'import "../http/free";\nexport type Locale = 1;' },
  "app/i18n/tested.ts": { text: 'import "../../tests/cast";', breaks: "product-without-tests" },
  "app/i18n/dev.ts": { text: 'import { test } from "vitest";\nexport const a = test;', breaks: "product-without-development-packages" },
  "app/orphan.ts": { text: "export const orphan = 1;", breaks: "no-orphans" },
  "app/entry.server.tsx": { text: 'import { u } from "./session/session.server";\nexport const config = u;' },
  "app/i18n/to-server.ts": { text: 'import "../../server/types";', breaks: "product-without-server" },
  "app/i18n/to-environment.ts": { text: 'import "../../config/environment";', breaks: "environment-is-read-in-one-place-a-side" },
  "config/environment.ts": { text: 'import "../contract/free";' },
  "server/types.ts": { text: 'import type { config } from "../app/entry.server";\nexport type Config = typeof config;' },
  "server/copy.ts": {
    text: 'import { config } from "../app/entry.server";\nexport const copy = config;',
    breaks: "server-takes-types-only-from-app",
  },
  "server/to-app.ts": {
    text: 'import type { u } from "../app/session/session.server";\nexport type U = typeof u;',
    breaks: "server-shares-the-build-of-app",
  },
  "tests/cast.ts": { text: "export const cast = 1;" },
};

let project: string;
let violations: { from: string; rule: string }[];

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "folda-boundaries-"));
  mkdirSync(join(project, "docs"));
  for (const file of [".dependency-cruiser.cjs", "tsconfig.json", "package.json", "docs/dependencies.md"])
    cpSync(file, join(project, file));
  symlinkSync(resolve("node_modules"), join(project, "node_modules"));
  for (const [path, { text }] of Object.entries(planted)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  const cruise = resolve("node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const args = [cruise, "--config", ".dependency-cruiser.cjs", "--output-type", "json", "app", "api", "config", "contract", "server"];
  // The exit code is the number of violations.
  let output = "";
  try {
    output = execFileSync(process.execPath, args, { cwd: project, encoding: "utf8", maxBuffer: 1e8 });
  } catch (error) {
    output = (error as { stdout: string }).stdout;
  }
  const { summary } = JSON.parse(output) as { summary: { violations: { from: string; rule: { name: string } }[] } };
  violations = summary.violations.map(({ from, rule }) => ({ from, rule: rule.name.replace(/ \(.*/, "") }));
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

test.each(Object.entries(planted).filter(([, { breaks }]) => breaks))("%s breaks a boundary", (path, { breaks }) => {
  expect(violations).toContainEqual({ from: path, rule: breaks });
});

test.each(Object.entries(planted).filter(([, { breaks }]) => !breaks))("%s breaks no boundary", (path) => {
  expect(violations.filter(({ from, rule }) => from === path && rule !== "no-orphans" && rule !== "no-cycles")).toEqual([]);
});
