import { delay, HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { messageOf, orFailure } from "./failure.server";

// A mock API that misbehaves in ways the real one never does.

const origin = "https://upstream.example";
const upstreamServer = setupServer();

let Upstream: typeof import("./client.server").Upstream;

beforeAll(async () => {
  vi.stubEnv("UPSTREAM_API_URL", `${origin}/api/`);
  vi.stubEnv("LOG_LEVEL", "silent");
  vi.resetModules();
  ({ Upstream } = await import("./client.server"));
  upstreamServer.listen({ onUnhandledRequest: "error" });
});
afterEach(() => {
  upstreamServer.resetHandlers();
  vi.useRealTimers();
});
afterAll(() => {
  upstreamServer.close();
  vi.unstubAllEnvs();
  vi.resetModules();
});

const tagSchema = z.object({ tag_name: z.string(), used_in: z.number() });
const signedOut = new Response(null, { status: 302, headers: { Location: "/sign-in" } });

const janas = (options: Partial<ConstructorParameters<typeof Upstream>[0]> = {}) =>
  new Upstream({
    locale: "de",
    requestId: "request-of-jana",
    token: "token-of-jana",
    onSignedOut: () => {
      throw signedOut;
    },
    ...options,
  });

let calls: Request[] = [];
beforeEach(() => {
  calls = [];
});

type Answer = (call: number) => Response | Promise<Response>;

/** Makes the upstream respond to every call like this; `calls` records them. */
function answering(answer: Answer): void {
  upstreamServer.use(
    http.all(`${origin}/*`, ({ request }) => {
      calls.push(request.clone());
      return answer(calls.length);
    }),
  );
}

const status =
  (code: number, body: object = { message: "No." }, headers: Record<string, string> = {}): Answer =>
  () =>
    HttpResponse.json(body as never, { status: code, headers });

const unreachable: Answer = () => HttpResponse.error();
const silent: Answer = async () => {
  await delay("infinite");
  return HttpResponse.json({});
};

/** The thrown response. */
async function thrown(call: Promise<unknown>): Promise<Response> {
  const error = await call.then(
    (value) => expect.fail(`answered ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Response);
  return error as Response;
}

const read = () => janas().get("/tags/1", tagSchema);
const write = () => janas().write("POST", "/tags", tagSchema, { tag: { tagName: "Bau" } });
const copy = () => janas().graphql("mutation { copy }", z.object({ copied: z.boolean() }), {});

describe("A call", () => {
  it("goes to the configured URL, in wire names, with session and language", async () => {
    answering(status(201, { tag_name: "Bau", used_in: 3 }));
    const result = await janas().write("POST", "/tags", tagSchema, { tag: { tagName: "Bau" } }, { idempotencyKey: "k1" });
    expect(result).toEqual({ ok: true, data: { tagName: "Bau", usedIn: 3 } });
    const [call] = calls;
    expect([call?.method, call?.url, await call?.json()]).toEqual(["POST", `${origin}/api/tags`, { tag: { tag_name: "Bau" } }]);
    expect(Object.fromEntries(call?.headers ?? [])).toMatchObject({
      authorization: "Bearer token-of-jana",
      "accept-language": "de",
      "x-request-id": "request-of-jana",
      "content-type": "application/json",
      "idempotency-key": "k1",
    });
  });

  it("omits missing parameters, and separates lists by commas", async () => {
    answering(status(200, { tag_name: "Bau", used_in: 3 }));
    await janas().get("/tags", tagSchema, { folderIds: ["a", "b&c"], sortBy: "", page: 2, none: [], term: undefined, priority: null });
    expect([...new URL(calls[0]?.url ?? "").searchParams]).toEqual([
      ["folder_ids", "a,b&c"],
      ["page", "2"],
    ]);
  });

  it("passes on the browser's X-Forwarded-For unchanged, and adds none", async () => {
    answering(status(200, { tag_name: "Bau", used_in: 3 }));
    await janas({ forwardedFor: "203.0.113.9, 10.0.0.1" }).get("/tags/1", tagSchema);
    await read();
    expect(calls.map(({ headers }) => headers.get("X-Forwarded-For"))).toEqual(["203.0.113.9, 10.0.0.1", null]);
  });

  it("never follows redirects, which would leak the token", async () => {
    answering(() => HttpResponse.json(null, { status: 302, headers: { Location: "http://elsewhere.example/" } }));
    expect((await thrown(read())).status).toBe(502);
    expect(calls).toHaveLength(1);
  });

  it("returns nothing for 204", async () => {
    answering(() => new HttpResponse(null, { status: 204 }));
    expect(await janas().write("DELETE", "/tags/1", z.undefined())).toEqual({ ok: true, data: undefined });
  });
});

describe("Reading throws", () => {
  it.each([
    ["a bug of the upstream", 500, 500],
    ["an invalid call", 400, 502],
    ["a missing resource", 404, 404],
    ["a forbidden resource", 403, 403],
    ["too many calls", 429, 503],
    ["an unavailable upstream", 503, 503],
    ["a broken proxy", 502, 502],
    ["a rejection by a proxy", 413, 502],
  ])("%s: %i becomes %i", async (_, answered, expected) => {
    answering(status(answered));
    expect((await thrown(read())).status).toBe(expected);
  });

  it.each([500, 502, 503, 429])("the id of the request with %i, for the error page", async (code) => {
    answering(status(code));
    expect(await (await thrown(read())).text()).toBe("request-of-jana");
    expect(await (await thrown(copy())).text()).toBe("request-of-jana");
  });

  it.each([429, 503])("Retry-After of the upstream with %i, or else ten seconds", async (code) => {
    answering(status(code, {}, { "Retry-After": "42" }));
    expect((await thrown(read())).headers.get("Retry-After")).toBe("42");
    upstreamServer.resetHandlers();
    answering(status(code));
    expect((await thrown(read())).headers.get("Retry-After")).toBe("10");
  });

  it("the redirect to sign-in if the session has expired", async () => {
    answering(status(401));
    expect(await thrown(read())).toBe(signedOut);
    expect(await thrown(write())).toBe(signedOut);
    expect(await thrown(janas().open("/files/1"))).toBe(signedOut);
    expect(await thrown(copy())).toBe(signedOut);
  });

  it.each<[string, Answer]>([
    ["HTML", () => new HttpResponse("<h1>Welcome</h1>", { headers: { "Content-Type": "text/html" } })],
    ["truncated JSON", () => new HttpResponse('{"tag_name": "Ba', { headers: { "Content-Type": "application/json" } })],
    ["an empty body", () => new HttpResponse(null, { status: 200 })],
    ["an unexpected shape", status(200, { tag_name: 5, used_in: "many" })],
    ["a list instead of an object", status(200, [])],
  ])("502 for %s", async (_, answer) => {
    answering(answer);
    expect((await thrown(read())).status).toBe(502);
    expect(await write()).toMatchObject({ ok: false, status: 502 });
    expect((await thrown(copy())).status).toBe(502);
  });
});

describe("A form gets", () => {
  it("the errors by field, with names of the code", async () => {
    answering(status(422, { errors: { tag_name: ["Zu lang."] }, message: "Bitte prüfen." }));
    expect(await write()).toEqual({ ok: false, status: 422, errors: { tagName: ["Zu lang."] }, message: "Bitte prüfen." });
  });

  it.each([400, 409, 413, 429])("the message of %i, from write and ask", async (code) => {
    answering(status(code, { message: "Geht nicht." }, code === 429 ? { "Retry-After": "30" } : {}));
    const refused = { ok: false, status: code, errors: {}, message: "Geht nicht.", retryAfterSeconds: code === 429 ? 30 : undefined };
    expect(await write()).toEqual(refused);
    expect(await janas().ask("/embedly", tagSchema)).toEqual(refused);
  });

  it("the errors of 429 by field, and not the message that repeats one of them", async () => {
    answering(status(429, { errors: { tag_name: ["Zu viele."] }, message: "Zu viele." }));
    expect(await write()).toMatchObject({ ok: false, status: 429, errors: { tagName: ["Zu viele."] }, message: undefined });
  });

  it("a rejection without a message when a proxy rejected with its own page", async () => {
    answering(() => new HttpResponse("<h1>Too large</h1>", { status: 413 }));
    expect(await write()).toEqual({ ok: false, status: 413, errors: {}, message: undefined, retryAfterSeconds: undefined });
  });

  it("a rejection for wrong credentials: a visitor has no session that could have expired", async () => {
    answering(status(401, { message: "Falsch." }));
    const result = await janas({ token: undefined }).write("POST", "/auth", tagSchema, {});
    expect(result).toMatchObject({ ok: false, status: 401, message: "Falsch." });
    expect(calls[0]?.headers.has("Authorization")).toBe(false);
  });

  it.each([
    [500, 500],
    [501, 502],
    [502, 502],
    [504, 502],
  ])("a failure for %i as %i without the message, from write and ask", async (answered, expected) => {
    answering(status(answered));
    const failed = { ok: false, status: expected, errors: {}, retryAfterSeconds: undefined };
    expect(await write()).toEqual(failed);
    expect(await janas().ask("/embedly", tagSchema)).toEqual(failed);
  });

  it.each<[string, Answer, number]>([
    ["as the upstream says", status(503, {}, { "Retry-After": "42" }), 42],
    ["ten seconds by default", status(503), 10],
    ["ten seconds if it cannot be reached", unreachable, 10],
  ])("the time to retry if the upstream is unavailable: %s", async (_, answer, retryAfterSeconds) => {
    answering(answer);
    expect(await write()).toEqual({ ok: false, status: 503, errors: {}, retryAfterSeconds });
  });

  it.each([403, 404])("nothing for %i: it throws", async (code) => {
    answering(status(code));
    expect((await thrown(write())).status).toBe(code);
  });

  it("a failure if the errors of a 422 have no fields", async () => {
    answering(status(422, { errors: ["wrong"] }));
    expect(await write()).toMatchObject({ ok: false, status: 502 });
  });
});

describe("A GraphQL operation", () => {
  it("returns its data", async () => {
    answering(status(200, { data: { copied: true } }));
    expect(await copy()).toEqual({ copied: true });
    expect(calls[0]?.headers.get("Authorization")).toBe("Bearer token-of-jana");
  });

  it("sends the key of the form, so that it takes effect once", async () => {
    answering(status(200, { data: { copied: true } }));
    await janas().graphql("mutation { copy }", z.object({ copied: z.boolean() }), {}, { idempotencyKey: "k1" });
    await copy();
    expect(calls.map(({ headers }) => headers.get("Idempotency-Key"))).toEqual(["k1", null]);
  });

  it.each([
    ["errors", { errors: [{ message: "no" }] }, 500],
    ["errors next to data", { data: { copied: true }, errors: [{ message: "no" }] }, 500],
    ["data of an unexpected shape", { data: { copied: "yes" } }, 502],
    ["no data", { data: null }, 502],
  ])("throws for %s", async (_, body, expected) => {
    answering(status(200, body));
    expect((await thrown(copy())).status).toBe(expected);
  });

  it("throws by status", async () => {
    answering(status(404));
    expect((await thrown(copy())).status).toBe(404);
  });
});

describe("An upstream that is unavailable for a moment", () => {
  const page = () => HttpResponse.json({ tag_name: "Bau", used_in: 3 });

  it.each<[string, Answer]>([
    ["503", status(503)],
    ["502", status(502)],
    ["no connection", unreachable],
  ])("is retried once after %s", async (_, answer) => {
    answering((call) => (call === 1 ? answer(call) : page()));
    expect(await read()).toEqual({ tagName: "Bau", usedIn: 3 });
    expect(calls).toHaveLength(2);
  });

  it.each<[string, Answer]>([
    ["503", status(503)],
    ["no connection", unreachable],
  ])("is tried at most twice (%s)", async (_, answer) => {
    answering(answer);
    const response = await thrown(read());
    expect([response.status, response.headers.get("Retry-After"), calls.length]).toEqual([503, "10", 2]);
  });

  it.each([500, 404, 429])("is not retried after %i", async (code) => {
    answering(status(code));
    await thrown(read());
    expect(calls).toHaveLength(1);
  });

  it.each<[string, Answer]>([
    ["503", status(503)],
    ["502", status(502)],
    ["no connection", unreachable],
  ])("is never sent a write twice (%s)", async (_, answer) => {
    answering(answer);
    await write();
    await janas().write("PUT", "/tags/1", tagSchema, {});
    await janas().write("DELETE", "/tags/1", z.undefined());
    await thrown(copy());
    expect(calls.map(({ method }) => method)).toEqual(["POST", "PUT", "DELETE", "POST"]);
  });
});

describe("An upstream that does not respond", () => {
  it.each([
    ["reading", 20, read],
    ["a GraphQL operation", 24, copy],
  ])("is eventually given up: %s after %i seconds", async (_, seconds, call) => {
    const response = await thrown(afterSilence(call, seconds));
    expect([response.status, response.headers.get("Retry-After"), calls.length]).toEqual([503, "10", 1]);
  });

  it("fails after 24 seconds: writing", async () => {
    expect(await afterSilence(write, 24)).toEqual({ ok: false, status: 503, errors: {}, retryAfterSeconds: 10 });
    expect(calls).toHaveLength(1);
  });

  async function afterSilence(call: () => Promise<unknown>, seconds: number): Promise<unknown> {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    answering(silent);
    const [answer] = await Promise.allSettled([call(), passTime(seconds)]);
    if (answer.status === "rejected") throw answer.reason;
    return answer.value;
  }

  it("tells the form if the API does not know whether it was saved", async () => {
    const message = "It may have been saved.";
    answering(() => HttpResponse.json({ message, code: "unclear" }, { status: 503, headers: { "Retry-After": "10" } }));
    expect(await write()).toEqual({ ok: false, status: 503, errors: {}, message, retryAfterSeconds: 10 });
    expect(await orFailure(copy())).toEqual({ ok: false, status: 503, errors: {}, message, retryAfterSeconds: 10 });
    expect(messageOf(await thrown(copy()))).toBe(message);
  });

  async function passTime(seconds: number): Promise<void> {
    await vi.waitUntil(() => calls.length === 1, { timeout: 120_000 });
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
  }

  it("does not abort a file while a slow browser downloads it", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let finish = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("first, "));
        finish = () => {
          controller.enqueue(new TextEncoder().encode("last"));
          controller.close();
        };
      },
    });
    answering(() => new HttpResponse(body));
    const response = await janas().open("/files/1");
    await vi.advanceTimersByTimeAsync(60_000);
    finish();
    expect(await response.text()).toBe("first, last");
  });

  it("passes on 304 for a file", async () => {
    answering(() => new HttpResponse(null, { status: 304 }));
    const response = await janas().open("/files/1", { variant: "small" }, { "If-None-Match": '"1"' });
    expect([response.status, calls[0]?.headers.get("If-None-Match")]).toEqual([304, '"1"']);
  });
});
