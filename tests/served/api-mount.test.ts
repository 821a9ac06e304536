import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import * as limits from "../../contract/limits";
import { articleFields } from "../support/articles";
import { hasCurl } from "../support/curl";
import { demoPassword } from "../support/serve-for-tests.js";
import { ask, linesAbout, logText, openWorkspace, pagesUrl, url } from "../support/shared";

let jana: string;
let key: string;
let folderId: string;

beforeAll(async () => {
  jana = await (await openWorkspace({ jana: "admin" })).signIn("jana");
  key = await makeKey();
  folderId = (await (await call("/folders?writable=true")).json())[0].id;
});

/** As the form posts it. The response's page contains the key. */
async function makeKey(): Promise<string> {
  const body = new URLSearchParams({ name: "Postfach", days: "30", currentPassword: demoPassword, key: crypto.randomUUID() });
  for (const scope of ["read", "file"]) body.append("scopes", scope);
  const html = await (await ask("/settings/api-keys/new", { method: "POST", body, cookie: jana })).text();
  return /folda_[\w-]{43}/.exec(html)?.[0] ?? "";
}

const call = (path: string, { headers, ...init }: RequestInit & { headers?: Record<string, string> } = {}) =>
  ask(`/api/v1${path}`, { ...init, headers: { Authorization: `Bearer ${key}`, ...headers } });
const json = { "Content-Type": "application/json" };

describe("The API for programs", () => {
  test("answers JSON that nobody caches, frames or reads from another site", async () => {
    const answer = await call("/folders", { headers: { Origin: "https://evil.example", "Accept-Language": "de" } });
    const headers = Object.fromEntries(answer.headers);
    expect(headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "private, no-store",
      "content-language": "de",
      vary: expect.stringContaining("Authorization"),
      "x-robots-tag": "noindex",
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'; sandbox"),
    });
    expect(Object.keys(headers).filter((name) => /^access-control|^set-cookie/.test(name))).toEqual([]);
    const preflight = await call("/contents", { method: "OPTIONS", headers: { Origin: "https://evil.example" } });
    expect([...preflight.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect(preflight.status).toBe(404);
  });

  test("accepts no session, whether it comes as a cookie or as a token, and no call that requires none", async () => {
    const token = jana.replace(/^.*authToken=([^;]+).*$/, "$1");
    const tries: Record<string, string>[] = [{}, { Authorization: `Bearer ${token}` }, { Authorization: "Basic x" }, { Authorization: "" }];
    for (const headers of tries) {
      const answer = await ask("/api/v1/folders", { headers, cookie: jana });
      expect([answer.status, answer.headers.get("WWW-Authenticate")], JSON.stringify(headers)).toEqual([401, "Bearer"]);
    }
    const credentials = JSON.stringify({ workspace: "demo", email: "jana@werk.example", password: demoPassword });
    for (const path of ["/auth", "/graphql", "/password_resets"]) {
      const body = { method: "POST", body: credentials };
      expect((await ask(`/api/v1${path}`, { ...body, headers: json })).status, path).toBe(401);
      expect((await call(path, { ...body, headers: json })).status, path).toBe(403);
    }
    expect((await call("/nichts")).status).toBe(404);
    expect((await call("")).status).toBe(404);
  });

  test("files an article with a file of any size, and returns it", async () => {
    const content = articleFields(folderId, { title: "Per API" });
    const filed = await call("/contents", { method: "POST", headers: json, body: JSON.stringify({ content }) });
    expect(filed.status).toBe(201);
    const { id } = await filed.json();
    for (const size of [10, 3_000_000, limits.attachment + 1]) {
      const body = new FormData();
      body.append("content_id", id);
      body.append("file", new File([new Uint8Array(size).fill(size % 251)], `${size}.bin`));
      const answer = await call("/attachments", { method: "POST", body });
      expect(answer.status, String(size)).toBe(size > limits.attachment ? 422 : 201);
      if (!answer.ok) continue;
      const { url } = await answer.json();
      expect((await (await call(url)).arrayBuffer()).byteLength).toBe(size);
      expect((await call(url, { headers: { Range: "bytes=0-4" } })).status).toBe(206);
    }
  });

  test("refuses bodies that are too long, broken or of another kind", async () => {
    const post = async (body: string, type = "application/json") =>
      (await call("/contents", { method: "POST", headers: { "Content-Type": type }, body })).status;
    expect(await post(JSON.stringify({ content: "x".repeat(2_200_000) }))).toBe(413);
    expect(await post(JSON.stringify({ content: "x".repeat(4_000_000) }))).toBe(413);
    expect(await post('{"content":')).toBe(400);
    expect(await post("")).toBe(400);
    expect(await post("content=x", "application/x-www-form-urlencoded")).toBe(400);
    expect(await post("{}", "text/plain")).toBe(400);
    expect(await post("{}")).toBe(422);
  });

  test("writes no key into the log, not even of a page that shows one", async () => {
    const id = (await call("/folders")).headers.get("X-Request-Id");
    await expect.poll(() => linesAbout(id)).toContainEqual(expect.objectContaining({ path: expect.stringMatching(/^\/api\/v1\//) }));
    expect(logText()).not.toContain(key.slice(6));
  });
});

test.runIf(hasCurl)("The examples for curl work as they are written", async () => {
  const [, script = ""] = /### With curl\n\n```sh\n([\s\S]+?)```/.exec(readFileSync("docs/api.md", "utf8")) ?? [];
  const examples = script.trim().split(/\n\n/);
  expect(examples).toHaveLength(5);
  const directory = mkdtempSync(join(tmpdir(), "folda-curl-"));
  writeFileSync(join(directory, "report.pdf"), "%PDF-1.4");
  const env: Record<string, string> = { FOLDA: url, API_KEY: key, FOLDER_ID: folderId, PAGE: `${pagesUrl}/article.html` };
  const answers = [];
  for (const example of examples) {
    const { stdout } = await promisify(execFile)("sh", ["-e", "-c", example], { cwd: directory, env: { ...process.env, ...env } });
    const answer = JSON.parse(stdout);
    if (answer.lock_version !== undefined) env.ARTICLE_ID = answer.id;
    answers.push(answer);
  }
  rmSync(directory, { recursive: true });
  const [folders, page, article, attachment, found] = answers;
  expect(folders.map(({ id }: { id: string }) => id)).toContain(folderId);
  expect(page).toMatchObject({ title: expect.stringContaining("Nordkorridor"), content: expect.stringContaining("Uelzen") });
  expect(article).toMatchObject({ title: "Bridge near Uelzen", tags: [{ name: "Construction" }, { name: "North corridor" }] });
  expect(attachment).toMatchObject({ name: "report.pdf" });
  expect(found.entries.map(({ id }: { id: string }) => id)).toContain(article.id);
});

test("What the example for n8n sends is filed", async () => {
  const [, expression = ""] = /```json\n=\{\{ (JSON\.stringify\([\s\S]+?\)) \}\}\n```/.exec(readFileSync("docs/api.md", "utf8")) ?? [];
  const entry = { title: "t".repeat(300), link: "https://zeitung.example/x", contentSnippet: "", guid: "https://zeitung.example/?p=1" };
  const body = new Function("$json", `return ${expression.replace("the id of the Folda", folderId)}`)(entry);
  const answer = await call("/contents", { method: "POST", headers: { ...json, "Idempotency-Key": entry.guid.slice(-200) }, body });
  expect(answer.status, await answer.text()).toBe(201);
});
