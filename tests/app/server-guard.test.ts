import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { closeApi, isApiReady, warmApi } from "../../api/fetch.server";
import { demoPassword } from "../support/serve-for-tests.js";
import { failToStart, type ServedProduct, startProduct } from "../support/served-product";

let dataDir: string;
let product: ServedProduct;
let jana: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "folda-guard-"));
  product = await startProduct({ dataDir, environment: { TRUST_PROXY: "1", LOG_LEVEL: "info" } });
  jana = await product.signIn("jana");
});
afterAll(async () => {
  await product.end("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}, cookie = jana) =>
  product.ask(path, { method: "POST", body: new URLSearchParams(fields), headers, cookie });

/** Every way to an action: a page, resource routes, and what client-side navigation posts to. */
const actions = ["/stream/contents/new", "/sign-in", "/locale", "/sign-out", "/stream/contents/new.data", "/sign-in.data"];
const remixData = "/sign-out?_data=routes%2Fsign-out";

describe("A form of another site is refused", () => {
  const foreign: Record<string, string>[] = [
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
  ];

  test.each([...actions, remixData].flatMap((path) => foreign.map((headers) => [path, headers] as const)))(
    "%s with %j",
    async (path, headers) => {
      const answer = await post(path, { locale: "de", title: "x" }, headers);
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
    },
  );

  test.each(["/sign-in", "/locale", "/stream/contents/new"])(
    "%s with a page that says so in both languages, without script",
    async (path) => {
      const [foreignForm] = foreign;
      for (const cookie of ["", jana, `${jana}; currentLocale=de`]) {
        const answer = await post(path, {}, foreignForm, cookie);
        expect(answer.headers.get("Content-Type")).toContain("text/html");
        const html = await answer.text();
        for (const words of [
          "Formular nicht angenommen",
          "Dieses Formular kam von einer anderen Website.",
          "This form came from another website.",
        ])
          expect(html).toContain(words);
        expect(html).toMatch(cookie.includes("currentLocale=de") ? /<title>Formular nicht angenommen –/ : /<title>Form not accepted –/);
        expect(html).toContain('rel="stylesheet"');
        expect(html).not.toContain("<script");
      }
    },
  );

  test("also where nothing says which host it was sent to", async () => {
    const socket = connect(Number(new URL(product.url).port), "127.0.0.1");
    const form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\nlocale=de";
    socket.write(`POST /locale HTTP/1.0\r\nOrigin: null\r\n${form}`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /);
  });

  test("but what another site shares is put into the form as by a link, without its files", async () => {
    for (const headers of foreign) {
      const body = new FormData();
      body.append("title", "Von anderswo");
      body.append("files", new File(["%PDF-1.7"], "plan.pdf"));
      const answer = await product.ask("/stream/share", { method: "POST", body, headers, cookie: jana });
      const location = "/stream/contents/new?mode=manual&title=Von+anderswo&file=plan.pdf";
      expect([answer.status, answer.headers.get("Location"), answer.headers.getSetCookie()]).toEqual([302, location, []]);
      const page = await post("/stream/share", { url: "https://zeitung.example/" }, headers);
      expect(page.headers.get("Location")).toBe("/stream/contents/new?url=https%3A%2F%2Fzeitung.example%2F");
    }
    const own = new FormData();
    own.append("files", new File(["%PDF-1.7"], "plan.pdf", { type: "application/pdf" }));
    const answer = await product.ask("/stream/share", { method: "POST", body: own, headers: { "Sec-Fetch-Site": "none" }, cookie: jana });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('name="uploads"');
  });

  test("and the operator learns where it came from", () => {
    const refusals = product.lines.map((line) => JSON.parse(line)).filter(({ msg }) => /cross-site/.test(msg));
    const said = { method: "POST", path: "/stream/contents/new", origin: "https://evil.example", publicUrl: product.url };
    expect(refusals).toContainEqual(expect.objectContaining(said));
  });

  test("and Jana is still signed in", async () => {
    expect((await product.ask("/stream", { cookie: jana })).status).toBe(200);
  });
});

describe("A form of this site is taken", () => {
  test.each<[string, Record<string, string>]>([
    ["from a text browser, which says nothing", {}],
    ["with this origin", { Origin: "self" }],
    ["said by the browser", { "Sec-Fetch-Site": "same-origin", Origin: "null" }],
  ])("%s", async (_, { Origin, ...headers }) => {
    const origin: Record<string, string> = Origin ? { Origin: Origin === "self" ? product.url : Origin } : {};
    const answer = await post("/locale", { locale: "de", to: "/stream" }, { ...headers, ...origin });
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/stream"]);
    expect(answer.headers.get("Set-Cookie")).toContain("currentLocale=de");
  });
});

describe("A body of more than 2.5 MB is refused", () => {
  const size = 2_600_000;

  test.each(["/sign-in", "/locale", "/stream/contents/new", "/stream/contents/new.data"])("by its header on %s", async (path) => {
    expect((await post(path, { title: "x".repeat(size) })).status).toBe(413);
  });

  test.each(["/sign-in", "/locale"])("by counting where there is none on %s", async (path) => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        if (sent > size) controller.close();
        else controller.enqueue(new Uint8Array(65_536).fill(97));
      },
    });
    const init: RequestInit & { duplex: "half" } = { method: "POST", body, duplex: "half" };
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    expect((await product.ask(path, { ...init, headers, cookie: jana })).status).toBe(413);
  });

  test("and one of 2 MB is read", async () => {
    const answer = await post("/stream/contents/new", { title: "x".repeat(2_000_000) });
    expect(answer.status).toBe(422);
  });
});

describe("A form that nobody's page sent", () => {
  test.each([
    ["an unknown encoding", "text/plain", "a=b", 415],
    ["JSON", "application/json", "{}", 415],
    ["no encoding at all", "", "a=b", 415],
    ["a multipart form without parts", "multipart/form-data; boundary=x", "{}", 400],
    ["a multipart form without a boundary", "multipart/form-data", "{}", 400],
  ])("in %s is refused", async (_, contentType, text, status) => {
    const body = new TextEncoder().encode(text);
    for (const path of ["/locale", "/sign-in", "/stream/contents/new", "/stream/contents/new.data"]) {
      const answer = await product.ask(path, { method: "POST", body, headers: { "Content-Type": contentType }, cookie: jana });
      expect([path, answer.status]).toEqual([path, status]);
    }
  });

  test("to an address that takes none is answered, and so is what follows on the same connection", async () => {
    const body = "a".repeat(300_000);
    const socket = connect(Number(new URL(product.url).port), "127.0.0.1");
    socket.write(
      `POST /search HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    const answers = await text(socket);
    expect([...answers.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status)).toEqual(["405", "200"]);
  }, 20_000);

  test("without a body is an empty one", async () => {
    expect((await product.ask("/locale", { method: "POST", cookie: jana })).status).toBe(302);
    expect((await product.ask("/stream/contents/new", { method: "POST", cookie: jana })).status).toBe(422);
  });

  test.each(["/folda", "/nothing/at/all", "/folda.data"])("to %s, which takes none, is refused as such", async (path) => {
    expect((await post(path, {})).status).toBe(405);
  });

  test("with names that mean structure to a library costs nothing", async () => {
    const answer = await post("/sign-in", { "x[4000000000]": "1", __intent__: "no JSON", workspace: "demo" }, {}, "");
    expect(answer.status).toBe(422);
  });
});

describe("Every answer", () => {
  const paths = [
    "/",
    "/sign-in",
    "/stream",
    "/stream.data",
    "/nothing/at/all",
    "/favicon.svg",
    "/healthz",
    "/readyz",
    "/files/x/small",
    "/de/impressum",
  ];

  test.each(paths)("has an id and is what it says it is: %s", async (path) => {
    const answer = await product.ask(path, { cookie: jana });
    expect(answer.headers.get("X-Request-Id")).toMatch(/^[\w-]{8,64}$/);
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(answer.headers.has("X-Powered-By")).toBe(false);
  });

  test("keeps a good id of the browser's and replaces a bad one", async () => {
    const idFor = async (id: string) => (await product.ask("/healthz", { headers: { "X-Request-Id": id } })).headers.get("X-Request-Id");
    expect(await idFor("of-the-proxy-1")).toBe("of-the-proxy-1");
    for (const bad of ["short", "x".repeat(65), '"quoted-and-long"', "a b c d e f g h"]) expect(await idFor(bad)).not.toBe(bad);
  });

  test.each(["/sign-in", "/stream", "/contents/none", "/nothing/at/all"])("that is a page allows no script but ours: %s", async (path) => {
    const answer = await product.ask(path, { cookie: path === "/sign-in" ? "" : jana });
    const policy = answer.headers.get("Content-Security-Policy") ?? "";
    const [, nonce = ""] = /script-src 'self' 'nonce-([A-Za-z0-9+/=]{22,})';/.exec(policy) ?? [];
    expect(nonce).not.toBe("");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).not.toMatch(/unsafe|\*/);
    const html = await answer.text();
    for (const [tag] of html.matchAll(/<script[^>]*>/g)) expect(tag).toMatch(/nonce="|type="application\/json"/);
    expect(html).not.toMatch(/<[^>]+\s(on[a-z]+|style)="/i);
    // The one address that is a script is the bookmarklet, which runs on other people's pages.
    expect([...html.matchAll(/="javascript:/gi)].length).toBe(
      [...html.matchAll(/class="bookmarklet[^"]*" href="javascript:location/g)].length,
    );
    const again = await product.ask(path, { cookie: path === "/sign-in" ? "" : jana });
    expect(again.headers.get("Content-Security-Policy")).not.toContain(nonce);
  });

  const notKept = "private, no-store";
  const keptByNobody: [path: string, status: number, cookie?: string][] = [
    ["/", 302],
    ["/", 200, "none"],
    ["/stream", 200],
    ["/stream", 302, "none"],
    ["/stream.data", 200],
    ["/stream.data", 202, "none"],
    ["/folda", 200],
    ["/settings", 302],
    ["/stream/contents/new", 200],
    ["/contents/none", 404],
    ["/nothing/at/all", 404],
    ["/nothing/at/all.data", 404],
    ["/assets/nothing.js", 404],
    ["/%E0%A4%A", 404],
    ["/sign-in", 200, "none"],
    ["/sign-in", 302],
    ["/de/impressum", 200, "none"],
    ["/files/x/small", 404],
    ["/files/x/small", 302, "none"],
    ["/picture-preview?url=http://127.0.0.1/", 404],
  ];

  test.each(keptByNobody)("is kept by nobody: %s, %i", async (path, status, cookie = jana) => {
    const answer = await product.ask(path, { cookie });
    expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([status, notKept]);
  });

  test.each<[path: string, fields: Record<string, string>, status: number]>([
    ["/stream/contents/new", {}, 422],
    ["/stream/contents/new.data", {}, 422],
    ["/locale", { locale: "de", to: "/stream" }, 302],
    ["/sign-in", { workspace: "demo", email: "lena@demo.example", password: demoPassword }, 302],
    ["/folda", {}, 405],
  ])("to a post is kept by nobody either: %s", async (path, fields, status) => {
    const answer = await post(path, fields, {}, path === "/sign-in" ? "" : jana);
    expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([status, notKept]);
  });

  test("to a form that is refused is kept by nobody", async () => {
    const refused = [await post("/locale", {}, { Origin: "https://evil.example" }), await post("/locale", { to: "x".repeat(2_600_000) })];
    expect(refused.map((answer) => [answer.status, answer.headers.get("Cache-Control")])).toEqual([
      [403, notKept],
      [413, notKept],
    ]);
  });

  test("that may be kept says for how long", async () => {
    const stylesheet = /href="(\/assets\/[^"]+\.css)"/.exec(await (await product.ask("/sign-in")).text())?.[1] ?? "";
    const picture = /src="(\/files\/[^"]+)"/.exec(await (await product.ask("/stream", { cookie: jana })).text())?.[1] ?? "";
    for (const path of [stylesheet, picture, "/favicon.svg"]) {
      const { headers } = await product.ask(path, { cookie: jana });
      expect(headers.get("Cache-Control"), path).toMatch(/^(public|private), max-age=\d+/);
      expect(headers.has("Pragma"), path).toBe(false);
    }
  });

  test.each(["//evil.example/contents/new", "//evil.example", "/%2F%2Fevil.example/contents/new", "/\\evil.example"])(
    "stays on this site: %s",
    async (path) => {
      for (const answer of [await product.ask(path, { cookie: jana }), await post(path, { title: "x" }), await product.ask(path)]) {
        const location = answer.headers.get("Location") ?? "/";
        expect(new URL(location, product.url).origin).toBe(product.url);
      }
    },
  );
});

describe("A request that no browser sends", () => {
  /** What comes back first for a request as it is written here. */
  async function statusOf(...lines: string[]): Promise<string | undefined> {
    const socket = connect(Number(new URL(product.url).port), "127.0.0.1");
    socket.write(`${lines.join("\r\n")}\r\nConnection: close\r\n\r\n`);
    let answer = "";
    for await (const part of socket) answer += part;
    return /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1];
  }

  test.each([
    ["with a host that is none", "200", ["GET /sign-in HTTP/1.1", "Host: a b"]],
    ["with a port that is none", "200", ["GET /sign-in HTTP/1.1", "Host: folda.example:99999"]],
    ["with a forwarded port that is none", "200", ["GET /sign-in HTTP/1.1", "Host: a", "X-Forwarded-Host: a:99999"]],
    ["that names a host", "404", ["GET //other.example/sign-in HTTP/1.1", "Host: other.example"]],
    ["that names nothing but a host", "200", ["GET // HTTP/1.1", "Host: other.example"]],
    ["that names a host and who asks", "404", ["GET //u:p@h/ HTTP/1.1", "Host: other.example"]],
    ["as if to a proxy", "200", ["GET http://other.example/sign-in?a=b HTTP/1.1", "Host: other.example"]],
    ["as if to a proxy, for its first page", "200", ["GET http://other.example HTTP/1.1", "Host: other.example"]],
    ["for no path", "405", ["OPTIONS * HTTP/1.1", "Host: a"]],
    ["for a path with half an escape", "404", ["GET /%/x HTTP/1.1", "Host: a"]],
    ["for a path that is no text", "404", ["GET /%ff/x HTTP/1.1", "Host: a"]],
    ["by an unknown method", "405", ["PROPFIND /stream HTTP/1.1", "Host: a"]],
  ])("%s is answered with %s", async (_, status, lines) => {
    expect(await statusOf(...lines)).toBe(status);
  });
});

describe("Forms whose end is held back", () => {
  const length = 2_400_000;
  const almostAll = Buffer.alloc(length - 100_000, "a=b&");

  /** Sends almost all of a form, from an address that the proxy saw. */
  function hold(forwardedFor: string) {
    const held = { socket: connect(Number(new URL(product.url).port), "127.0.0.1"), answer: "", isClosed: false };
    held.socket
      .on("data", (bytes) => (held.answer += bytes))
      .on("error", () => undefined)
      .on("close", () => (held.isClosed = true));
    const type = "Content-Type: application/x-www-form-urlencoded";
    held.socket.write(
      `POST /sign-in HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${forwardedFor}\r\n${type}\r\nContent-Length: ${length}\r\n\r\n`,
    );
    held.socket.write(almostAll);
    return held;
  }
  const memory = () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${product.pid}/status`, "utf8"))?.[1]) / 1000;

  test("take no more memory than is theirs, and keep nobody else out", async () => {
    const signIn = { workspace: "demo", email: "jana@demo.example", password: demoPassword };
    const before = memory();
    const floods = [
      { from: "203.0.113.50", count: 150 },
      { from: "203.0.113.51", count: 150 },
    ].map(({ from, count }) => Array.from({ length: count }, () => hold(from)));
    const all = floods.flat();
    for (const held of floods)
      await expect
        .poll(() => held.filter(({ answer }) => answer.startsWith("HTTP/1.1 503 ") && /^x-busy: 1$/im.test(answer)).length, {
          timeout: 20_000,
        })
        .toBe(held.length - 13);
    expect(memory() - before).toBeLessThan(250);
    expect(all.filter(({ isClosed }) => isClosed)).toEqual([]);

    const padding = "x".repeat(2_000_000);
    const answer = await post("/sign-in", { ...signIn, padding }, { "X-Forwarded-For": "203.0.113.52" }, "");
    expect(answer.status).toBe(302);
    await expect.poll(() => all.filter(({ isClosed }) => isClosed).map(({ answer }) => answer)).toEqual([""]);
    for (const { socket } of all) socket.destroy();
    // What they held is given back.
    await expect
      .poll(async () => (await post("/sign-in", { ...signIn, padding }, { "X-Forwarded-For": "203.0.113.50" }, "")).status)
      .toBe(302);
  }, 60_000);
});

describe("Guessing passwords", () => {
  const guess = (email: string, forwardedFor: string) =>
    post("/sign-in", { workspace: "demo", email, password: "guessed" }, { "X-Forwarded-For": forwardedFor }, "");

  test("slows down the address that the trusted proxy saw, and says when to come back; others sign in", async () => {
    let answer = await guess("guest0@demo.example", "203.0.113.9");
    for (let n = 1; answer.status === 401 && n < 200; n += 1) {
      // What stands further left was written by the visitor.
      answer = await guess(`guest${n}@demo.example`, `198.51.100.${n % 250}, 203.0.113.9`);
    }
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    const other = await post(
      "/sign-in",
      { workspace: "demo", email: "jana@demo.example", password: demoPassword },
      { "X-Forwarded-For": "203.0.113.10" },
      "",
    );
    expect(other.status).toBe(302);
  }, 60_000);
});

describe("The log", () => {
  interface Line {
    name: string;
    msg: string;
    requestId?: string;
    path?: string;
  }

  test("follows a request by its id, and keeps secrets and what was typed to itself", async () => {
    const id = "followed-by-the-test";
    const headers = { "X-Request-Id": id };
    await product.ask("/stream?term=secret-term", { cookie: jana, headers });
    await post("/sign-in", { workspace: "demo", email: "typed@demo.example", password: "typed-password" }, headers, "");
    await post("/stream/contents/new", { title: "typed-title" }, headers);
    await product.ask("/sign-in?to=/secret-way", { headers });
    const mine = () => product.lines.filter((line) => line.includes(id)).map((line) => JSON.parse(line) as Line);
    // A line is written after its answer.
    const paths = () => mine().flatMap(({ name, path }) => (name === "http" ? [path] : []));
    await vi.waitUntil(() => paths().length === 4, { timeout: 20_000 });
    expect(paths().sort()).toEqual(["/sign-in", "/sign-in", "/stream", "/stream/contents/new"]);
    expect(mine().filter(({ path }) => path === "/stream")).toMatchObject([{ requestId: id, calls: expect.any(Number) }]);
    expect(mine().filter(({ msg }) => msg === "request")).toHaveLength(4);

    const all = [...product.lines, ...product.errors].join("\n");
    const token = jana.slice("authToken=".length);
    for (const secret of [
      "secret-term",
      "secret-way",
      "typed-password",
      "typed@demo",
      "typed-title",
      "guessed",
      demoPassword,
      token,
      "authToken",
      "Bearer",
    ])
      expect(all).not.toContain(secret);
  });

  test("says nothing of failures where nothing failed, whatever was asked", () => {
    const isFailure = (line: string) => (JSON.parse(line) as { level: number }).level > 30;
    expect(product.lines.filter(isFailure)).toEqual([]);
  });

  test("is JSON, line by line", () => {
    expect(product.lines.length).toBeGreaterThan(10);
    for (const line of product.lines) expect(JSON.parse(line), line).toHaveProperty("msg");
  });
});

describe("One directory, one process", () => {
  test("a second one refuses, and says which has it", async () => {
    const { code, lines } = await failToStart({ dataDir });
    expect(code).toBe(1);
    expect(lines.at(-1)).toEqual(expect.stringContaining(`is in use by process ${product.pid}. Stop it first, or use another directory.`));
    expect((await product.ask("/readyz")).status).toBe(200);
  });

  test("SIGTERM ends the first, open connections or not, and leaves a closed database", async () => {
    const idle = connect(Number(new URL(product.url).port), "127.0.0.1");
    idle.on("error", () => undefined);
    const answers = Promise.all(Array.from({ length: 5 }, () => product.ask("/stream", { cookie: jana }).then((answer) => answer.text())));
    await vi.waitUntil(() => idle.readyState === "open", { timeout: 20_000 });
    await answers;
    expect(await product.end("SIGTERM")).toEqual([0, null]);
    idle.destroy();

    vi.stubEnv("DATA_DIR", dataDir);
    vi.stubEnv("LOG_LEVEL", "silent");
    await warmApi();
    expect(await isApiReady()).toBe(true);
    await closeApi();
    vi.unstubAllEnvs();
  });
});
