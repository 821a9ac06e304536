import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sweep } from "../../api/domain/sweep";
import { scopesFor } from "../../api/permissions/api-key-scopes";
import { apiKeyScopes } from "../../contract/api-key";
import * as limits from "../../contract/limits";
import { articleFields, fileArticle, statusesOf, titlesOf } from "../support/articles";
import { type Answer, type Caller, formOf } from "../support/caller";
import { credentialsOf, password, worldForTests } from "../support/harness";
import { stopClock } from "../support/stopped-clock";

interface MadeKey {
  id: string;
  token: string;
  start: string;
  expires_at: string;
}

describe("API keys", () => {
  const world = worldForTests({ TRUST_PROXY: "1" });
  let nordkorridor: string;

  beforeAll(async () => {
    nordkorridor = await world.folderId("nordkorridor");
    await fileArticle(world.as("jana"), nordkorridor, { title: "Weiche 2" });
  });
  beforeEach(() => sql("delete from rate_limits"));

  const sql = async (text: string, values: unknown[] = []) => (await world.services.database.pool.query(text, values)).rows;
  const bodyOf = (fields: object = {}, currentPassword = password) => ({
    api_key: { name: "Postfach", scopes: ["read"], days: 90, ...fields },
    current_password: currentPassword,
  });
  const make = async (person: string | Caller, fields: object = {}): Promise<MadeKey> => {
    const answer = await (typeof person === "string" ? world.as(person) : person).post("/api_keys", bodyOf(fields));
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  };
  const program = (token: string) => world.withToken(token);
  const list = async (person: string): Promise<Answer["body"][]> => (await world.as(person).get("/api_keys")).body;
  const newSession = async (person: string) => world.withToken(await world.signIn(person));

  describe("are made", () => {
    it("with a name, scopes and an expiry, and shown once", async () => {
      const made = await make("jana", { name: " Mein\n Postfach ", scopes: ["file", "read"], days: 30 });
      expect(made.token).toMatch(/^folda_[\w-]{43}$/);
      expect(made).toMatchObject({ name: "Mein Postfach", scopes: ["read", "file"], start: made.token.slice(0, 10), last_used_at: null });
      expect(Math.round((Date.parse(made.expires_at) - Date.now()) / 3_600_000)).toBe(30 * 24);
      const listed = (await list("jana")).find(({ id }) => id === made.id);
      expect(Object.keys(listed).toSorted()).toEqual(["created_at", "expires_at", "id", "last_used_at", "name", "scopes", "start"]);
    });

    it("with only a hash of the secret kept, which stands in no log", async () => {
      const { id, token } = await make("jana");
      await program(token).get("/folders");
      await program(`${token}x`).get("/folders");
      expect(JSON.stringify(await sql("select * from api_keys where id = $1", [id]))).not.toContain(token);
      expect(JSON.stringify(await sql("select * from audit_entries"))).not.toContain(token);
      expect(world.logLines.join("\n")).not.toContain(token.slice(6));
    });

    it("not without the person's password", async () => {
      const { status, body } = await world.as("lena").post("/api_keys", bodyOf({}, "falsch"));
      expect([status, Object.keys(body.errors)]).toEqual([422, ["current_password"]]);
      expect(await list("lena")).toEqual([]);
    });

    it("once by one form, also if it arrives twice at once", async () => {
      for (const table of ["api_keys", "audit_entries"]) await sql(`delete from ${table}`);
      const headers = { "Idempotency-Key": randomUUID() };
      const send = (fields = {}) => world.as("clara").post("/api_keys", bodyOf(fields), headers);
      const answers = await Promise.all([send(), send(), send()]);
      expect(statusesOf(answers)).toEqual([201, 201, 201]);
      expect(new Set(answers.map(({ body }) => body.token)).size).toBe(1);
      expect(await list("clara")).toHaveLength(1);
      expect((await send({ name: "Ein anderer" })).body.token).not.toBe(answers[0]?.body.token);
      const [{ n }] = await sql("select count(*)::int as n from audit_entries where kind = 'apiKeyCreated' and actor_id = $1", [
        await world.userId("clara"),
      ]);
      expect(n).toBe(2);
    });

    it("not again by a form whose key is revoked", async () => {
      const headers = { "Idempotency-Key": randomUUID() };
      const { body } = await world.as("clara").post("/api_keys", bodyOf({ name: "Verloren" }), headers);
      expect((await world.as("clara").delete(`/api_keys/${body.id}`)).status).toBe(204);
      expect((await world.as("clara").post("/api_keys", bodyOf({ name: "Verloren" }), headers)).status).toBe(404);
      expect((await program(body.token).get("/folders")).status).toBe(401);
    });

    it(`up to ${limits.apiKeysPerUser} for one person, also if they are made at once; expired ones do not count`, async () => {
      const others = limits.apiKeysPerUser - 1;
      await sql(
        `insert into api_keys (client_id, user_id, token_hash, start, name, scopes, expires_at)
          select client_id, id, id || '-' || n, 'folda_xxxx', 'Voll', '["read"]', now() + interval '1 day' from users, generate_series(1, $2) n
          where id = $1`,
        [await world.userId("piotr"), others],
      );
      const answers = await Promise.all([1, 2, 3].map((n) => world.as("piotr").post("/api_keys", bodyOf({ name: `Nr. ${n}` }))));
      expect(statusesOf(answers)).toEqual([201, 422, 422]);
      expect(answers.find(({ status }) => status === 422)?.body.errors).toHaveProperty("name");
      await sql("update api_keys set expires_at = now() - interval '1 second' where name = 'Voll'");
      await make("piotr");
    });
  });

  describe("with the scope to read", () => {
    it("read what their person sees, and nothing else", async () => {
      const { token } = await make("florian");
      const titles = async (caller: Caller) => titlesOf(await caller.get(`/contents?folder_ids=${nordkorridor}`));
      expect(await titles(program(token))).toContain("Weiche 2");
      expect(await titles(program(token))).toEqual(await titles(world.as("florian")));
      const folders = async (caller: Caller) => (await caller.get("/folders")).body.map(({ id }: { id: string }) => id);
      expect(await folders(program(token))).toEqual(await folders(world.as("florian")));
      const foreign = await world.folderId("fremde");
      expect((await program(token).get(`/folders/${foreign}`)).status).toBe(404);
    });
  });

  describe("with the scope to file", () => {
    it("file articles with tags and files in the name of their person, once by each idempotency key", async () => {
      const { token } = await make("jana", { scopes: ["file"] });
      const headers = { "Idempotency-Key": randomUUID() };
      const file = () => program(token).post("/contents", { content: articleFields(nordkorridor, { title: "Per Schlüssel" }) }, headers);
      const [one, other] = await Promise.all([file(), file()]);
      expect([one.status, other.status, one.body.id]).toEqual([201, 201, other.body.id]);
      expect(one.body).toMatchObject({ user: { id: await world.userId("jana") }, tags: [{ name: "Bau" }] });
      const upload = formOf({ content_id: one.body.id, file: new File(["Inhalt"], "anlage.txt") });
      expect((await program(token).post("/attachments", upload)).status).toBe(201);
    });

    it("file nothing where their person may not", async () => {
      const attempts = [
        ["clara", "presseschau"],
        ["jana", "fremde"],
      ] as const;
      for (const [person, folder] of attempts) {
        const { token } = await make(person, { scopes: ["file"] });
        const answers = await Promise.all(
          [program(token), world.as(person)].map(async (caller) =>
            caller.post("/contents", { content: articleFields(await world.folderId(folder)) }),
          ),
        );
        expect(answers.map(({ status, body }) => [status, Object.keys(body.errors)])).toEqual(Array(2).fill([422, ["folder_id"]]));
      }
    });
  });

  describe("are refused", () => {
    it("when they are expired, and say so in the list for a month", async () => {
      const { id, token } = await make("jana", { name: "Alt" });
      await sql("update api_keys set expires_at = now() - interval '29 days' where id = $1", [id]);
      const { status, headers, body } = await program(token).get("/folders", { "Accept-Language": "de" });
      expect([status, headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
      expect(body.message).toMatch(/^Diese Anfrage braucht einen gültigen API-Schlüssel/);
      await sweep(world.services);
      expect((await list("jana")).map((key) => key.id)).toContain(id);
      await sql("update api_keys set expires_at = now() - interval '31 days' where id = $1", [id]);
      await sweep(world.services);
      expect((await list("jana")).map((key) => key.id)).not.toContain(id);
    });

    it("once they are revoked, which nobody but their person can do, and only once", async () => {
      const { id, token } = await make("jana");
      for (const person of ["anna", "olga"]) expect((await world.as(person).delete(`/api_keys/${id}`)).status, person).toBe(404);
      expect((await program(token).get("/folders")).status).toBe(200);
      const revocations = await Promise.all([1, 2].map(() => world.as("jana").delete(`/api_keys/${id}`)));
      expect(statusesOf(revocations)).toEqual([204, 404]);
      expect((await program(token).get("/folders")).status).toBe(401);
      expect((await list("jana")).map((key) => key.id)).not.toContain(id);
    });

    it("if they are malformed, cut off or too long", async () => {
      const { token, id } = await make("jana");
      const wrong = [
        "folda_",
        token.slice(0, -1),
        `${token}a`,
        token.toUpperCase(),
        `folda_${id}`,
        `folda_${"x".repeat(100_000)}`,
        "folda_%00",
      ];
      for (const text of wrong) expect((await program(text).get("/folders")).status, text.slice(0, 60)).toBe(401);
      // Values that are no keys are no sessions either.
      for (const value of [token, `Basic ${token}`, `Bearer ${token} ${token}`, "Bearer", `Bearer x${token}`])
        expect((await world.visitor.get("/folders", { Authorization: value })).status, value.slice(0, 60)).toBe(401);
      expect((await program(token).get("/nichts")).status).toBe(404);
    });

    it("while the workspace is disabled, while a first password has to be changed, and when the account is gone", async () => {
      const { token } = await make("olga");
      await sql("update clients set disabled_at = now() where id in (select client_id from users where id = $1)", [
        await world.userId("olga"),
      ]);
      expect((await program(token).get("/folders")).headers.get("WWW-Authenticate")).toContain("client_disabled");
      await sql("update clients set disabled_at = null");
      expect((await program(token).get("/folders")).status).toBe(200);

      const key = await make("tobias");
      await sql("update users set password_expired = true where id = $1", [await world.userId("tobias")]);
      expect((await program(key.token).get("/folders")).status).toBe(403);
      await sql("update users set password_expired = false");
      expect((await world.as("anna").delete(`/users/${await world.userId("tobias")}`)).status).toBe(204);
      expect((await program(key.token).get("/folders")).status).toBe(401);
      expect(await sql("select 1 from api_keys where id = $1", [key.id])).toEqual([]);
    });

    it("when their person signs out everywhere else or resets the password, but not when they change it", async () => {
      const session = await newSession("ayse");
      const first = await make(session);
      expect((await session.delete("/sessions")).status).toBe(204);
      expect((await program(first.token).get("/folders")).status).toBe(401);

      const second = await make(session);
      const twice = { password: "Stellwerk-Rot-7-Nordkreuz", password_confirmation: "Stellwerk-Rot-7-Nordkreuz" };
      const change = { user: { current_password: password, ...twice } };
      expect((await session.put(`/users/${await world.userId("ayse")}`, change)).status).toBe(200);
      expect((await program(second.token).get("/folders")).status).toBe(200);

      const { workspace, email } = credentialsOf("ayse");
      await world.visitor.post("/password_resets", { workspace, email, locale: "de" });
      const { links } = await world.readMail(email, { subject: "Neues Passwort" });
      const [, link] = /\/password_resets\/([\w-]+)/.exec(links[0] ?? "") ?? [];
      const again = { password: "Signal-Gelb-9-Suedkreuz", password_confirmation: "Signal-Gelb-9-Suedkreuz" };
      // A key that is created at the same time is either revoked or not created.
      const racing = session.post("/api_keys", bodyOf({}, twice.password));
      expect((await world.visitor.put(`/password_resets/${link}`, again)).status).toBeLessThan(300);
      const { token: raced } = (await racing).body;
      for (const token of [second.token, raced ?? "folda_"]) expect((await program(token).get("/folders")).status).toBe(401);
      const entries = await sql("select kind from audit_entries where actor_id = $1 and kind like 'apiKey%' order by created_at, id", [
        await world.userId("ayse"),
      ]);
      const kinds = entries.map(({ kind }) => kind);
      expect([kinds.slice(0, 3), kinds.at(-1)]).toEqual([["apiKeyCreated", "apiKeysRevoked", "apiKeyCreated"], "apiKeysRevoked"]);
    });
  });

  it("say when they were last used, which is stored once a minute", async () => {
    const { id, token } = await make("jana");
    const used = async () => (await list("jana")).find((key) => key.id === id)?.last_used_at;
    await program(token).post("/contents", {});
    expect(await used()).toBeNull();
    await program(token).get("/folders");
    const first = await used();
    expect(first).toMatch(/Z$/);
    await program(token).get("/folders");
    expect(await used()).toBe(first);
    await sql("update api_keys set last_used_at = now() - interval '61 seconds' where id = $1", [id]);
    await program(token).get("/folders");
    expect(Date.parse(await used())).toBeGreaterThanOrEqual(Date.parse(first));
  });

  it("are limited in their calls, filings more than readings, with the time to wait", async () => {
    stopClock();
    const { id, token } = await make("jana", { scopes: ["read", "file"] });
    await program(token).post("/contents", {});
    await sql("update rate_limits set points = 60 where key like 'api-key-writes:%'");
    const refused = await program(token).post("/contents", {});
    expect([refused.status, Number(refused.headers.get("Retry-After")) > 0]).toEqual([429, true]);
    expect((await program(token).get("/folders")).status).toBe(200);
    await sql("update rate_limits set points = 600 where key = $1", [`api-key:${id}`]);
    expect((await program(token).get("/folders")).status).toBe(429);
    expect((await program((await make("jana")).token).get("/folders")).status).toBe(200);
  });

  it("that are wrong are limited by address, where right ones are still accepted", async () => {
    const { token } = await make("jana");
    const from = (address: string, key: string) => program(key).get("/folders", { "X-Forwarded-For": address });
    expect((await from("203.0.113.7", "folda_falsch")).status).toBe(401);
    await sql("update rate_limits set points = 100 where key like 'api-key-address:%'");
    expect((await from("203.0.113.7", "folda_falsch")).status).toBe(429);
    expect((await from("203.0.113.7", token)).status).toBe(200);
    expect((await from("203.0.113.8", "folda_falsch")).status).toBe(401);
  });
});

/** The operations that keys can call. All others reject them, whatever their scopes. */
const keyed = {
  read: [
    "GET /attachments/{id}/file",
    "GET /comments/content/{id}",
    "GET /contents",
    "GET /contents/duplicates",
    "GET /contents/frequent",
    "GET /contents/{id}",
    "GET /contents/{id}/next",
    "GET /countries",
    "GET /folders",
    "GET /folders/{id}",
    "GET /sources",
    "GET /subscriptions",
    "GET /tags",
    "GET /teams",
    "GET /teams/{id}",
  ],
  audit: ["GET /audit_entries/ndjson"],
  file: ["GET /countries", "GET /embedly", "GET /folders", "GET /folders/{id}", "GET /tags", "POST /attachments", "POST /contents"],
};

describe("The operations of the API, with a key", () => {
  const world = worldForTests();

  it("are refused unless a scope of the key names them", async () => {
    const document = (await world.visitor.get("/openapi.json")).body as { paths: Record<string, object> };
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
    );
    const others = [
      { method: "POST", path: "/graphql" },
      { method: "GET", path: "/openapi.json" },
    ];
    for (const scope of apiKeyScopes) {
      const fields = { name: scope, scopes: [scope], days: 30 };
      const { token } = (await world.as("anna").post("/api_keys", { api_key: fields, current_password: password })).body;
      const allowed = [];
      for (const { method, path } of [...operations, ...others]) {
        await world.services.database.pool.query("delete from rate_limits");
        const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
        const body = method === "GET" ? null : "{}";
        const response = await world.visitor.request(path.replace(/\{\w+\}/g, "x"), { method, headers, body });
        if (response.status !== 403) allowed.push(`${method} ${path}`);
        expect(response.status, `${method} ${path}`).not.toBe(401);
      }
      expect(allowed.toSorted()).toEqual(keyed[scope]);
    }
  });

  it("are known to the table of scopes by the names that the router has", () => {
    const patterns = new Set(world.api.routes.map(({ method, path }) => `${method} ${path}`));
    const named = new Set(
      Object.values(keyed)
        .flat()
        .map((name) => name.replace(/\{(\w+)\}/g, ":$1")),
    );
    for (const name of named) {
      expect(patterns, name).toContain(name);
      expect(scopesFor(name).length, name).toBeGreaterThan(0);
    }
    for (const none of ["GET /nichts", "constructor", "__proto__", "DELETE /contents/:id"]) expect(scopesFor(none)).toEqual([]);
  });
});
