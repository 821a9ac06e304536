import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { createApi } from "../../api/app";
import { inTransaction, outsideRequests } from "../../api/db/pool";
import { articleFields } from "../support/articles";
import { engine, worldForTests } from "../support/harness";

describe("a request that takes too long", () => {
  const world = worldForTests();
  let folder: string;
  let token: string;
  beforeAll(async () => {
    folder = await world.folderId("presseschau");
    token = await world.signIn("henrike");
  });

  const file = (title: string, limits: Parameters<typeof createApi>[1], signal?: AbortSignal) =>
    createApi(world.services, limits).request("/contents", {
      method: "POST",
      ...(signal ? { signal } : {}),
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ content: articleFields(folder, { title }) }),
    });
  const stored = async (title: string) =>
    (await world.services.database.pool.query("select 1 from articles where title = $1", [title])).rowCount;
  /** Resolves once the call that waited for the lock has ended. */
  const settled = () => {
    const { pool } = world.services.database;
    return expect.poll(() => pool.idleCount === pool.totalCount && pool.waitingCount === 0).toBe(true);
  };
  /** Files an article whose time limit ends when its commit begins; `letGo` lets the commit continue. */
  async function fileWhileCommitting(title: string, graceMs: number) {
    const { pool } = world.services.database;
    // biome-ignore lint/suspicious/noExplicitAny: its overloads exclude each other.
    const connect: any = pool.connect.bind(pool);
    const over = new AbortController();
    let letGo = () => {};
    const released = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const begun = new Promise<void>((resolve) => {
      // biome-ignore lint/suspicious/noExplicitAny: the pool calls it with a callback, too.
      pool.connect = async (...callback: any[]): Promise<any> => {
        if (callback.length > 0) return connect(...callback);
        const client = await connect();
        const query = client.query.bind(client);
        // biome-ignore lint/suspicious/noExplicitAny: as above.
        client.query = async (...parameters: any[]) => {
          if ((parameters[0].text ?? parameters[0]) !== "commit") return query(...parameters);
          delete client.query;
          resolve();
          await released;
          return query(...parameters);
        };
        return client;
      };
    });
    const answer = file(title, { timeLimitMs: 600_000, graceMs }, over.signal);
    await begun;
    Reflect.deleteProperty(pool, "connect");
    over.abort();
    return { answer, letGo };
  }

  test("is told so, and stores nothing afterwards", async () => {
    const { database } = world.services;
    const logged = world.logLines.length;
    await inTransaction(database, async (tx) => {
      await tx.execute(sql`lock table articles in access exclusive mode`);
      const response = await outsideRequests(() => file("Zu spät", { timeLimitMs: 300 }));
      expect(response.status).toBe(503);
      expect(await response.json()).toEqual({ message: "This took too long. Please try again later." });
    });
    await settled();
    expect(await stored("Zu spät")).toBe(0);
    const errors = world.logLines
      .slice(logged)
      .map((line) => JSON.parse(line))
      .filter(({ level }) => level >= 50);
    expect(errors).toMatchObject([{ msg: "request", failure: "API time limit exceeded" }]);
  });

  test("is told so, and deletes nothing afterwards", async () => {
    const { database } = world.services;
    const caller = world.as("henrike");
    const { id } = (await caller.post("/feeds", { feed: { name: "Bleibt", query: {} } })).body;
    await inTransaction(database, async (tx) => {
      await tx.execute(sql`lock table feeds in access exclusive mode`);
      const headers = { Authorization: `Bearer ${token}` };
      const deletion = () => createApi(world.services, { timeLimitMs: 300 }).request(`/feeds/${id}`, { method: "DELETE", headers });
      expect((await outsideRequests(deletion)).status).toBe(503);
    });
    await settled();
    expect((await caller.get("/feeds")).body).toMatchObject([{ id }]);
  });

  test("ends as soon as its caller waits no longer, and stores nothing afterwards", async () => {
    const { database } = world.services;
    await inTransaction(database, async (tx) => {
      await tx.execute(sql`lock table articles in access exclusive mode`);
      const caller = new AbortController();
      const response = outsideRequests(() => file("Niemand wartet", { timeLimitMs: 600_000 }, caller.signal));
      const waiting = sql`select 1 from pg_locks where not granted and relation = 'articles'::regclass`;
      // On the embedded database, it waits for its turn instead.
      if (engine === "postgres") await expect.poll(async () => (await tx.execute(waiting)).rowCount).toBe(1);
      caller.abort();
      expect((await response).status).toBe(503);
    });
    await settled();
    expect(await stored("Niemand wartet")).toBe(0);
  });

  test("gets the real answer when it has begun to commit", async () => {
    const { answer, letGo } = await fileWhileCommitting("Gerade noch", 600_000);
    letGo();
    expect((await answer).status).toBe(201);
    expect(await stored("Gerade noch")).toBe(1);
  });

  test("is told that nobody knows when even that takes too long", async () => {
    const { answer, letGo } = await fileWhileCommitting("Vielleicht", 50);
    const response = await answer;
    letGo();
    expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "10"]);
    expect(await response.json()).toEqual({
      message: "This took too long, and it may have been saved. Please check before you try again.",
      code: "unclear",
    });
    await expect.poll(() => stored("Vielleicht")).toBe(1);
  });
});

describe("every request", () => {
  const world = worldForTests();

  const lastLine = () => JSON.parse(world.logLines.at(-1) ?? "{}");
  const json = { "Content-Type": "application/json" };

  test("leaves one line in the log, with the route's pattern and the id it came with", async () => {
    const jana = world.as("jana");
    await jana.get("/teams");
    const lines = world.logLines.length;
    const { headers } = await jana.get("/folders/0c1d?secret=1", { "X-Request-Id": "from-the_browser-1" });
    expect(headers.get("X-Request-Id")).toBe("from-the_browser-1");
    expect(world.logLines).toHaveLength(lines + 1);
    expect(lastLine()).toMatchObject({ requestId: "from-the_browser-1", method: "GET", route: "/folders/:id", status: 404, statements: 1 });
    expect(world.logLines.at(-1)).not.toContain("0c1d");
  });

  test.each(["short", "x".repeat(65), "with spaces in it", "<script>alert(1)</script>"])(
    "gets an id of our own in place of %s",
    async (id) => {
      const { headers } = await world.visitor.get("/teams", { "X-Request-Id": id });
      expect(headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  test.each([
    ["de-AT,de;q=0.9,en;q=0.8", "Bitte melden Sie sich an."],
    ["fr,de;q=0.5,en;q=0.4", "Bitte melden Sie sich an."],
    ["de;q=0,en", "Please sign in."],
    ["fr", "Please sign in."],
    ["", "Please sign in."],
  ])("answers in the language of %j", async (language, message) => {
    expect((await world.visitor.get("/teams", { "Accept-Language": language })).body).toEqual({ message });
  });

  test("is private, is never a page, and says so", async () => {
    const { headers } = await world.as("jana").get("/teams");
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "private, no-store",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      vary: "Authorization, Accept-Language",
    });
  });

  test.each([
    ["GET", "/nothing"],
    ["GET", "/"],
    ["PATCH", "/folders"],
    ["POST", "/openapi.json"],
  ])("%s %s does not exist, for nobody", async (method, path) => {
    for (const caller of [world.visitor, world.as("anna")]) {
      const response = await caller.request(path, { method });
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ message: "Not found." });
    }
  });

  test.each([
    ["broken JSON", "{", json],
    ["nothing", "", json],
    ["a form", "workspace=demo", { "Content-Type": "application/x-www-form-urlencoded" }],
    ["text", "{}", { "Content-Type": "text/plain" }],
    ["a body without a type", new TextEncoder().encode("{}"), {}],
  ] as const)("that brings %s in place of JSON is a bad request", async (_, body, headers) => {
    const response = await world.visitor.request("/auth", { method: "POST", body, headers });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ message: "The request cannot be understood." });
  });

  test("of more than two megabytes is too large, whether it says so or not", async () => {
    const body = JSON.stringify({ workspace: "x".repeat(2 * 1024 * 1024) });
    const streamed = new Blob([body]).stream();
    for (const [sent, headers] of [
      [body, { ...json, "Content-Length": String(body.length) }],
      [streamed, json],
    ] as const) {
      const response = await world.visitor.request("/auth", { method: "POST", body: sent, headers, duplex: "half" } as RequestInit);
      expect(response.status).toBe(413);
    }
  });

  test.each([
    ["a hundred levels", "[".repeat(100) + "]".repeat(100), 422],
    ["more levels", "[".repeat(101) + "]".repeat(101), 400],
    ["40,000 values", `[${"1,".repeat(39_998)}1]`, 422],
    ["more values", `[${"1,".repeat(39_999)}1]`, 413],
    ["marks inside of a text", JSON.stringify(',[{"\\'.repeat(50_000)), 422],
  ])("with %s is limited before it is parsed", async (_, body, status) => {
    expect((await world.visitor.request("/auth", { method: "POST", body, headers: json })).status).toBe(status);
  });

  test("that takes too long is given up", async () => {
    const api = createApi(world.services, { timeLimitMs: 50 });
    let finish = (): void => {};
    api.get("/slow", () => new Promise<Response>((resolve) => (finish = () => resolve(new Response("late")))));
    const response = await api.request("/slow", { headers: { Authorization: `Bearer ${await world.signIn("anna")}` } });
    expect(response.status).toBe(503);
    expect(response.headers.get("Retry-After")).toBe("10");
    expect(await response.json()).toEqual({ message: "This took too long. Please try again later." });
    finish();
  });

  test("that meets a bug answers 500 with its id, and the log has the stack and none of the values", async () => {
    const api = createApi(world.services);
    api.get("/bug", async () => {
      await world.services.database.db.execute(sql`select ${"a value"}::text from nowhere`);
      return new Response();
    });
    const headers = { Authorization: `Bearer ${await world.signIn("anna")}`, "X-Request-Id": "the-id-of-a-bug" };
    const lines = world.logLines.length;
    const response = await api.request("/bug", { headers });
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ message: expect.stringContaining("Something went wrong."), request_id: "the-id-of-a-bug" });
    const errors = world.logLines
      .slice(lines)
      .map((line) => JSON.parse(line))
      .filter(({ err }) => err);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ requestId: "the-id-of-a-bug", err: { type: "DrizzleQueryError", cause: { code: "42P01" } } });
    expect(JSON.stringify(errors)).not.toContain("a value");
    expect(errors[0].err.stack).toContain("requests.test.ts");
  });
});

describe("a request without the right", () => {
  const world = worldForTests();

  test("is logged with the id of its person, and no other request is", async () => {
    const [clara, anna] = [await world.userId("clara"), await world.userId("anna")];
    const begin = world.logLines.length;
    expect((await world.as("clara").get("/audit_entries?topic=tags")).status).toBe(403);
    expect((await world.as("anna").get("/audit_entries")).status).toBe(200);
    expect((await world.visitor.get("/audit_entries")).status).toBe(401);
    const lines = world.logLines.slice(begin);
    const denied = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "request not permitted");
    expect(denied).toMatchObject([{ level: 30, method: "GET", route: "/audit_entries", userId: clara, requestId: expect.any(String) }]);
    expect(lines.join("")).not.toContain(anna);
  });
});
