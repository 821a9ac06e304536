import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { demoPassword } from "../support/serve-for-tests.js";
import * as shared from "../support/shared";
import { exchange, linesAbout, logText, openWorkspace, someAddress, url } from "../support/shared";

/** Part of the id of every request of this file. */
const ours = `guard-${randomUUID().slice(0, 8)}`;
const withId = (headers: Record<string, string> = {}) => ({ "X-Request-Id": `${ours}-${randomUUID()}`, ...headers });

let workspace: string;
let jana: string;
beforeAll(async () => {
  const opened = await openWorkspace({ jana: "admin" });
  workspace = opened.name;
  jana = await opened.signIn("jana");
});

const ask: typeof shared.ask = (path, { headers, ...init } = {}) =>
  shared.ask(path, { ...init, headers: withId(headers as Record<string, string>) });
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}, cookie = jana) =>
  ask(path, { method: "POST", body: new URLSearchParams(fields), headers, cookie });

/** Every way to reach an action: a page, resource routes, and the target of client-side navigation. */
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
    const form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\nlocale=de";
    expect(await exchange(`POST /locale HTTP/1.0\r\nOrigin: null\r\n${form}`)).toMatch(/^HTTP\/1\.1 403 /);
  });

  test("but what another site shares is put into the form as by a link, without its files", async () => {
    for (const headers of foreign) {
      const body = new FormData();
      body.append("title", "Von anderswo");
      body.append("files", new File(["%PDF-1.7"], "plan.pdf"));
      const answer = await ask("/stream/share", { method: "POST", body, headers, cookie: jana });
      const location = "/stream/contents/new?mode=manual&title=Von+anderswo&file=plan.pdf";
      expect([answer.status, answer.headers.get("Location"), answer.headers.getSetCookie()]).toEqual([302, location, []]);
      const page = await post("/stream/share", { url: "https://zeitung.example/" }, headers);
      expect(page.headers.get("Location")).toBe("/stream/contents/new?url=https%3A%2F%2Fzeitung.example%2F");
    }
    const own = new FormData();
    own.append("files", new File(["%PDF-1.7"], "plan.pdf", { type: "application/pdf" }));
    const answer = await ask("/stream/share", { method: "POST", body: own, headers: { "Sec-Fetch-Site": "none" }, cookie: jana });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('name="uploads"');
  });

  test("and the operator learns where it came from", async () => {
    const answer = await post("/stream/contents/new", {}, { Origin: "https://evil.example" });
    const refusals = () => linesAbout(answer.headers.get("X-Request-Id")).filter(({ msg }) => /cross-site/.test(msg));
    const line = { method: "POST", path: "/stream/contents/new", origin: "https://evil.example", publicUrl: url };
    await expect.poll(refusals).toEqual([expect.objectContaining(line)]);
  });
});

describe("A form of this site is taken", () => {
  test.each<[string, Record<string, string>]>([
    ["from a text browser, which says nothing", {}],
    ["with this origin", { Origin: "self" }],
    ["said by the browser", { "Sec-Fetch-Site": "same-origin", Origin: "null" }],
  ])("%s", async (_, { Origin, ...headers }) => {
    const origin: Record<string, string> = Origin ? { Origin: Origin === "self" ? url : Origin } : {};
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
    expect((await ask(path, { ...init, headers, cookie: jana })).status).toBe(413);
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
      const answer = await ask(path, { method: "POST", body, headers: { "Content-Type": contentType }, cookie: jana });
      expect([path, answer.status]).toEqual([path, status]);
    }
  });

  test("to an address that takes none is answered, and so is what follows on the same connection", async () => {
    const body = "a".repeat(300_000);
    const answers = await exchange(
      `POST /search HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    );
    expect([...answers.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status)).toEqual(["405", "200"]);
  });

  test("without a body is an empty one", async () => {
    expect((await ask("/locale", { method: "POST", cookie: jana })).status).toBe(302);
    expect((await ask("/stream/contents/new", { method: "POST", cookie: jana })).status).toBe(422);
  });

  test.each(["/folda", "/nothing/at/all", "/folda.data"])("to %s, which takes none, is refused as such", async (path) => {
    expect((await post(path, {})).status).toBe(405);
  });

  test("with names that mean structure to a library costs nothing", async () => {
    const answer = await post("/sign-in", { "x[4000000000]": "1", __intent__: "no JSON", workspace }, {}, "");
    expect(answer.status).toBe(422);
  });
});

describe("Every answer", () => {
  test("keeps a good id of the browser's and replaces a bad one", async () => {
    const idFor = async (id: string) => (await ask("/healthz", { headers: { "X-Request-Id": id } })).headers.get("X-Request-Id");
    expect(await idFor("of-the-proxy-1")).toBe("of-the-proxy-1");
    for (const bad of ["short", "x".repeat(65), '"quoted-and-long"', "a b c d e f g h"]) expect(await idFor(bad)).not.toBe(bad);
  });

  test.each(["//evil.example/contents/new", "//evil.example", "/%2F%2Fevil.example/contents/new", "/\\evil.example"])(
    "stays on this site: %s",
    async (path) => {
      for (const answer of [await ask(path, { cookie: jana }), await post(path, { title: "x" }), await ask(path)]) {
        const location = answer.headers.get("Location") ?? "/";
        expect(new URL(location, url).origin).toBe(url);
      }
    },
  );
});

describe("A request that no browser sends", () => {
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
    expect(await exchange(`${lines.join("\r\n")}\r\nConnection: close\r\n\r\n`)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
});

test("Guessing passwords slows down the address that the trusted proxy saw, and says when to come back; others sign in", async () => {
  const attacker = someAddress();
  const guess = (n: number) =>
    // The part further left was written by the visitor.
    signIn("guessed", `198.51.100.${n}, ${attacker}`);
  const signIn = (password: string, forwardedFor: string) =>
    post("/sign-in", { workspace, email: "jana@werk.example", password }, { "X-Forwarded-For": forwardedFor }, "");
  const statuses = [];
  for (let n = 1; n <= 5; n++) statuses.push((await guess(n)).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401]);
  // Not always the sixth guess, because the first wait is half a minute; each further one is twice as long.
  const refused = await vi.waitUntil(
    async () => {
      const answer = await guess(6);
      return answer.status === 429 ? answer : undefined;
    },
    { timeout: 120_000 },
  );
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  const page = await refused.text();
  for (const words of ["Too many attempts. Please wait", 'value="jana@werk.example"']) expect(page).toContain(words);
  expect((await signIn(demoPassword, someAddress())).status).toBe(302);
});

describe("The log", () => {
  test("follows a request by its id, and keeps secrets and what was typed to itself", async () => {
    const id = `${ours}-followed`;
    const headers = { "X-Request-Id": id };
    await ask("/stream?term=secret-term", { cookie: jana, headers });
    await post("/sign-in", { workspace, email: "typed@demo.example", password: "typed-password" }, headers, "");
    await post("/stream/contents/new", { title: "typed-title" }, headers);
    await ask("/sign-in?to=/secret-way", { headers });
    // The line is written after the response.
    const requests = () => linesAbout(id).filter(({ msg }) => msg === "request");
    await expect.poll(() => requests().length).toBe(4);
    const paths = requests().map(({ path }) => path);
    expect(paths.sort()).toEqual(["/sign-in", "/sign-in", "/stream", "/stream/contents/new"]);
    expect(requests()).toContainEqual(expect.objectContaining({ name: "http", path: "/stream", calls: expect.any(Number) }));
    const all = logText();
    const typed = ["secret-term", "secret-way", "typed-password", "typed@demo", "typed-title", demoPassword];
    for (const secret of [...typed, jana.slice("authToken=".length), "authToken", "Bearer"]) expect(all).not.toContain(secret);
  });

  test("is JSON, line by line", () => {
    const lines = logText().split("\n").slice(0, -1);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(JSON.parse(line), line).toHaveProperty("msg");
  });
});

// None of the requests above is a failure of the product.
afterAll(() => {
  const lines = logText()
    .split("\n")
    .slice(0, -1)
    .filter((line) => line.includes(ours));
  expect(lines.filter((line) => JSON.parse(line).level > 30)).toEqual([]);
});
