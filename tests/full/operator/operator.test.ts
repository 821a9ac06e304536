import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inTransaction } from "../../../api/db/pool";
import * as schema from "../../../api/db/schema";
import { clientTables, tablesWithoutWorkspace } from "../../../api/db/workspace/client-data";
import { ClientDisabled, InvalidFields } from "../../../api/domain/errors";
import { NoSuchClient, OwnerMissing } from "../../../api/domain/workspace/operator";
import { commands, UsageError } from "../../../api/operator/commands";
import { jobs } from "../../../api/operator/jobs";
import { articleFields } from "../../support/articles";
import { createCaller } from "../../support/caller";
import { type Engine, engine } from "../../support/engines";
import { credentialsOf, type OpenWorld, openWorld, openWorldIn } from "../../support/harness";
import { freshDatabase, password } from "../../support/template";

const nobody = "0b8bd0a4-5b0a-4f6f-8f0e-9a8b7c6d5e4f";
const enqueueLater = ({ services: { database, jobs } }: OpenWorld) =>
  inTransaction(database, (tx) =>
    jobs.enqueue(tx, "mailing-preview", { mailingId: nobody, email: "clara@demo.example" }, { startAt: new Date(Date.now() + 3_600_000) }),
  );

describe("The operator", () => {
  let world: OpenWorld;
  let directory: string;
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), "folda-operator-"));
    world = await openWorld(undefined, { PUBLIC_URL: "https://folda.example" }, { pollMs: 100 });
  });
  afterEach(async () => {
    await world.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const query = async (statement: string, values: unknown[] = []) => (await world.services.database.pool.query(statement, values)).rows;
  /** A command's output, as text and as data. */
  const operate = async (name: string, ...args: string[]) => {
    const { text, data } = await (name === "jobs"
      ? jobs.prepare(args)(world.services.database.pool)
      : (commands[name]?.prepare(args)(world.services) ?? Promise.reject(new Error(`no command ${name}`))));
    return { text, data: JSON.parse(JSON.stringify(data)) };
  };
  const auditOf = (workspace: string) =>
    query("select kind, actor from audit_entries where client_id = (select id from clients where workspace = $1) order by created_at", [
      workspace,
    ]);

  it("changes no client that does not exist, and creates none whose workspace is taken or reserved", async () => {
    for (const [name, ...args] of [["enable"], ["disable"], ["reset-owner"], ["delete"], ["export", "--to", directory]] as const)
      await expect(operate(name, ...args, "nirgends"), name).rejects.toBeInstanceOf(NoSuchClient);
    const owner = ["--name", "Acme", "--email", "chief@acme.example"];
    for (const workspace of ["DEMO", "admin"]) await expect(operate("create", workspace, ...owner)).rejects.toBeInstanceOf(InvalidFields);
  });

  it("creates a client whose owner gets a first password by mail, and another by a link", async () => {
    const owner = ["--email", "ole@acme.example", "--first-name", "Ole", "--last-name", "Hansen", "--locale", "de"];
    expect((await operate("create", "Acme", "--name", "Acme GmbH", ...owner)).text).toContain("The client acme has been created.");
    const linked = (await operate("create", "linked", "--name", "Linked", "--email", "lisa@linked.example", "--link")).data;
    expect(linked.access.url).toMatch(/^https:\/\/folda\.example\/password_resets\/[\w-]{43}$/);

    const { text: mail } = await world.readMail("ole@acme.example");
    const first = /[a-z2-9]{4}(?:-[a-z2-9]{4}){3}/.exec(mail)?.[0];
    expect((await world.visitor.post("/auth", { workspace: "acme", email: "ole@acme.example", password: first })).status).toBe(200);
    const path = new URL(linked.access.url).pathname;
    const chosen = { password: "Stellwerk-Rot-7-Nordkreuz", password_confirmation: "Stellwerk-Rot-7-Nordkreuz" };
    expect((await world.visitor.put(path, chosen)).status).toBe(204);
    expect((await world.visitor.put(path, chosen)).status).toBe(404);
    const session = await world.visitor.post("/auth", { workspace: "linked", email: "lisa@linked.example", password: chosen.password });
    expect(session.status).toBe(200);
    const lisa = createCaller(
      async (request) => world.api.fetch(request),
      "http://api.test",
      async () => ({ Authorization: `Bearer ${session.body.auth_token}` }),
    );
    const entries = (await lisa.get("/audit_entries", { "Accept-Language": "de" })).body.entries;
    expect(entries.map((entry: { text: string }) => entry.text)).toContain("Der Betrieb hat diesen Workspace angelegt.");

    expect((await operate("list")).text).toMatch(/^acme +Acme GmbH +ole@acme\.example +1 +0 +0\.0 MB$/m);
    expect((await operate("delete", "acme")).text).toContain("Nothing is deleted.");
    await operate("delete", "acme", "--yes", "acme");
    expect((await operate("list")).text).not.toContain("acme");
  });

  it("locks out the people of a client, with their newsletters and feeds, and lets them in again", async () => {
    const henrike = world.as("henrike");
    const folder = await world.folderId("presseschau");
    await henrike.post("/contents", { content: articleFields(folder) });
    const feed = (await henrike.post("/feeds", { feed: { name: "Presse", folder_id: folder, query: {} } })).body.token;
    const newsletter = async (subject: string) =>
      (await henrike.post("/mailings", { mailing: { folder_id: folder, vuex_state: { subject } } })).body.id;
    const mailing = await newsletter("Presse heute");
    expect((await henrike.put(`/mailings/${mailing}`, { mailing: {}, perform: "publish" })).status).toBe(200);
    const draft = await newsletter("Entwurf");
    const invite = { email_addresses: ["gast@werk.example"], role: "editor" };
    const [{ id: invitation }] = (await world.as("anna").post("/invitations", { invitation: invite })).body;
    const user = { workspace: "demo", email: "neu@demo.example", password: "Stellwerk-Rot-7-Nordkreuz" };
    await world.visitor.post("/users", { user: { ...user, password_confirmation: user.password } });
    const { links } = await world.readMail("neu@demo.example");
    await world.jobsDone();
    const waiting = new URL(links[0] ?? "").pathname;
    const statuses = () =>
      Promise.all([
        henrike.get("/folders"),
        world.visitor.post("/auth", credentialsOf("tobias"), { "Accept-Language": "de" }),
        world.visitor.get(`/feeds/${feed}/contents`),
        world.visitor.post("/graphql", { query: `{ mailing(id: "${mailing}") { id } }` }),
        world.visitor.post("/auth", credentialsOf("olga")),
      ]);

    expect((await operate("disable", "demo")).text).toBe("The client demo is disabled.");
    expect((await operate("disable", "demo")).data.changed).toBe(false);
    expect((await operate("list")).data).toMatchObject([{ workspace: "demo", disabled_at: expect.any(String) }, { disabled_at: null }]);
    const [folders, signIn, contents, published, olga] = await statuses();
    expect([folders.status, folders.headers.get("WWW-Authenticate")]).toEqual([401, 'Bearer error="client_disabled"']);
    const disabled = "Ihr Workspace ist zurzeit gesperrt. Bitte wenden Sie sich an den Betreiber.";
    expect([signIn.status, signIn.body.message]).toEqual([401, disabled]);
    const wrong = await world.visitor.post("/auth", { ...credentialsOf("tobias"), password: "something else" });
    expect(wrong.body.message).toBe("Workspace, e-mail or password is not correct.");
    expect([contents.status, published.body.data.mailing, olga.status]).toEqual([404, null, 200]);
    const signUp = await world.visitor.post("/users", {
      user: { ...user, email: "ole@demo.example", password_confirmation: user.password },
    });
    expect([signUp.status, Object.keys(signUp.body.errors)]).toEqual([422, ["workspace"]]);

    // Nobody gets a mail, or becomes a member with the link of an earlier one.
    expect((await world.visitor.post("/password_resets", { workspace: "demo", email: "clara@demo.example" })).status).toBe(204);
    const { database, jobs } = world.services;
    await inTransaction(database, async (tx) => {
      await jobs.enqueue(tx, "mailing-preview", { mailingId: draft, email: "vorschau@partner.example" });
      await jobs.enqueue(tx, "invitation-mail", { invitationId: invitation });
    });
    expect((await world.mailsTo("clara@demo.example")).filter(({ text }) => text.includes("/password_resets/"))).toEqual([]);
    expect(await world.mailsTo("vorschau@partner.example")).toEqual([]);
    expect(await world.mailsTo("gast@werk.example")).toHaveLength(1);
    expect([(await world.visitor.get(waiting)).status, (await world.visitor.post(waiting)).status]).toEqual([404, 404]);
    await expect(operate("reset-owner", "demo")).rejects.toBeInstanceOf(ClientDisabled);

    expect((await operate("enable", "demo")).data.changed).toBe(true);
    const answers = await statuses();
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(answers[3]?.body.data.mailing).toEqual({ id: mailing });
    expect((await world.visitor.post(waiting)).status).toBeLessThan(300);
    const recorded = (await auditOf("demo")).filter(({ actor }) => actor === "operator");
    expect(recorded.map(({ kind }) => kind)).toEqual(["clientDisabled", "clientEnabled"]);
  });

  it("resets the access of an owner, whose sessions end, and whose API keys are revoked", async () => {
    const fields = { api_key: { name: "Postfach", scopes: ["read"], days: 30 }, current_password: password };
    const token = await world.signIn("olga");
    const key = (await world.as("olga").post("/api_keys", fields)).body.token;
    const { owner, access } = (await operate("reset-owner", "nachbar", "--link")).data;
    expect(owner).toBe("olga@nachbar.example");
    expect((await world.visitor.get("/teams", { Authorization: `Bearer ${token}` })).status).toBe(401);
    expect((await world.visitor.get("/folders", { Authorization: `Bearer ${key}` })).status).toBe(401);
    expect((await world.visitor.post("/auth", credentialsOf("olga"))).status).toBe(401);
    const chosen = { password: "Stellwerk-Rot-7-Nordkreuz", password_confirmation: "Stellwerk-Rot-7-Nordkreuz" };
    expect((await world.visitor.put(new URL(access.url).pathname, chosen)).status).toBe(204);
    expect((await world.visitor.post("/auth", { ...credentialsOf("olga"), password: chosen.password })).status).toBe(200);

    const setRole = (from: string, to: string) =>
      query("update users set role = $2 where email = 'olga@nachbar.example' and role = $1", [from, to]);
    await setRole("owner", "editor");
    await expect(operate("reset-owner", "nachbar")).rejects.toBeInstanceOf(OwnerMissing);
    await setRole("editor", "owner");
    expect((await operate("reset-owner", "nachbar")).text).toContain("goes to olga@nachbar.example by mail");
    await world.readMail("olga@nachbar.example", { subject: "Zugang" });
    expect((await auditOf("nachbar")).filter(({ kind }) => kind === "ownerAccessReset")).toHaveLength(2);
  });

  it("lists jobs without what they are about, retries and drops them", async () => {
    await enqueueLater(world);
    for (const person of ["clara", "jana"])
      await query(
        `insert into jobs (name, payload, attempts, max_attempts, failed_at, failure)
         values ('password-reset-mail', $1, 11, 11, now(), 'smtp_4xx 451')`,
        [{ workspace: "demo", email: `${person}@demo.example`, locale: "de" }],
      );

    const { text, data: all } = await operate("jobs");
    const failed = { name: "password-reset-mail", state: "failed", tries: 11, failure: "smtp_4xx 451", next_at: null };
    expect(all).toMatchObject([{ name: "mailing-preview", state: "scheduled", tries: 0, failure: null }, failed, failed]);
    expect(text).toMatch(/^ID +NAME +STATE +TRIES +AGE +NEXT +LAST FAILURE\n/);
    expect(text).toMatch(/ mailing-preview +scheduled +0 +\d+ (?:s|min) +in (?:59|60) min +–\n/);
    expect(text + JSON.stringify(all)).not.toMatch(/@|clara|demo/);

    expect((await operate("jobs", "retry", all[1].id)).data).toEqual({ retried: [all[1].id], left: 0 });
    await world.readMail("clara@demo.example", { subject: "Passwort" });
    expect((await operate("jobs", "drop", "--failed", "export")).data).toEqual({ dropped: [], left: 0 });
    expect((await operate("jobs", "drop", "--failed")).data).toEqual({ dropped: [all[2].id], left: 0 });
    await expect(operate("jobs", "drop", nobody)).rejects.toThrow("there is no job");
    await expect.poll(async () => (await operate("jobs")).data).toMatchObject([{ id: all[0].id }]);
    expect((await operate("jobs", "drop", all[0].id)).text).toBe("Jobs dropped: 1.");
    expect((await operate("jobs")).text).toBe("There is no job.");
  });

  it("lists, exports and deletes a client completely, and nothing of another one", async () => {
    const file = "Sperrung ab März";
    await query(
      "update users set password_expired = false, password_hash = (select password_hash from users where email = 'anna@demo.example') where email = 'olga@nachbar.example'",
    );
    const next = { workspace: "nachbar", owner: "olga", author: "olga", folder: "fremde", file: "Von nebenan" };
    const othersKey = await makeSomeOfAll(world, next);
    const [{ id: otherId }] = await query("select id from clients where workspace = 'nachbar'");
    const [{ id: demoId }] = await query("select id from clients where workspace = 'demo'");
    const key = await makeSomeOfAll(world, { workspace: "demo", owner: "anna", author: "henrike", folder: "presseschau", file });
    await putJobs(world, "nachbar");
    const other = await countAll(world, otherId);
    await putJobs(world, "demo");
    const people = (await query("select 1 from users where client_id = $1", [demoId])).length;
    const empty = Object.entries(other.own).filter(([, count]) => count === 0);
    expect(empty, "of each kind the neighbour has something").toEqual([]);
    expect(other.jobs).toHaveLength(6);

    const [demo] = (await operate("list")).data.filter(({ workspace }: { workspace: string }) => workspace === "demo");
    expect(demo).toMatchObject({ owner: "anna@demo.example", people, storage: Buffer.byteLength(file) });

    const to = join(directory, "export");
    const manifest = (await operate("export", "demo", "--to", to)).data;
    expect(JSON.parse(readFileSync(join(to, "manifest.json"), "utf8"))).toMatchObject({
      format: "folda-client-export",
      version: 1,
      workspace: "demo",
    });
    const linesOf = (table: string) =>
      readFileSync(join(to, "data", `${table}.ndjson`), "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    for (const [table, count] of Object.entries(manifest.tables)) expect(linesOf(table), table).toHaveLength(Number(count));
    expect(linesOf("articles").map(({ title }) => title)).toContain("Für den Export");
    expect(linesOf("comments")).toMatchObject([{ body: "Danke!" }]);
    expect(linesOf("users").map(({ email }) => email)).not.toContain("olga@nachbar.example");
    expect(linesOf("audit_entries").map(({ kind }) => kind)).toContain("clientExported");
    expect(readFileSync(join(to, "files", key), "utf8")).toBe(file);
    expect(manifest.files).toMatchObject({ missing: [] });
    const whole = readdirSync(join(to, "data"))
      .map((name) => readFileSync(join(to, "data", name), "utf8"))
      .join("");
    expect(whole).not.toMatch(/argon2|token_hash|password_hash|idempotency_key/);
    await expect(operate("export", "demo", "--to", to)).rejects.toThrow("not empty");

    const dry = (await operate("delete", "demo")).data;
    expect(dry).toMatchObject({ deleted: false, rows: { clients: 1, users: people, comments: 1, attachments: 1 } });
    expect(Object.keys(dry.rows)).toEqual(clientTables.map(({ table }) => table));
    const { dataDir } = world.services.config;
    const [stored = "", others = ""] = [key, othersKey].map((one) => join(dataDir, "files", one.slice(0, 2), one.slice(2, 4), one));
    expect([existsSync(stored), readFileSync(others, "utf8")]).toEqual([true, "Von nebenan"]);

    expect((await operate("delete", "demo", "--yes", "demo")).data).toEqual({ ...dry, deleted: true });
    expect([existsSync(stored), readFileSync(others, "utf8")]).toEqual([false, "Von nebenan"]);
    expect((await operate("list")).data.map(({ workspace }: { workspace: string }) => workspace)).toEqual(["nachbar"]);

    const left = await countAll(world, otherId);
    expect(left.own).toEqual(other.own);
    // Every remaining row belongs to the neighbour.
    expect(left.all).toEqual(left.own);
    expect(left.jobs).toEqual(other.jobs);
    const gone = await countAll(world, demoId);
    expect(Object.entries(gone.own).filter(([, count]) => count > 0)).toEqual([]);
  });
});

/** Inserts a row of a workspace into every table; returns the key of its file. */
async function makeSomeOfAll(
  world: OpenWorld,
  { workspace, owner, author, folder, file }: { workspace: string; owner: string; author: string; folder: string; file: string },
): Promise<string> {
  const sql = async (text: string) => (await world.services.database.pool.query(text)).rows;
  const somebody = world.as(author);
  const folderId = await world.folderId(folder);
  const content = articleFields(folderId, { title: "Für den Export", countries: ["DE"] });
  const article = (await somebody.post("/contents", { content })).body;
  const form = new FormData();
  form.set("content_id", article.id);
  form.set("file", new File([file], "plan.txt"));
  expect((await somebody.request("/attachments", { method: "POST", body: form })).status).toBe(201);
  const sent = [
    await somebody.post(`/comments/content/${article.id}`, { body: "Danke!" }),
    await world.as(owner).post("/invitations", { invitation: { email_addresses: [`gast@${workspace}.example`], role: "editor" } }),
    await somebody.post("/feeds", { feed: { name: "Presse", folder_id: folderId, query: {} } }),
    await somebody.post("/mailings", { mailing: { folder_id: folderId, vuex_state: { subject: "Presse heute" } } }),
  ];
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  await world.jobsDone();
  const of = `(select id from clients where workspace = '${workspace}')`;
  const user = `(select id from users where client_id = ${of} and role = 'owner')`;
  const mailing = `(select id from mailings where client_id = ${of} order by created_at desc limit 1)`;
  for (const text of [
    `article_views (article_id, day, reader) values ('${article.id}', current_date, '${workspace}')`,
    `sources (client_id, folder_id, user_id, address, title, tags, full_text, is_paused)
     values (${of}, '${folderId}', ${user}, 'https://${workspace}.example/feed', 'Hafenblatt', '{Hafen}', false, true)`,
    `source_entries (client_id, scope_id, key, source_id) select client_id, client_id, 'id ' || id, id from sources where client_id = ${of}`,
    `follows (client_id, user_id, folder_id) values (${of}, ${user}, '${folderId}')`,
    `digests (client_id, user_id, frequency, weekday, hour) values (${of}, ${user}, 'daily', 1, 7)`,
    `unsubscriptions (client_id, folder_id, user_id) values (${of}, '${folderId}', ${user})`,
    `subscribers (client_id, folder_id, email, locale, consent) values (${of}, '${folderId}', 'leo@${workspace}.example', 'de', 'Ja')`,
    `suppressions (client_id, folder_id, hash) values (${of}, '${folderId}', '${workspace}')`,
    `mailing_deliveries (client_id, mailing_id, user_id, email, name, state) values (${of}, ${mailing}, ${user}, 'a@b.example', 'A', 'handed_over')`,
    `mailing_pictures (client_id, mailing_id, source_key, storage_key, width, height, content_type)
      values (${of}, ${mailing}, 'abcd', (select storage_key from attachments where client_id = ${of}), 1, 1, 'image/png')`,
    `ownerships (client_id, folder_id, user_id, role) values (${of}, '${folderId}', ${user}, 'editor') on conflict do nothing`,
    `user_interests (user_id, tag_id, position) values (${user}, (select id from tags where client_id = ${of} limit 1), 1)`,
    `links (user_id, purpose, token_hash, expires_at) values (${user}, 'password_reset', '${workspace}', now() + interval '1 hour')`,
    `api_keys (client_id, user_id, token_hash, start, name, scopes, expires_at)
      values (${of}, ${user}, '${workspace}', 'folda_xxxx', 'Postfach', '["read"]', now() + interval '1 hour')`,
    `search_losses (client_id) values (${of}) on conflict do nothing`,
    `notifications (client_id, user_id, kind, subject_id) values (${of}, ${user}, 'role', ${of})`,
    `exports (client_id, user_id, title, format, locale, article_ids, expires_at)
      values (${of}, ${user}, 'Presse', 'html', 'de', '[]', now() + interval '1 hour')`,
    `batches (client_id, user_id, change, article_ids) values (${of}, ${user}, '{"kind":"delete"}', '[]')`,
    `bookmark_imports (client_id, user_id, filename, format, folders) values (${of}, ${user}, 'a.html', 'netscape', '[]')`,
    `bookmarks (import_id, position, line, title, text, folder, tags) select id, 0, 1, 'A', '', 0, '[]' from bookmark_imports where client_id = ${of}`,
    `trash (id, client_id, kind, title, team_id, folder_id, folder_name, user_id)
      select gen_random_uuid(), client_id, 'article', 'Weg', team_id, id, name, ${user} from folders where id = '${folderId}'`,
    `trash_rows (client_id, trash_id, table_name, row) select client_id, id, 'articles', '{}' from trash where client_id = ${of}`,
  ]) {
    await sql(`insert into ${text}`);
  }
  const [row] = await sql(`select storage_key as key from attachments where client_id = ${of}`);
  return String(row.key);
}

/** Enqueues a job of every kind that names something of a workspace, for later. */
async function putJobs(world: OpenWorld, workspace: string): Promise<void> {
  const of = `(select id from clients where workspace = '${workspace}')`;
  const user = `(select id from users where client_id = ${of} and role = 'owner')`;
  const mailing = `(select id from mailings where client_id = ${of} order by created_at desc limit 1)`;
  await world.services.database.pool.query(`insert into jobs (name, payload, due_at, max_attempts) select name, data, now() + interval '1 hour', 11 from (values
      ('first-password-mail', jsonb_build_object('userId', ${user})),
      ('password-reset-mail', jsonb_build_object('workspace', '${workspace}')),
      ('mailing-delivery', jsonb_build_object('mailingId', ${mailing})),
      ('invitation-mail', jsonb_build_object('invitationId', (select id from invitations where client_id = ${of} limit 1))),
      ('export', jsonb_build_object('exportId', (select id from exports where client_id = ${of} limit 1))),
      ('article-indexing', jsonb_build_object('articleIds', jsonb_build_array((select id from articles where client_id = ${of} limit 1))))) as one (name, data)`);
}

/** The rows of each table that belong to a workspace, all rows, and the scheduled jobs. */
async function countAll(world: OpenWorld, clientId: string) {
  const { pool } = world.services.database;
  const count = async (from: string, values: string[]) => (await pool.query(`select count(*)::int as n from ${from}`, values)).rows[0].n;
  const own: Record<string, number> = {};
  const all: Record<string, number> = {};
  for (const { table, where } of clientTables) {
    own[table] = await count(`${table} where ${where}`, [clientId]);
    all[table] = await count(table, []);
  }
  const { rows } = await pool.query("select name, payload from jobs where due_at > now() + interval '30 minutes' order by name, payload");
  return { own, all, jobs: rows };
}

/** A dozen processes one after the other. */
describe("The command line", { timeout: 900_000 }, () => {
  let dataDir: string;
  let environment: Record<string, string>;
  async function prepare(onEngine: Engine): Promise<void> {
    dataDir = mkdtempSync(join(tmpdir(), "folda-operator-"));
    const { databaseUrl } = await freshDatabase(onEngine, dataDir);
    environment = { DATA_DIR: dataDir, SESSION_SECRET: "for tests only, and long enough to be one", DEMO: "0" };
    if (databaseUrl) environment.DATABASE_URL = databaseUrl;
  }
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  /** Runs the built command as an operator does. */
  async function operate(...args: string[]) {
    const { PATH, HOME, TMPDIR } = process.env;
    const base = Object.fromEntries(Object.entries({ PATH, HOME, TMPDIR }).filter(([, value]) => value)) as NodeJS.ProcessEnv;
    const child = spawn(process.execPath, ["build/operator/main.js", ...args], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...base, ...environment },
    });
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    const [out, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { code, out, errors };
  }

  it("prints help and results, and reports each problem on standard error", async () => {
    await prepare(engine);
    const world = await openWorldIn(dataDir, environment);
    await world.services.database.pool.query("update users set role = 'editor' where email = 'olga@nachbar.example'");
    await world.close();
    expect(await operate("--help")).toMatchObject({ code: 0, errors: "", out: expect.stringContaining("reset-owner") });
    expect(await operate("create", "--help")).toMatchObject({ code: 0, errors: "", out: expect.stringContaining("operator create") });
    expect(await operate("disable", "demo")).toEqual({ code: 0, out: "The client demo is disabled.\n", errors: "" });
    const list = await operate("list", "--json");
    expect([list.code, list.errors, JSON.parse(list.out).length]).toEqual([0, "", 2]);
    for (const [args, code, problem] of [
      [[], 2, "no command is given"],
      [["destroy"], 2, "there is no command destroy"],
      [["create"], 2, "WORKSPACE is missing"],
      [["disable", "nowhere"], 1, "operator: there is no client nowhere\n"],
      [["create", "DEMO", "--name", "Acme", "--email", "chief@acme.example"], 1, "already exists"],
      [["create", "admin", "--name", "Acme", "--email", "chief@acme.example"], 1, "is reserved"],
      [["reset-owner", "demo"], 1, "is disabled"],
      [["reset-owner", "nachbar"], 1, "operator: the client has no owner\n"],
    ] as const)
      expect(await operate(...args), args.join(" ")).toMatchObject({ code, out: "", errors: expect.stringContaining(problem) });
  });

  it("works on jobs while the product runs with the embedded database, and asks to stop it for anything else", async () => {
    await prepare("embedded");
    const world = await openWorldIn(dataDir, environment);
    try {
      await enqueueLater(world);
      const listed = await operate("jobs", "--json");
      expect([listed.code, JSON.parse(listed.out)]).toMatchObject([0, [{ name: "mailing-preview", state: "scheduled" }]]);
      expect(await operate("jobs", "drop", nobody)).toMatchObject({ code: 1, out: "", errors: expect.stringContaining("there is no job") });
      expect(await operate("list")).toEqual({
        code: 1,
        out: "",
        errors: expect.stringMatching(
          /^operator: the product is running \(process \d+\) .*\noperator: Stop it, run this again, and start it\.\n$/,
        ),
      });
    } finally {
      await world.close();
    }
  });
});

describe("Every command", () => {
  it.each(["create", "list", "disable", "enable", "reset-owner", "export", "delete", "jobs"])("has a help text: %s", (name) => {
    expect({ ...commands, jobs }[name]?.help).toContain(`operator ${name}`);
  });

  it("create says that the owner completes the profile", () => {
    expect(commands.create?.help).toContain("the owner completes the profile, at least the salutation");
  });

  it.each([
    ["create", ["acme"], "--email: is missing"],
    ["create", ["acme", "--name", "Acme", "--email", "nobody"], "--email: Please enter an e-mail address"],
    ["create", ["acme", "--name", "", "--email", "a@acme.example"], "--name: This field is required"],
    ["create", ["acme", "--colour", "red"], "--colour"],
    ["disable", ["demo", "nachbar"], "nachbar is one argument too many"],
    ["export", ["demo"], "--to: is missing"],
    ["jobs", ["retry"], "ID is missing"],
    ["jobs", ["drop", "--failed", "everything"], "there are no jobs called everything"],
    ["jobs", ["restart"], "there is no restart of jobs"],
    ["delete", ["demo", "--yes", "nachbar"], "--yes: has to be the name of the workspace, demo"],
  ])("does not guess: %s %j", (name, args, problem) => {
    const prepare = () => ({ ...commands, jobs })[name]?.prepare(args);
    expect(prepare).toThrow(UsageError);
    expect(prepare).toThrow(problem);
  });
});

it("Every table belongs to a client or to nobody, which decides how it is exported and deleted", () => {
  const toSnake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const tables = Object.values(schema).flatMap((one) => (is(one, PgTable) ? [toSnake(getTableName(one))] : []));
  expect([...clientTables.map(({ table }) => table), ...tablesWithoutWorkspace].toSorted()).toEqual(tables.toSorted());
});
