import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

/** A build as remix-serve loads it: it listens and shuts down itself. */
const build = `
import { createServer } from "node:http";
import { adaptRemixServe } from ${JSON.stringify(resolve("server/remix-serve.ts"))};
const remixServe = adaptRemixServe();
const server = createServer(async (request, response) => (await remixServe.application)(request, response));
server.listen(0, "127.0.0.1");
process.once("SIGTERM", () => setTimeout(() => server.close(() => process.exit(0)), 100));
setTimeout(() => remixServe.captureServer(), 0);
await new Promise((resolve) => setTimeout(resolve, 300));
console.log(server.address().port);
export const assetsBuildDirectory = "assets";
export const publicPath = "/assets/";
export const future = { v3_singleFetch: true };
export const assets = { version: "1", routes: {}, entry: {} };
export const basename = "/";
export const isSpaMode = false;
export const mode = "production";
export const entry = { module: { default: () => new Response() } };
export const routes = { page: { id: "page", path: "page", module: { loader: () => new Response("from Remix") } } };
`;

let directory: string;
let url: string;
let child: ReturnType<typeof spawn>;
const output: string[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "folda-remix-serve-"));
  mkdirSync(join(directory, "public"));
  writeFileSync(join(directory, "public/file.txt"), "a file");
  writeFileSync(join(directory, "package.json"), '{ "type": "module" }');
  writeFileSync(join(directory, "server.js"), build);
  const args = [
    "--import",
    resolve("node_modules/tsx/dist/loader.mjs"),
    resolve("node_modules/@remix-run/serve/dist/cli.js"),
    "./server.js",
  ];
  const env = { NODE_ENV: "production", PORT: "0", HOST: "127.0.0.1" } as const;
  child = spawn(process.execPath, args, { cwd: directory, env, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface(stream).on("line", (line) => output.push(line));
  await vi.waitFor(() => expect(output).not.toEqual([]), { timeout: 120_000 });
  url = `http://127.0.0.1:${output[0]}`;
});
afterAll(() => {
  child.kill("SIGKILL");
  rmSync(directory, { recursive: true, force: true });
});

test("the version is the one that server/remix-serve.ts describes", () => {
  const { version } = createRequire(import.meta.url)("@remix-run/serve/package.json");
  expect(readFileSync("server/remix-serve.ts", "utf8")).toContain(`remix-serve ${version} `);
});

test("its application serves the requests of our server, from static files and Remix, neither listens nor logs, and leaves signals to us", async () => {
  const answers = await Promise.all(["/file.txt", "/page"].map(async (path) => (await fetch(url + path)).text()));
  expect(answers).toEqual(["a file", "from Remix"]);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(output).toEqual([new URL(url).port]);
});
