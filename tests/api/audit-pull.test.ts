import { execFile } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { serve } from "@hono/node-server";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inTransaction } from "../../api/db/pool";
import { record } from "../../api/domain/workspace/audit";
import type { Caller } from "../support/caller";
import { hasCurl } from "../support/curl";
import { credentialsOf, engine, password, worldForTests } from "../support/harness";

interface Line {
  id: string;
  kind: string;
  text: string;
  data: Record<string, unknown>;
  cursor: string;
}

describe("A log system", () => {
  const world = worldForTests();
  let clientId: string;
  let userId: string;
  beforeAll(async () => {
    userId = await world.userId("anna");
    clientId = (await world.as("anna").get(`/users/${userId}`)).body.client.id;
    for (const person of ["jana", "tobias", "clara", "matthias", "olga"]) await world.userId(person);
  });
  beforeEach(async () => {
    await sql("delete from rate_limits");
    await sql("delete from audit_entries");
  });

  const sql = async (text: string, values: unknown[] = []) => (await world.services.database.pool.query(text, values)).rows;
  const askForKey = (person: string, scopes = ["audit"]) =>
    world.as(person).post("/api_keys", { api_key: { name: "SIEM", scopes, days: 30 }, current_password: password });
  /** A client with a new API key of this person. The entry about the key is deleted. */
  const program = async (person: string, scopes = ["audit"]) => {
    const { status, body } = await askForKey(person, scopes);
    expect(status).toBe(201);
    await sql("delete from audit_entries where kind = 'apiKeyCreated'");
    return { ...world.withToken(body.token), keyId: body.id as string };
  };
  const pull = async (caller: Caller, query = "", headers: Record<string, string> = {}): Promise<Line[]> => {
    const response = await caller.request(`/audit_entries/ndjson${query}`, { headers });
    const text = await response.text();
    expect([response.status, response.headers.get("Content-Type"), text.slice(0, 300)]).toEqual([
      200,
      "application/x-ndjson",
      expect.anything(),
    ]);
    return text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  };
  const pullAll = async (caller: Caller, after = "0", limit = 3) => {
    const lines: Line[] = [];
    for (;;) {
      const page = await pull(caller, `?after=${lines.at(-1)?.cursor ?? after}&limit=${limit}`);
      lines.push(...page);
      if (page.length < limit) return lines;
    }
  };
  const tagged = (tag: string) =>
    inTransaction(world.services.database, (tx) => record(tx, { clientId, userId }, { kind: "tagCreated", tag }));
  const tagsOf = (lines: Line[]) => lines.map(({ data }) => data.tag);

  it("reads every entry once, the oldest first, as the log shows it", async () => {
    const siem = await program("anna");
    for (const tag of ["1", "2", "3", "4", "5"]) await tagged(tag);
    const lines = await pullAll(siem, "0", 2);
    expect(tagsOf(lines)).toEqual(["1", "2", "3", "4", "5"]);
    expect(await pull(siem, `?after=${lines.at(-1)?.cursor}`)).toEqual([]);
    const { entries } = (await world.as("anna").get("/audit_entries")).body;
    expect(lines.map(({ cursor, ...entry }) => entry).toReversed()).toEqual(entries);
    expect(await pullAll(siem, lines[1]?.cursor)).toEqual(lines.slice(2));
    expect((await pull(siem, "?limit=1", { "Accept-Language": "de" }))[0]?.text).toBe("Anna Brandt hat den Tag „1“ angelegt.");
    expect((await pull(siem, "?limit=1", { "Accept-Language": "en" }))[0]?.text).toMatch(/^Anna Brandt /);
  });

  it("gets an entry whose transaction commits late, after those that were faster", async () => {
    const siem = await program("anna");
    await tagged("before");
    // The embedded database has one transaction at a time, so there the entry is only dated back.
    if (engine === "embedded") {
      await tagged("fast");
      const first = await pullAll(siem);
      await tagged("late");
      await sql("update audit_entries set created_at = created_at - interval '1 hour' where data->>'tag' = 'late'");
      expect([tagsOf(first), tagsOf(await pullAll(siem, first.at(-1)?.cursor))]).toEqual([["before", "fast"], ["late"]]);
      return;
    }
    const steps = new EventEmitter();
    const written = once(steps, "written");
    const late = inTransaction(world.services.database, async (tx) => {
      const mayCommit = once(steps, "mayCommit");
      await record(tx, { clientId, userId }, { kind: "tagCreated", tag: "late" });
      steps.emit("written");
      await mayCommit;
    });
    await written;
    await tagged("fast");
    const first = await pullAll(siem);
    steps.emit("mayCommit");
    await late;
    expect([tagsOf(first), tagsOf(await pullAll(siem, first.at(-1)?.cursor))]).toEqual([["before", "fast"], ["late"]]);
  });

  it("misses nothing and gets nothing twice while others write and other log systems read", async () => {
    const systems = await Promise.all([program("anna"), program("jana"), program("anna")]);
    const tags = Array.from({ length: 60 }, (_, n) => `${n}`);
    let isDone = false;
    const writing = Promise.all(
      [0, 1, 2].map(async (writer) => {
        for (const tag of tags.filter((one) => Number(one) % 3 === writer)) await tagged(tag);
      }),
    ).finally(() => {
      isDone = true;
    });
    const read = async (siem: Caller, limit: number) => {
      const lines: Line[] = [];
      for (let isLast = false; !isLast; ) {
        isLast = isDone;
        lines.push(...(await pullAll(siem, lines.at(-1)?.cursor, limit)));
      }
      return lines;
    };
    const [one = [], ...others] = await Promise.all(systems.map((siem, n) => read(siem, 2 + n)));
    await writing;
    expect(tagsOf(one).toSorted()).toEqual(tags.toSorted());
    for (const other of others) expect(other).toEqual(one);
  });

  it("continues behind its cursor after old entries were deleted", async () => {
    const siem = await program("anna");
    await tagged("old");
    const [old] = await pullAll(siem);
    await sql("delete from audit_entries");
    await tagged("new");
    expect(tagsOf(await pullAll(siem, old?.cursor))).toEqual(["new"]);
  });

  it("gets failed sign-ins summed up once their quarter of an hour is over, and again if more are added", async () => {
    const siem = await program("anna");
    const fail = () => world.visitor.post("/auth", { ...credentialsOf("clara"), password: "falsch" });
    for (let guess = 0; guess < 3; guess += 1) await fail();
    await tagged("other");
    expect((await pullAll(siem)).map(({ kind }) => kind)).toEqual(["tagCreated"]);
    await sql("update audit_entries set created_at = created_at - interval '16 minutes' where kind = 'signInFailed'");
    const lines = await pullAll(siem);
    expect(lines.map(({ kind, data }) => [kind, data.count])).toEqual([
      ["tagCreated", undefined],
      ["signInFailed", 3],
    ]);
    // Occurs only if clocks differ by more than a minute.
    await fail();
    await sql("update audit_entries set created_at = created_at - interval '16 minutes' where kind = 'signInFailed'");
    const again = await pullAll(siem, lines.at(-1)?.cursor);
    expect(again.map(({ id, data }) => [id, data.count]).slice(0, 1)).toEqual([[lines[1]?.id, 4]]);
  });

  it.runIf(hasCurl)("appends every entry to a file with the loop of docs/operations.md, also after a failure", async () => {
    const [, loop = ""] = /```sh\n(touch cursor\n[\s\S]*?)```/.exec(readFileSync("docs/operations.md", "utf8")) ?? [];
    const { body } = await askForKey("anna");
    const server = serve({ port: 0, fetch: (request) => world.api.fetch(new Request(request.url.replace("/api/v1", ""), request)) });
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const directory = mkdtempSync(join(tmpdir(), "folda-audit-"));
    const run = (key: string) => {
      // Ends the loop after one round.
      const oneRound = 'rounds=0; sleep() { rounds=$((rounds + 1)); [ "$rounds" -le 1 ]; }\n';
      const env = { ...process.env, FOLDA: `http://127.0.0.1:${port}`, API_KEY: key };
      return promisify(execFile)("sh", ["-c", oneRound + loop], { cwd: directory, env });
    };
    await sql("delete from audit_entries");
    for (const tag of ["1", "2"]) await tagged(tag);
    await run(body.token);
    expect((await run("folda_wrong")).stderr).toContain("401");
    await tagged("3");
    await run(body.token);
    const lines = readFileSync(join(directory, "audit.ndjson"), "utf8").trimEnd().split("\n");
    expect(tagsOf(lines.map((line) => JSON.parse(line)))).toEqual(["1", "2", "3"]);
    server.close();
    rmSync(directory, { recursive: true });
  });

  it("reads the log of its own workspace only, whatever the cursor", async () => {
    const [annas, olgas] = [await program("anna"), await program("olga")];
    await tagged("ours");
    const [ours] = await pullAll(annas);
    await world.as("olga").post("/tags", { tag: { name: "Nebenan" } });
    expect(tagsOf(await pullAll(olgas))).toEqual(["Nebenan"]);
    expect(tagsOf(await pullAll(olgas, String(Number(ours?.cursor) - 1)))).toEqual(["Nebenan"]);
    expect(tagsOf(await pullAll(annas))).toEqual(["ours"]);
  });

  it("gets nothing for a cursor at the end of time", async () => {
    await tagged("now");
    expect(await pull(world.as("anna"), `?after=${"9".repeat(16)}`)).toEqual([]);
  });

  it("is refused without the scope, and the scope allows nothing else", async () => {
    for (const scopes of [["read"], ["file"], ["read", "file"]])
      expect((await (await program("anna", scopes)).get("/audit_entries/ndjson")).status).toBe(403);
    const siem = await program("anna");
    for (const path of ["/audit_entries", "/audit_entries/csv", "/audit_entries/people", "/contents", "/folders", "/users", "/tags"])
      expect((await siem.get(path)).status, path).toBe(403);
  });

  it("gets a key only from people who may read the log", async () => {
    for (const person of ["anna", "jana", "olga"]) expect((await askForKey(person)).status, person).toBe(201);
    for (const person of ["tobias", "clara"]) {
      const before = (await world.as(person).get("/api_keys")).body;
      for (const scopes of [["audit"], ["read", "audit"]]) expect((await askForKey(person, scopes)).status, person).toBe(403);
      expect((await world.as(person).get("/api_keys")).body).toEqual(before);
    }
  });

  it("is told clearly when its key is revoked, its workspace disabled, and its person no longer admin or gone", async () => {
    const refusal = async (siem: Caller) => {
      const { status, headers, body } = await siem.get("/audit_entries/ndjson", { "Accept-Language": "en" });
      return [status, headers.get("WWW-Authenticate"), body.message];
    };
    const revoked = await program("anna");
    await world.as("anna").delete(`/api_keys/${revoked.keyId}`);
    const unknown = [401, "Bearer", expect.stringMatching(/^This request needs a valid API key/)];
    expect(await refusal(revoked)).toEqual(unknown);

    const disabled = await program("olga");
    await sql("update clients set disabled_at = now() where workspace = 'nachbar'");
    expect(await refusal(disabled)).toEqual([401, expect.stringContaining("client_disabled"), expect.stringMatching(/workspace/)]);
    await sql("update clients set disabled_at = null");
    expect(await refusal(disabled)).toEqual([200, null, undefined]);

    const matthias = await world.userId("matthias");
    await world.as("anna").put(`/users/${matthias}`, { user: { role: "admin" } });
    const demoted = await program("matthias");
    expect(await refusal(demoted)).toEqual([200, null, undefined]);
    await world.as("anna").put(`/users/${matthias}`, { user: { role: "editor" } });
    expect(await refusal(demoted)).toEqual([403, null, expect.stringMatching(/^You are not allowed/)]);
    await world.as("anna").delete(`/users/${matthias}`);
    expect(await refusal(demoted)).toEqual(unknown);
  });
});
