import { delay, HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { messageOf, orFailure } from "./failure.server";

// A stand-in for the API: it misbehaves in ways ours never does.

const origin = "http://upstream.example";
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

/** The upstream answers every call like this; `calls` are what it was sent. */
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

/** What was thrown: the answer that the browser gets. */
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
  it("goes below the configured address, in wire words, with who asks and in which language", async () => {
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

  it("leaves out what is not asked for, and separates lists by commas", async () => {
    answering(status(200, { tag_name: "Bau", used_in: 3 }));
    await janas().get("/tags", tagSchema, { folderIds: ["a", "b&c"], sortBy: "", page: 2, none: [], term: undefined, priority: null });
    expect([...new URL(calls[0]?.url ?? "").searchParams]).toEqual([
      ["folder_ids", "a,b&c"],
      ["page", "2"],
    ]);
  });

  it("passes the browser's X-Forwarded-For on as it came, and makes none up", async () => {
    answering(status(200, { tag_name: "Bau", used_in: 3 }));
    await janas({ forwardedFor: "203.0.113.9, 10.0.0.1" }).get("/tags/1", tagSchema);
    await read();
    expect(calls.map(({ headers }) => headers.get("X-Forwarded-For"))).toEqual(["203.0.113.9, 10.0.0.1", null]);
  });

  it("never follows the upstream to another address: the token would go along", async () => {
    answering(() => HttpResponse.json(null, { status: 302, headers: { Location: "http://elsewhere.example/" } }));
    expect((await thrown(read())).status).toBe(502);
    expect(calls).toHaveLength(1);
  });

  it("answers 204 as nothing", async () => {
    answering(() => new HttpResponse(null, { status: 204 }));
    expect(await janas().write("DELETE", "/tags/1", z.undefined())).toEqual({ ok: true, data: undefined });
  });
});

describe("What reading throws", () => {
  it.each([
    ["a bug of the upstream", 500, 500],
    ["a call it does not understand", 400, 502],
    ["something not there", 404, 404],
    ["something not allowed", 403, 403],
    ["too many calls", 429, 503],
    ["an upstream that is away", 503, 503],
    ["a broken proxy", 502, 502],
    ["a page of a proxy", 413, 502],
  ])("%s: %i becomes %i", async (_, answered, expected) => {
    answering(status(answered));
    expect((await thrown(read())).status).toBe(expected);
  });

  it.each([500, 502, 503, 429])("the id of the request with %i, for the error page", async (code) => {
    answering(status(code));
    expect(await (await thrown(read())).text()).toBe("request-of-jana");
    expect(await (await thrown(copy())).text()).toBe("request-of-jana");
  });

  it.each([429, 503])("when to come back, as the upstream says it with %i, else in ten seconds", async (code) => {
    answering(status(code, {}, { "Retry-After": "42" }));
    expect((await thrown(read())).headers.get("Retry-After")).toBe("42");
    upstreamServer.resetHandlers();
    answering(status(code));
    expect((await thrown(read())).headers.get("Retry-After")).toBe("10");
  });

  it("the way to sign in when the session is over", async () => {
    answering(status(401));
    expect(await thrown(read())).toBe(signedOut);
    expect(await thrown(write())).toBe(signedOut);
    expect(await thrown(janas().open("/files/1"))).toBe(signedOut);
    expect(await thrown(copy())).toBe(signedOut);
  });

  it.each<[string, Answer]>([
    ["no JSON", () => new HttpResponse("<h1>Welcome</h1>", { headers: { "Content-Type": "text/html" } })],
    ["half of it", () => new HttpResponse('{"tag_name": "Ba', { headers: { "Content-Type": "application/json" } })],
    ["nothing", () => new HttpResponse(null, { status: 200 })],
    ["another shape", status(200, { tag_name: 5, used_in: "many" })],
    ["a list instead", status(200, [])],
  ])("502 for %s", async (_, answer) => {
    answering(answer);
    expect((await thrown(read())).status).toBe(502);
    expect(await write()).toMatchObject({ ok: false, status: 502 });
    expect((await thrown(copy())).status).toBe(502);
  });
});

describe("What a form gets to show", () => {
  it("the errors by field, in the words of the code", async () => {
    answering(status(422, { errors: { tag_name: ["Zu lang."] }, message: "Bitte prüfen." }));
    expect(await write()).toEqual({ ok: false, status: 422, errors: { tagName: ["Zu lang."] }, message: "Bitte prüfen." });
  });

  it.each([400, 409, 413, 429])("the message of %i, when writing and when asking", async (code) => {
    answering(status(code, { message: "Geht nicht." }, code === 429 ? { "Retry-After": "30" } : {}));
    const refused = { ok: false, status: code, errors: {}, message: "Geht nicht.", retryAfterSeconds: code === 429 ? 30 : undefined };
    expect(await write()).toEqual(refused);
    expect(await janas().ask("/embedly", tagSchema)).toEqual(refused);
  });

  it("a refusal without a message when a proxy refused with a page of its own", async () => {
    answering(() => new HttpResponse("<h1>Too large</h1>", { status: 413 }));
    expect(await write()).toEqual({ ok: false, status: 413, errors: {}, message: undefined, retryAfterSeconds: undefined });
  });

  it("wrong credentials, as a visitor has no session that could be over", async () => {
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
  ])("that it failed, for %i as %i, without its words, when writing and when asking", async (answered, expected) => {
    answering(status(answered));
    const failed = { ok: false, status: expected, errors: {}, retryAfterSeconds: undefined };
    expect(await write()).toEqual(failed);
    expect(await janas().ask("/embedly", tagSchema)).toEqual(failed);
  });

  it.each<[string, Answer, number]>([
    ["as the upstream says it", status(503, {}, { "Retry-After": "42" }), 42],
    ["else in ten seconds", status(503), 10],
    ["when it cannot be reached", unreachable, 10],
  ])("when to come back to an upstream that is away: %s", async (_, answer, retryAfterSeconds) => {
    answering(answer);
    expect(await write()).toEqual({ ok: false, status: 503, errors: {}, retryAfterSeconds });
  });

  it.each([403, 404])("nothing for %i: it throws", async (code) => {
    answering(status(code));
    expect((await thrown(write())).status).toBe(code);
  });

  it("that the upstream failed when the errors of a 422 have no fields", async () => {
    answering(status(422, { errors: ["wrong"] }));
    expect(await write()).toMatchObject({ ok: false, status: 502 });
  });
});

describe("A GraphQL operation", () => {
  it("answers its data", async () => {
    answering(status(200, { data: { copied: true } }));
    expect(await copy()).toEqual({ copied: true });
    expect(calls[0]?.headers.get("Authorization")).toBe("Bearer token-of-jana");
  });

  it("carries the key of the form, so that it counts once", async () => {
    answering(status(200, { data: { copied: true } }));
    await janas().graphql("mutation { copy }", z.object({ copied: z.boolean() }), {}, { idempotencyKey: "k1" });
    await copy();
    expect(calls.map(({ headers }) => headers.get("Idempotency-Key"))).toEqual(["k1", null]);
  });

  it.each([
    ["errors", { errors: [{ message: "no" }] }, 500],
    ["errors beside data", { data: { copied: true }, errors: [{ message: "no" }] }, 500],
    ["data of another shape", { data: { copied: "yes" } }, 502],
    ["no data", { data: null }, 502],
  ])("throws for %s", async (_, body, expected) => {
    answering(status(200, body));
    expect((await thrown(copy())).status).toBe(expected);
  });

  it("throws what the status says", async () => {
    answering(status(404));
    expect((await thrown(copy())).status).toBe(404);
  });
});

describe("An upstream that is away for a moment", () => {
  const page = () => HttpResponse.json({ tag_name: "Bau", used_in: 3 });

  it.each<[string, Answer]>([
    ["503", status(503)],
    ["502", status(502)],
    ["no connection", unreachable],
  ])("is asked once more after %s", async (_, answer) => {
    answering((call) => (call === 1 ? answer(call) : page()));
    expect(await read()).toEqual({ tagName: "Bau", usedIn: 3 });
    expect(calls).toHaveLength(2);
  });

  it.each<[string, Answer]>([
    ["503", status(503)],
    ["no connection", unreachable],
  ])("is asked twice at most (%s)", async (_, answer) => {
    answering(answer);
    const response = await thrown(read());
    expect([response.status, response.headers.get("Retry-After"), calls.length]).toEqual([503, "10", 2]);
  });

  it.each([500, 404, 429])("is not asked again after %i", async (code) => {
    answering(status(code));
    await thrown(read());
    expect(calls).toHaveLength(1);
  });

  it.each<[string, Answer]>([
    ["503", status(503)],
    ["502", status(502)],
    ["no connection", unreachable],
  ])("is never written to twice (%s)", async (_, answer) => {
    answering(answer);
    await write();
    await janas().write("PUT", "/tags/1", tagSchema, {});
    await janas().write("DELETE", "/tags/1", z.undefined());
    await thrown(copy());
    expect(calls.map(({ method }) => method)).toEqual(["POST", "PUT", "DELETE", "POST"]);
  });
});

describe("An upstream that does not answer", () => {
  it.each([
    ["reading", 20, read],
    ["a GraphQL operation", 24, copy],
  ])("is given up in the end: %s after %i seconds", async (_, seconds, call) => {
    const response = await thrown(afterSilence(call, seconds));
    expect([response.status, response.headers.get("Retry-After"), calls.length]).toEqual([503, "10", 1]);
  });

  it("is given up after 24 seconds: writing", async () => {
    expect(await afterSilence(write, 24)).toEqual({ ok: false, status: 503, errors: {}, retryAfterSeconds: 10 });
    expect(calls).toHaveLength(1);
  });

  /** What becomes of a call that is not answered. */
  async function afterSilence(call: () => Promise<unknown>, seconds: number): Promise<unknown> {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    answering(silent);
    const [answer] = await Promise.allSettled([call(), passTime(seconds)]);
    if (answer.status === "rejected") throw answer.reason;
    return answer.value;
  }

  it("tells the form when the API does not know whether it was saved", async () => {
    const message = "It may have been saved.";
    answering(() => HttpResponse.json({ message, code: "unclear" }, { status: 503, headers: { "Retry-After": "10" } }));
    expect(await write()).toEqual({ ok: false, status: 503, errors: {}, message, retryAfterSeconds: 10 });
    expect(await orFailure(copy())).toEqual({ ok: false, status: 503, errors: {}, message, retryAfterSeconds: 10 });
    expect(messageOf(await thrown(copy()))).toBe(message);
  });

  async function passTime(seconds: number): Promise<void> {
    await vi.waitUntil(() => calls.length === 1, { timeout: 20_000 });
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
  }

  it("does not end a file that is on its way to a slow browser", async () => {
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

  it("passes on that a file has not changed", async () => {
    answering(() => new HttpResponse(null, { status: 304 }));
    const response = await janas().open("/files/1", { variant: "small" }, { "If-None-Match": '"1"' });
    expect([response.status, calls[0]?.headers.get("If-None-Match")]).toEqual([304, '"1"']);
  });
});
