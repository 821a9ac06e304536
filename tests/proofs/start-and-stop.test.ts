import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bundleForNode } from "../../scripts/bundle.js";
import { readOutbox, waitForMail } from "../support/outbox";
import { failToStart, type ServedProduct, startProduct } from "../support/served-product";

let dataDir: string;
let product: ServedProduct | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "folda-proof-"));
});
afterEach(async () => {
  await product?.end("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

const start = () => startProduct({ dataDir, environment: { LOG_LEVEL: "info" } });
const messagesOf = (lines: string[]) => lines.map((line) => JSON.parse(line).msg);

/** The filled-in form of a new article. */
async function articleForm({ ask }: ServedProduct, cookie: string, title: string): Promise<URLSearchParams> {
  const html = await (await ask("/stream/contents/new?mode=manual", { cookie })).text();
  const [, key = ""] = /name="key" value="([^"]+)"/.exec(html) ?? [];
  const [, folderId = ""] = /<option value="([^"]+)">Ausbau Nordkorridor</.exec(html) ?? [];
  return new URLSearchParams({ key, folderId, title, body: "Ein Absatz.", newTags: "Probe", publishedAt: "2026-03-01" });
}

/** Sends the head of a form. Resolves once the server has taken the request, with a function that sends the rest and resolves with the response. */
async function beginToPost({ url }: ServedProduct, path: string, cookie: string, form: URLSearchParams): Promise<() => Promise<string>> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  const body = form.toString();
  const type = "Content-Type: application/x-www-form-urlencoded";
  const head = [`POST ${path} HTTP/1.1`, `Host: ${new URL(url).host}`, `Cookie: ${cookie}`, type, `Content-Length: ${body.length}`];
  socket.write([...head, "Expect: 100-continue", "Connection: close", "", ""].join("\r\n"));
  expect(String(await once(socket, "data"))).toMatch(/^HTTP\/1\.1 100 /);
  return () => {
    socket.write(body);
    return text(socket);
  };
}

/** Runs a writer of tags with mail jobs on the product's data, and kills it inside a transaction. Returns the committed tags. */
async function killWhileWriting(): Promise<string[]> {
  const writer = await bundleForNode("tests/support/crash/gated-writer.ts", ".cache/tests/crash-gated-writer.js");
  const { PATH, TMPDIR } = process.env;
  const child = spawn(process.execPath, [writer, "10"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH, TMPDIR, NODE_ENV: "test", DATA_DIR: dataDir, SESSION_SECRET: "for tests only, and long enough to be one" },
  });
  const closed = once(child, "close");
  const committed: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    if (line === "half") child.kill("SIGKILL");
    else committed.push(line);
  }
  expect(await closed).toEqual([null, "SIGKILL"]);
  return committed;
}

test("from an empty data directory on, nothing confirmed is lost: when the product ends during a request, or is killed in a transaction", async () => {
  product = await start();
  const cookie = await product.signIn("jana");
  const saved = await articleForm(product, cookie, "Vor dem Neustart");
  expect((await product.ask("/stream/contents/new", { method: "POST", body: saved, cookie })).status).toBe(302);

  const second = await failToStart({ dataDir, environment: { LOG_LEVEL: "info" } });
  expect(second.code).toBe(1);
  expect(second.lines.at(-1)).toMatch(new RegExp(`database in ${dataDir}/database is in use by process ${product.pid}\\.`));

  const last = await articleForm(product, cookie, "Beim Beenden");
  const finish = await beginToPost(product, "/stream/contents/new", cookie, last);
  const { lines } = product;
  const ended = product.end("SIGTERM");
  await vi.waitUntil(() => messagesOf(lines).includes("ending"), { timeout: 120_000 });
  expect(await finish()).toMatch(/^HTTP\/1\.1 302 /);
  expect(await ended).toEqual([0, null]);
  expect([messagesOf(lines).at(-1), product.errors]).toEqual(["ended", []]);

  const committed = await killWhileWriting();
  expect(committed).toHaveLength(10);

  product = await start();
  const { ask } = product;
  const page = async (path: string) => (await ask(path, { cookie })).text();
  const stream = await page("/stream?layout=list");
  for (const title of ["Vor dem Neustart", "Beim Beenden"]) expect(stream).toContain(title);
  const tags = await page("/client/tags?name=bestaetigt");
  for (const name of committed) expect(tags).toContain(`>${name}<`);
  expect(await page("/client/tags?name=halb")).not.toContain(">halb<");
  const outbox = join(dataDir, "outbox");
  for (const name of committed) await waitForMail(outbox, `${name}@demo.example`);
  const addressees = (await readOutbox(outbox)).map(({ to }) => to.split("@")[0] ?? "");
  expect(addressees.filter((name) => /^(bestaetigt|halb)/.test(name)).toSorted()).toEqual(committed.toSorted());
});

test("a wrong configuration is reported in one line of JSON, and the exit code is 1", async () => {
  const environment = { PORT: "abc", IMPORT_ALLOW_HOSTS: "http://x/y", SESSION_SECRET: "short", UPSTREAM_API_URL: "no address" };
  const { code, lines, errors } = await failToStart({ dataDir, environment });
  expect([code, lines.length, errors]).toEqual([1, 1, []]);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: 60,
    name: "http",
    msg: "startup failed",
    reasons: [
      "PORT: must be a whole number from 0 to 65535",
      "UPSTREAM_API_URL: must be an address such as https://api.example.org",
      "SESSION_SECRET: each secret must have at least 32 characters",
      expect.stringMatching(/^IMPORT_ALLOW_HOSTS: must be hosts such as /),
    ],
  });
});
