import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { countStatements, inTransaction } from "../../api/db/pool";
import { deliverNewsletter } from "../../api/domain/newsletters/deliver";
import { sweep } from "../../api/domain/sweep";
import { record } from "../../api/domain/workspace/audit";
import { auditKinds } from "../../contract/rest/audit";
import { articleFields, fileArticle } from "../support/articles";
import type { Answer, Caller } from "../support/caller";
import { type FeedServer, startFeedServer } from "../support/feeds/feed-server";
import { rssOf } from "../support/feeds/rss-of";
import { credentialsOf, engine, type OpenWorld, openWorld, password } from "../support/harness";

describe("The audit log", () => {
  let world: OpenWorld;
  let anna: Caller;
  let clientId: string;
  let web: FeedServer;

  beforeAll(async () => {
    web = await startFeedServer();
    world = await openWorld(engine, { AUDIT_DAYS: "30", IMPORT_ALLOW_HOSTS: web.host });
    anna = world.as("anna");
    clientId = (await anna.get(`/users/${await world.userId("anna")}`)).body.client.id;
    for (const person of ["jana", "tobias", "matthias", "henrike", "florian", "clara", "olga"]) await world.userId(person);
  });
  beforeEach(() => sql("delete from rate_limits"));
  afterAll(async () => {
    await world.close();
    await web.close();
  });

  const sql = async (text: string, values: unknown[] = []) => (await world.services.database.pool.query(text, values)).rows;
  const clear = () => sql("delete from audit_entries");
  const german = { "Accept-Language": "de" };
  const log = async (query = "", who = anna, headers: HeadersInit = german): Promise<Answer> => who.get(`/audit_entries${query}`, headers);
  const texts = async (query = "", headers: HeadersInit = german) =>
    (await log(query, anna, headers)).body.entries.map(({ text }: { text: string }) => text);
  const kinds = async () => (await log()).body.entries.map(({ kind }: { kind: string }) => kind);
  const make = async (caller: Caller, path: string, body: unknown): Promise<string> => {
    const answer = await caller.post(path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.id;
  };
  const makeTeam = () => make(world.as("jana"), "/teams", { team: { name: "Fahrgastrechte" } });
  const makeFolder = async () => make(world.as("jana"), "/folders", { folder: { name: "Urteile", team_id: await makeTeam() } });
  const giveSubscriber = (folder: string) =>
    world.as("jana").post(`/folders/${folder}/subscribers`, { import: { addresses: ["leo@aussen.example"], consent: "Messestand" } });
  const makeTag = (name: string) => make(anna, "/tags", { tag: { name } });
  const twice = { password: "Stellwerk-Rot-7-Nordkreuz", password_confirmation: "Stellwerk-Rot-7-Nordkreuz" };
  const keyFields = { api_key: { name: "Postfach", scopes: ["read", "file"], days: 30 }, current_password: password };
  const makeKey = (caller: Caller) => make(caller, "/api_keys", keyFields);
  const comment = async (person: string, folder = "nordkorridor") => {
    const article = await fileArticle(world.as("henrike"), await world.folderId(folder), { title: "Weichenstörung" });
    return { article, id: await make(world.as(person), `/comments/content/${article.id}`, { body: "Das stimmt so nicht." }) };
  };
  const makeTrash = async () => {
    const { id } = await fileArticle(world.as("henrike"), await world.folderId("presseschau"));
    await world.as("henrike").delete(`/contents/${id}`);
    return id;
  };
  const makeTrashedComment = async () => {
    const { id } = await comment("tobias");
    await world.as("jana").delete(`/comments/${id}`);
    return id;
  };
  const makeTrashedFolder = async () => {
    const id = await makeFolder();
    await world.as("jana").delete(`/folders/${id}`);
    return id;
  };
  const publishable = async () => {
    const folder = await world.folderId("presseschau");
    await fileArticle(world.as("henrike"), folder);
    const id = await make(world.as("henrike"), "/mailings", { mailing: { folder_id: folder, vuex_state: { subject: "Presse heute" } } });
    return { id, publish: (fields = {}) => world.as("henrike").put(`/mailings/${id}`, { mailing: fields, perform: "publish" }) };
  };

  describe("is read", () => {
    it("by Olga as that of her own workspace only", async () => {
      await clear();
      await makeTeam();
      expect((await log("", world.as("olga"))).body.entries).toEqual([]);
      expect((await log(`?user_id=${await world.userId("jana")}`, world.as("olga"))).body.entries).toEqual([]);
      expect((await world.as("olga").get("/audit_entries/csv")).body).not.toContain("Fahrgastrechte");
      expect((await world.as("olga").get("/audit_entries/people?term=jana")).body).toEqual([]);
    });

    it("as nothing for a person that nobody is, and for days at the end of time", async () => {
      for (const query of ["?user_id=no-id", `?user_id=${randomUUID()}`, "?until=0000-01-01", "?from=9999-12-31"]) {
        expect((await log(query)).body, query).toEqual({ entries: [], meta: { older: null, newer: null } });
      }
    });
  });

  describe("says in the language of who reads it", () => {
    it("which API keys people made and revoked, and what they may", async () => {
      await clear();
      const id = await makeKey(world.as("clara"));
      await world.as("clara").delete(`/api_keys/${id}`);
      const start = "(folda_";
      expect((await texts()).map((text: string) => text.replace(/\(folda_[\w-]{4}…\)/, `${start}…)`)).toReversed()).toEqual([
        "Clara Voss hat den API-Schlüssel „Postfach“ erstellt (folda_…). Er darf: lesen und Beiträge ablegen.",
        "Clara Voss hat den API-Schlüssel „Postfach“ widerrufen (folda_…).",
      ]);
    });

    it("what was done, by names of that time", async () => {
      await clear();
      const jana = world.as("jana");
      const [team, tobias] = [await makeTeam(), await world.userId("tobias")];
      const membership = await make(jana, "/memberships", { membership: { team_id: team, user_id: tobias, role: "editor" } });
      await jana.put(`/memberships/${membership}`, { membership: { role: "admin", active: false } });
      await jana.delete(`/teams/${team}`);
      expect((await texts()).toReversed()).toEqual([
        "Jana Petersen hat das Team „Fahrgastrechte“ angelegt.",
        "Jana Petersen hat Tobias Kern als Editor in das Team „Fahrgastrechte“ aufgenommen.",
        "Jana Petersen hat Tobias Kern im Team „Fahrgastrechte“ zum Admin gemacht.",
        "Jana Petersen hat die Mitgliedschaft von Tobias Kern im Team „Fahrgastrechte“ deaktiviert.",
        "Jana Petersen hat das Team „Fahrgastrechte“ mit allen Foldas gelöscht.",
      ]);
      expect(await texts("", { "Accept-Language": "en" })).toContain(
        "Jana Petersen added Tobias Kern to the team “Fahrgastrechte” as an editor.",
      );
    });

    it("nothing of what stands in a personal team but that something was done there", async () => {
      const inbox = await world.inboxIdOf("tobias");
      const article = await fileArticle(world.as("tobias"), inbox, { title: "Ganz privat" });
      await clear();
      await world.as("tobias").delete(`/contents/${article.id}`);
      expect(await texts()).toEqual(["Tobias Kern hat in einem persönlichen Team einen Beitrag gelöscht."]);
      expect(JSON.stringify(await sql("select * from audit_entries"))).not.toContain("privat");
    });

    it("that a team and a folder are called otherwise, and where a folder went, in both languages", async () => {
      const jana = world.as("jana");
      const [from, to] = [await makeTeam(), await make(jana, "/teams", { team: { name: "Tarife" } })];
      const folder = await make(jana, "/folders", { folder: { name: "Urteile", team_id: from } });
      await clear();
      await jana.put(`/teams/${from}`, { team: { name: "Fahrgastrechte" } });
      await jana.put(`/teams/${from}`, { team: { name: "Rechte" } });
      await jana.put(`/folders/${folder}`, { folder: { name: "Urteile", team_id: from, description: "Neu" } });
      await jana.put(`/folders/${folder}`, { folder: { name: "Gerichte", team_id: to } });
      for (const hidden of [true, true, false]) await jana.put(`/folders/${folder}/stream`, { hidden_from_stream: hidden });
      expect((await texts("?topic=teams")).toReversed()).toEqual([
        "Jana Petersen hat das Team „Fahrgastrechte“ in „Rechte“ umbenannt.",
        "Jana Petersen hat die Folda „Urteile“ in „Gerichte“ umbenannt.",
        "Jana Petersen hat die Folda „Gerichte“ aus dem Team „Rechte“ in das Team „Tarife“ verschoben.",
        "Jana Petersen hat die Beiträge der Folda „Gerichte“ aus dem Stream genommen.",
        "Jana Petersen zeigt die Beiträge der Folda „Gerichte“ wieder im Stream.",
      ]);
      expect((await texts("?topic=teams", { "Accept-Language": "en" })).toReversed()).toEqual([
        "Jana Petersen renamed the team “Fahrgastrechte” to “Rechte”.",
        "Jana Petersen renamed the Folda “Urteile” to “Gerichte”.",
        "Jana Petersen moved the Folda “Gerichte” from the team “Rechte” to the team “Tarife”.",
        "Jana Petersen took the articles of the Folda “Gerichte” out of the stream.",
        "Jana Petersen put the articles of the Folda “Gerichte” back into the stream.",
      ]);
      expect((await anna.get("/audit_entries/csv?topic=teams", german)).body).toContain(
        '"Teams und Foldas";"Jana Petersen hat die Folda „Gerichte“ aus dem Team „Rechte“ in das Team „Tarife“ verschoben."',
      );
    });

    it("that names changed in a personal team without them, and what a folder is called once a team sees it", async () => {
      const tobias = world.as("tobias");
      const own = (await tobias.get("/teams")).body.find(({ visibility }: { visibility: string }) => visibility === "is_personal");
      const netz = await world.teamId("netz");
      const folder = await make(tobias, "/folders", { folder: { name: "Ganz geheim", team_id: own.id } });
      await clear();
      await tobias.put(`/teams/${own.id}`, { team: { name: "Geheimes Team" } });
      await tobias.put(`/folders/${folder}`, { folder: { name: "Noch geheim", team_id: own.id } });
      for (const hidden of [true, false]) await tobias.put(`/folders/${folder}/stream`, { hidden_from_stream: hidden });
      await tobias.put(`/folders/${folder}`, { folder: { name: "Für alle", team_id: netz } });
      const renamed = "hat in einem persönlichen Team eine Folda umbenannt.";
      const hidden = "hat die Beiträge einer Folda in einem persönlichen Team aus dem Stream genommen.";
      const shown = "zeigt die Beiträge einer Folda in einem persönlichen Team wieder im Stream.";
      const moves = ["hat ein persönliches Team umbenannt.", renamed, hidden, shown, renamed];
      const arrived = "hat die Folda „Für alle“ aus einem persönlichen Team in das Team „Netz & Infrastruktur“ verschoben.";
      expect((await texts()).toReversed()).toEqual([...moves, arrived].map((what) => `Tobias Kern ${what}`));
      expect(JSON.stringify(await sql("select * from audit_entries"))).not.toContain("eheim");
      await anna.delete(`/folders/${folder}`);
    });

    it("which tags are new, wherever somebody first used them, and not those that were there", async () => {
      const name = (what: string) => `${what} ${randomUUID().slice(0, 8)}`;
      const [managed, filed, added, interest] = ["Verwaltet", "Abgelegt", "Ergänzt", "Interesse"].map(name);
      await clear();
      await makeTag(managed ?? "");
      const folder = await world.folderId("presseschau");
      const henrike = world.as("henrike");
      const id = await make(henrike, "/contents", { content: articleFields(folder, { tags: [managed?.toUpperCase(), filed] }) });
      expect((await henrike.put(`/contents/${id}`, { content: articleFields(folder, { tags: [filed, added] }) })).status).toBe(200);
      await henrike.put(`/users/${await world.userId("henrike")}`, { user: { interests: [added, interest] } });
      expect((await texts("?topic=tags")).toReversed()).toEqual([
        `Anna Brandt hat den Tag „${managed}“ angelegt.`,
        ...[filed, added, interest].map((tag) => `Henrike Lorenzen hat den Tag „${tag}“ angelegt.`),
      ]);
    });

    it("which settings changed, and none where none did", async () => {
      await clear();
      await anna.put(`/clients/${clientId}`, { client: { name: "Nordbahn AG", email_blacklist: ["spam.example"], signup_enabled: true } });
      await anna.put(`/clients/${clientId}`, { client: { name: "Nordbahn AG" } });
      expect(await texts()).toEqual(["Anna Brandt hat Einstellungen geändert: Name und gesperrte E-Mail-Adressen."]);
    });

    it("every kind there is, in both languages", async () => {
      await clear();
      const data = {
        email: "a@b.example",
        role: "admin",
        fields: ["name"],
        from: "A",
        to: "B",
        tag: "A",
        into: "B",
        at: "2026-03-01T10:00:00Z",
      };
      for (const [topic, all] of Object.entries(auditKinds)) {
        for (const kind of all)
          for (const folder of ["Presse", null]) {
            const all = {
              ...data,
              person: "Ben Koch",
              team: "Netz",
              folder,
              article: "A",
              source: "Hafenblatt",
              // A renamed object in a personal team has no name in the log.
              ...(/^(team|folder)Renamed$/.test(kind) && folder === null ? { from: null, to: null } : {}),
              subject: "B",
              key: "Postfach",
              start: "folda_Ab3x",
              scopes: ["read", "file"],
              format: "pdf",
              articles: 3,
              addresses: 3,
              count: 2,
            };
            await sql(
              "insert into audit_entries (client_id, topic, kind, actor, actor_name, data) values ($1, $2, $3, 'person', 'Anna Berger', $4)",
              [clientId, topic, kind, JSON.stringify(all)],
            );
          }
      }
      for (const language of ["de", "en"]) {
        const { body } = await anna.get("/audit_entries/csv", { "Accept-Language": language });
        expect(body).not.toMatch(/sentences|nameless|topics|asRole|\{\{|null|undefined/);
        expect(body.trim().split("\r\n")).toHaveLength(2 * Object.values(auditKinds).flat().length + 1);
      }
    });
  });

  it("tells that Jana deleted a comment of Tobias, without its words, and nothing of what Tobias deletes himself", async () => {
    const [{ id }, own] = [await comment("tobias"), await comment("tobias")];
    await clear();
    expect((await world.as("tobias").delete(`/comments/${own.id}`)).status).toBe(204);
    expect(await texts()).toEqual([]);
    expect((await world.as("jana").delete(`/comments/${id}`)).status).toBe(204);
    const text = "Jana Petersen hat einen Kommentar von Tobias Kern zum Beitrag „Weichenstörung“ der Folda „Ausbau Nordkorridor“ gelöscht.";
    expect(await texts()).toEqual([text]);
    expect(await texts(`?user_id=${await world.userId("tobias")}`)).toEqual([text]);
    await clear();
    expect((await world.as("tobias").post(`/trash/${own.id}/restore`, {})).status).toBe(200);
    expect(await texts()).toEqual([]);
    expect((await world.as("tobias").post(`/trash/${id}/restore`, {})).status).toBe(200);
    await world.as("jana").delete(`/comments/${id}`);
    await anna.delete(`/trash/${id}`);
    const of = "einen Kommentar von Tobias Kern zum Beitrag „Weichenstörung“ der Folda „Ausbau Nordkorridor“";
    expect(await texts()).toEqual([
      `Anna Brandt hat ${of} endgültig aus dem Papierkorb gelöscht.`,
      `Jana Petersen hat ${of} gelöscht.`,
      `Tobias Kern hat ${of} wiederhergestellt.`,
    ]);
    expect(JSON.stringify(await sql("select * from audit_entries"))).not.toContain("stimmt so nicht");
  });

  it("tells of a scheduled newsletter that goes out when its time has come, without anybody", async () => {
    const { id, publish } = await publishable();
    await publish({ scheduled_for: new Date(Date.now() + 3_600_000).toISOString() });
    await sql("update mailings set scheduled_for = now() - interval '1 second' where id = $1", [id]);
    await clear();
    await deliverNewsletter(world.services, id, new AbortController().signal);
    expect((await log()).body.entries).toMatchObject([
      {
        kind: "newsletterPublished",
        actor: { type: "system", id: null, name: null },
        text: "Der geplante Newsletter „Presse heute“ der Folda „Presseschau“ ist veröffentlicht worden.",
      },
    ]);
    await sql("delete from jobs");
  });

  describe("of sign-ins", () => {
    const failAs = (email: string) => world.visitor.post("/auth", { workspace: "demo", email, password: "Weiche-falsch-gestellt-9" });

    it("tells who came and who left, and counts who did not get in, without what they typed", async () => {
      await clear();
      const token = (await world.visitor.post("/auth", credentialsOf("clara"))).body.auth_token;
      await world.visitor.delete("/auth", { Authorization: `Bearer ${token}` });
      for (const email of ["clara@demo.example", "CLARA@demo.example", "nobody@demo.example"])
        expect((await failAs(email)).status).toBe(401);
      expect((await texts("?topic=signIns")).toSorted()).toEqual([
        "2 Anmeldungen als Clara Voss sind gescheitert.",
        "Clara Voss hat sich abgemeldet.",
        "Clara Voss hat sich angemeldet.",
        "Eine Anmeldung mit einer unbekannten E-Mail-Adresse ist gescheitert.",
      ]);
      const stored = JSON.stringify(await sql("select * from audit_entries"));
      expect(stored).not.toContain("falsch-gestellt");
      expect(stored).not.toContain("nobody");
    });

    it("tells that Clara ended her sessions elsewhere, once", async () => {
      const clara = world.as("clara");
      await world.signIn("clara");
      await clear();
      await clara.delete("/sessions");
      await clara.delete("/sessions");
      expect(await texts()).toEqual(["Clara Voss hat alle eigenen Sitzungen auf anderen Geräten beendet."]);
    });
  });

  it("forgets addresses of who leaves, and keeps the names", async () => {
    await clear();
    const email = `${randomUUID()}@partner.example`;
    await anna.post("/invitations", { invitation: { email_addresses: [email], role: "editor" } });
    const mail = await world.readMail(email);
    await world.visitor.post(`${new URL(mail.links[0] ?? "").pathname}/confirmation`);
    await world.jobsDone();
    const [{ id }] = await sql("select id from users where email = $1", [email]);
    await inTransaction(world.services.database, (tx) => record(tx, { clientId, userId: id }, { kind: "passwordChanged" }));
    // The person has changed the address since, but was invited at this one.
    await sql("update users set email = $2 where id = $1", [id, `${randomUUID()}@partner.example`]);
    expect(await texts(`?user_id=${id}`)).toHaveLength(2);
    await inTransaction(world.services.database, (tx) => record(tx, { clientId, userId: id }, { kind: "accountClosed" }));
    const stored = JSON.stringify(await sql("select * from audit_entries"));
    expect(stored).not.toContain("@");
    expect(stored).toContain(email.split("@")[0]);
  });

  describe("is filtered", () => {
    it("by person, whoever did it and to whom, by kind and by day", async () => {
      await clear();
      const [team, tobias] = [await makeTeam(), await world.userId("tobias")];
      await make(world.as("jana"), "/memberships", { membership: { team_id: team, user_id: tobias, role: "editor" } });
      await world.as("tobias").delete(`/teams/${team}/membership`);
      const tag = await makeTag("Überflüssig");
      await anna.delete(`/tags/${tag}`);
      expect(await texts(`?user_id=${tobias}`)).toEqual([
        "Tobias Kern hat das Team „Fahrgastrechte“ verlassen.",
        "Jana Petersen hat Tobias Kern als Editor in das Team „Fahrgastrechte“ aufgenommen.",
      ]);
      expect(await texts("?topic=tags")).toEqual([
        "Anna Brandt hat den Tag „Überflüssig“ gelöscht.",
        "Anna Brandt hat den Tag „Überflüssig“ angelegt.",
      ]);
      expect(await texts(`?topic=teams&user_id=${tobias}`)).toEqual([]);

      // The last moment of a day and the first of the next, in Berlin.
      await sql("update audit_entries set created_at = '2026-03-01T22:59:59.999Z' where kind = 'teamCreated'");
      await sql("update audit_entries set created_at = '2026-03-01T23:00:00Z' where kind = 'membershipAdded'");
      expect(await texts("?until=2026-03-01")).toEqual(["Jana Petersen hat das Team „Fahrgastrechte“ angelegt."]);
      expect(await texts("?from=2026-03-02&until=2026-03-02")).toEqual([
        "Jana Petersen hat Tobias Kern als Editor in das Team „Fahrgastrechte“ aufgenommen.",
      ]);
    });

    it("for who looks for somebody by a part of the name, those who have left among them", async () => {
      const found = (await anna.get("/audit_entries/people?term=tob")).body;
      expect(found).toMatchObject([{ first_name: "Tobias", last_name: "Kern", email: "tobias@demo.example" }]);
    });
  });

  describe("in pages of 25", () => {
    const fill = (count: number) =>
      sql(
        `insert into audit_entries (client_id, topic, kind, actor, actor_name, actor_id, data, created_at)
         select $1, 'tags', 'tagDeleted', 'person', 'Anna Brandt', $3, jsonb_build_object('tag', n), '2026-01-01'::timestamptz + n * interval '1 second'
         from generate_series(1, $2) as n`,
        [clientId, count, null],
      );
    const tagsOf = ({ body }: Answer) => body.entries.map(({ data }: { data: { tag: number } }) => data.tag);

    it("leads to older ones and back, and to no page beyond", async () => {
      await clear();
      await fill(60);
      const first = await log();
      const second = await log(`?before=${first.body.meta.older}`);
      const third = await log(`?before=${second.body.meta.older}`);
      expect([first, second, third].map((page) => [tagsOf(page)[0], tagsOf(page).at(-1)])).toEqual([
        [60, 36],
        [35, 11],
        [10, 1],
      ]);
      expect([first.body.meta.newer, third.body.meta.older]).toEqual([null, null]);
      const back = await log(`?after=${third.body.meta.newer}`);
      expect(tagsOf(back)).toEqual(tagsOf(second));
      expect(tagsOf(await log(`?after=${back.body.meta.newer}`))).toEqual(tagsOf(first));
    });

    it("costs the same statements and reads no more rows, however much there is and wherever the page stands", async () => {
      await clear();
      await fill(50);
      const few = await countStatements(() => log());
      await fill(5000);
      const many = await countStatements(() => log());
      const last = await countStatements(async () => log(`?before=${few.result.body.meta.older}&user_id=${await world.userId("jana")}`));
      expect(many.statements).toHaveLength(few.statements.length);
      expect(last.statements.length).toBeLessThanOrEqual(few.statements.length + 1);
      await sql("analyze audit_entries");
      for (const condition of ["client_id = $1", "client_id = $1 and topic = 'tags'", "client_id = $1 and actor_id = $1"]) {
        const plan = await sql(
          `explain (analyze, format json) select id from audit_entries where ${condition} order by created_at desc, id desc limit 26`,
          [clientId],
        );
        expect(JSON.stringify(plan), condition).toMatch(/"Node Type":"(Index|Index Only) Scan"/);
        expect(JSON.stringify(plan), condition).not.toMatch(/"Node Type":"(Sort|Seq Scan)"/);
      }
    });

    it("is whole as a file, however many batches that takes", async () => {
      await clear();
      await fill(5050);
      const lines = (await anna.get("/audit_entries/csv", german)).body.trim().split("\r\n");
      expect(lines).toHaveLength(5051);
      expect(new Set(lines).size).toBeGreaterThan(5000);
    });
  });

  it("is a file that a German and an English spreadsheet open, and that runs nothing", async () => {
    await clear();
    const tag = await makeTag('=HYPERLINK("http://böse.example")');
    await sql("update users set first_name = '=cmd|''/c calc''!A1', last_name = null where id = $1", [await world.userId("jana")]);
    await world.as("jana").delete(`/tags/${tag}`);
    await sql("update users set first_name = 'Jana', last_name = 'Petersen' where id = $1", [await world.userId("jana")]);
    const response = await anna.request("/audit_entries/csv?topic=tags", { headers: german });
    expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="Protokoll.csv"');
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, line] = new TextDecoder().decode(bytes).split("\r\n");
    expect(head).toBe('"Zeitpunkt";"Wer";"Art";"Was"');
    expect(line).toMatch(/^"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d";"'=cmd\|/);
    expect(line).toContain('"\'=cmd|\'/c calc\'!A1 hat den Tag „=HYPERLINK(""http://böse.example"")“ gelöscht."');
    const english = (await anna.get("/audit_entries/csv?topic=tags", { "Accept-Language": "en" })).body;
    expect(english).toContain('"Time","Who","Kind","What"');
  });

  it("is kept for as many days as the operator says", async () => {
    await clear();
    await makeTag("Alt").then((id) => anna.delete(`/tags/${id}`));
    await sql("update audit_entries set created_at = now() - interval '31 days'");
    await makeTag("Neu").then((id) => anna.delete(`/tags/${id}`));
    await sweep(world.services);
    expect(await texts()).toEqual(["Anna Brandt hat den Tag „Neu“ gelöscht.", "Anna Brandt hat den Tag „Neu“ angelegt."]);
  });

  it("holds nothing of a write that is rolled back", async () => {
    await clear();
    const failing = inTransaction(world.services.database, async (tx) => {
      await record(tx, { clientId, userId: await world.userId("anna") }, { kind: "themeChanged" });
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await kinds()).toEqual([]);
  });

  it("tells once what is sent three times, and nothing of what changes nothing", async () => {
    await clear();
    const jana = world.as("jana");
    const key = { "Idempotency-Key": randomUUID() };
    const sent = await Promise.all([1, 2, 3].map(() => jana.post("/teams", { team: { name: "Vertrieb" } }, key)));
    const [team, tobias] = [sent[0]?.body.id, await world.userId("tobias")];
    const add = () => jana.post("/memberships", { membership: { team_id: team, user_id: tobias, role: "editor" } }, key);
    const [membership] = [await add(), await add()];
    await jana.put(`/memberships/${membership?.body.id}`, { membership: { role: "editor", active: true } });
    expect((await kinds()).toSorted()).toEqual(["membershipAdded", "teamCreated"]);
  });

  interface Write {
    /** The subject of the write, created before it. */
    prepare?: (() => Promise<unknown>) | undefined;
    // biome-ignore lint/suspicious/noExplicitAny: each write knows its own subject.
    send: (made: any) => Promise<Answer>;
    kinds: string[];
  }
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  const write = <Made = any>(
    prepare: (() => Promise<Made>) | undefined,
    send: (made: Made) => Promise<Answer>,
    ...kinds: string[]
  ): Write => ({
    prepare,
    send,
    kinds,
  });

  /** The path of the first link in the newest mail to an address. */
  const linkTo = async (email: string, subject = "") => new URL((await world.readMail(email, { subject })).links[0] ?? "").pathname;
  const anAddress = (domain: string) => `${randomUUID().replaceAll("-", "")}@${domain}.example`;
  const invite = (email = anAddress("partner")) => anna.post("/invitations", { invitation: { email_addresses: [email], role: "editor" } });
  const newInvitation = async (): Promise<string> => (await invite()).body[0].id;
  const oldInvitation = async () => {
    const id = await newInvitation();
    // The invitation's expiry is set when the mail is sent.
    await world.jobsDone();
    await sql("update invitations set expires_at = expires_at - interval '1 day' where id = $1", [id]);
    return id;
  };
  const linkOfInvitation = async () => {
    const email = anAddress("partner");
    await invite(email);
    return linkTo(email);
  };
  const newMember = async (): Promise<string> => {
    const email = anAddress("partner");
    await invite(email);
    await world.visitor.post(`${await linkTo(email)}/confirmation`);
    return (await sql("select id from users where email = $1", [email]))[0].id;
  };
  const otherSession = async (): Promise<string> => {
    await world.signIn("clara");
    const { body } = await world.as("clara").get("/sessions");
    return body.find(({ current }: { current: boolean }) => !current).id;
  };
  const linkOfSignUp = async () => {
    const email = anAddress("demo");
    await world.visitor.post("/users", { user: { workspace: "demo", email, ...twice } });
    return linkTo(email);
  };
  const linkOfReset = async () => {
    await world.visitor.post("/password_resets", { workspace: "demo", email: "piotr@demo.example" });
    return linkTo("piotr@demo.example", "password");
  };
  const linkOfNewAddress = async () => {
    const email = anAddress("demo");
    const change = { current_password: password, email, email_confirmation: email };
    expect((await world.as("miriam").post("/change_email", change)).status).toBe(204);
    return linkTo(email);
  };

  const sourceFields = async () => {
    const path = `/${randomUUID()}`;
    web.setAnswer(path, { headers: { "content-type": "application/rss+xml" }, body: rssOf([]) });
    return { folder_id: await world.folderId("presseschau"), address: `${web.url}${path}`, tags: ["Bahn"] };
  };
  const makeSource = async () => {
    const fields = await sourceFields();
    return { id: await make(world.as("henrike"), "/sources", { source: fields }), fields };
  };
  const membershipFields = async () => ({ team_id: await makeTeam(), user_id: await world.userId("tobias"), role: "editor" });
  const makeMembership = async () => {
    const membership = await membershipFields();
    return { id: await make(world.as("jana"), "/memberships", { membership }), team: membership.team_id };
  };
  const ownershipFields = async () => ({ folder_id: await makeFolder(), user_id: await world.userId("tobias"), role: "editor" });
  const makeOwnership = async () => make(world.as("jana"), "/ownerships", { ownership: await ownershipFields() });
  const newTag = () => makeTag(`Tag ${randomUUID()}`);
  const makeArticle = async (): Promise<string> => (await fileArticle(world.as("henrike"), await world.folderId("presseschau"))).id;
  const batchOf = (id: string) => ({ batch: { content_ids: [id], change: { kind: "delete" } } });
  const makeSubscriber = async (): Promise<string> => {
    const folder = await makeFolder();
    await giveSubscriber(folder);
    return (await world.as("jana").get(`/folders/${folder}/subscribers`)).body.entries[0].id;
  };
  const inAnHour = () => ({ scheduled_for: new Date(Date.now() + 3_600_000).toISOString() });
  const previewable = async () => {
    const { id } = await publishable();
    const mailing = { vuex_state: { preview_recipients: ["jana@demo.example", "presse@anderswo.example"] } };
    await world.as("henrike").put(`/mailings/${id}`, { mailing });
    return id;
  };
  const scheduled = async () => {
    const { id, publish } = await publishable();
    await publish(inAnHour());
    return id;
  };
  /** A published newsletter, whose deliveries then get these values. */
  const published = async (deliveries = "") => {
    const { id, publish } = await publishable();
    await publish();
    await world.jobsDone();
    if (deliveries) await sql(`update mailing_deliveries set ${deliveries} where mailing_id = $1`, [id]);
    return id;
  };
  const as = (person: string) => world.as(person);
  const remove = (person: string, path: string) => (id: string) => as(person).delete(`${path}/${id}`);
  const restore = (person: string) => (id: string) => as(person).post(`/trash/${id}/restore`, {});

  /** Every write that the log records, by its call. */
  const told: Record<string, Write> = {
    "POST /auth": write(undefined, () => world.visitor.post("/auth", credentialsOf("clara")), "signedIn"),
    "DELETE /auth": write(
      () => world.signIn("clara"),
      (token) => world.visitor.delete("/auth", { Authorization: `Bearer ${token}` }),
      "signedOut",
    ),
    "DELETE /sessions": write(
      () => world.signIn("clara"),
      () => as("clara").delete("/sessions"),
      "sessionsEnded",
    ),
    "DELETE /sessions, with an API key": write(
      () => makeKey(as("tobias")),
      () => as("tobias").delete("/sessions"),
      "apiKeysRevoked",
    ),
    "POST /api_keys": write(undefined, () => as("henrike").post("/api_keys", keyFields), "apiKeyCreated"),
    "DELETE /api_keys/{id}": write(() => makeKey(as("clara")), remove("clara", "/api_keys"), "apiKeyRevoked"),
    "DELETE /sessions/{id}": write(otherSession, remove("clara", "/sessions"), "sessionEnded"),
    "PUT /users/{id}": write(
      () => world.userId("florian"),
      (id) => as("florian").put(`/users/${id}`, { user: { current_password: password, ...twice } }),
      "passwordChanged",
    ),
    "DELETE /users/{id}": write(
      () => world.userId("sabine"),
      (id) => as("sabine").delete(`/users/${id}`, {}, { current_password: password }),
      "accountClosed",
    ),
    "PUT /users/{id}, of another role": write(
      newMember,
      (id) => anna.put(`/users/${id}`, { user: { role: "admin" } }),
      "memberRoleChanged",
    ),
    "DELETE /users/{id}, of somebody else": write(newMember, remove("anna", "/users"), "memberRemoved"),
    "PUT /password_resets/{token}": write(linkOfReset, (path) => world.visitor.put(path, twice), "passwordReset"),
    "POST /email_confirmations/{token}": write(linkOfSignUp, (path) => world.visitor.post(path), "memberSignedUp"),
    "POST /email_confirmations/{token}, of another address": write(linkOfNewAddress, (path) => world.visitor.post(path), "emailChanged"),
    "POST /invitations": write(undefined, () => invite(), "memberInvited"),
    "POST /invitations/{token}/confirmation": write(linkOfInvitation, (path) => world.visitor.post(`${path}/confirmation`), "memberJoined"),
    "PUT /invitations/{id}": write(
      newInvitation,
      (id) => anna.put(`/invitations/${id}`, { invitation: { role: "admin" } }),
      "invitationRoleChanged",
    ),
    "POST /invitations/{id}/mail": write(oldInvitation, (id) => anna.post(`/invitations/${id}/mail`), "invitationResent"),
    "DELETE /invitations/{id}": write(newInvitation, remove("anna", "/invitations"), "invitationDeleted"),
    "POST /webview_keys": write(
      // The same key both times: if the entry cannot be written, the key can be used for another try.
      async () => createHash("sha256").update(randomUUID()).digest("base64url"),
      (digest) => as("clara").post("/webview_keys", { digest }),
      "webviewEntered",
    ),
    "POST /exports": write(
      makeArticle,
      (id) => as("henrike").post("/exports", { export: { content_ids: id, format: "html", title: "Presse" } }),
      "exportMade",
    ),
    "PUT /clients/{id}": write(
      undefined,
      () =>
        anna.put(`/clients/${clientId}`, { client: { name: `Nordbahn ${randomUUID()}`, theme: JSON.stringify({ mainColor: "#8a1538" }) } }),
      "settingsChanged",
      "themeChanged",
    ),
    "POST /sources": write(sourceFields, (source) => as("henrike").post("/sources", { source }), "sourceAdded"),
    "PUT /sources/{id}": write(
      makeSource,
      ({ id, fields }) => as("henrike").put(`/sources/${id}`, { source: { ...fields, is_paused: true } }),
      "sourceChanged",
    ),
    "DELETE /sources/{id}": write(makeSource, ({ id }) => as("henrike").delete(`/sources/${id}`), "sourceDeleted"),
    "POST /teams": write(undefined, () => anna.post("/teams", { team: { name: "Nahverkehr" } }), "teamCreated"),
    "PUT /teams/{id}": write(makeTeam, (id) => as("jana").put(`/teams/${id}`, { team: { name: "Tarife" } }), "teamRenamed"),
    "DELETE /teams/{id}": write(makeTeam, remove("jana", "/teams"), "teamDeleted"),
    "DELETE /teams/{id}/membership": write(
      makeMembership,
      ({ team }) => as("tobias").delete(`/teams/${team}/membership`),
      "membershipLeft",
    ),
    "POST /memberships": write(membershipFields, (membership) => as("jana").post("/memberships", { membership }), "membershipAdded"),
    "PUT /memberships/{id}": write(
      makeMembership,
      ({ id }) => as("jana").put(`/memberships/${id}`, { membership: { role: "admin", active: false } }),
      "membershipDeactivated",
      "membershipRoleChanged",
    ),
    "DELETE /memberships/{id}": write(makeMembership, ({ id }) => as("jana").delete(`/memberships/${id}`), "membershipRemoved"),
    "POST /folders": write(makeTeam, (id) => as("jana").post("/folders", { folder: { name: "Urteile", team_id: id } }), "folderCreated"),
    "PUT /folders/{id}": write(
      async () => ({ id: await makeFolder(), team: await makeTeam() }),
      ({ id, team }) => as("jana").put(`/folders/${id}`, { folder: { name: "Gerichte", team_id: team } }),
      "folderMoved",
      "folderRenamed",
    ),
    "PUT /folders/{id}/stream": write(
      makeFolder,
      (id) => as("jana").put(`/folders/${id}/stream`, { hidden_from_stream: true }),
      "folderHidden",
    ),
    "DELETE /folders/{id}": write(makeFolder, remove("jana", "/folders"), "folderDeleted"),
    "POST /ownerships": write(ownershipFields, (ownership) => as("jana").post("/ownerships", { ownership }), "ownershipAdded"),
    "PUT /ownerships/{id}": write(
      makeOwnership,
      (id) => as("jana").put(`/ownerships/${id}`, { ownership: { role: "admin", active: false } }),
      "ownershipDeactivated",
      "ownershipRoleChanged",
    ),
    "POST /tags": write(undefined, () => anna.post("/tags", { tag: { name: `Tag ${randomUUID()}` } }), "tagCreated"),
    "PUT /tags/{id}": write(newTag, (id) => anna.put(`/tags/${id}`, { tag: { name: `Tag ${randomUUID()}` } }), "tagRenamed"),
    "POST /tags/{id}/merge": write(
      async () => {
        const into = `Tag ${randomUUID()}`;
        await makeTag(into);
        return { id: await newTag(), into };
      },
      ({ id, into }) => anna.post(`/tags/${id}/merge`, { tag: { into } }),
      "tagMerged",
    ),
    "DELETE /tags/{id}": write(newTag, remove("anna", "/tags"), "tagDeleted"),
    "POST /contents, with a new tag": write(
      async () => articleFields(await world.folderId("presseschau"), { tags: [`Tag ${randomUUID()}`] }),
      (content) => as("henrike").post("/contents", { content }),
      "tagCreated",
    ),
    "DELETE /contents/{id}": write(makeArticle, remove("henrike", "/contents"), "articleDeleted"),
    "POST /trash/{id}/restore": write(makeTrash, restore("henrike"), "articleRestored"),
    "POST /trash/{id}/restore, of a folder": write(makeTrashedFolder, restore("jana"), "folderRestored"),
    "POST /trash/{id}/restore, of a comment": write(makeTrashedComment, restore("tobias"), "commentRestored"),
    "DELETE /trash/{id}": write(makeTrash, remove("anna", "/trash"), "articlePurged"),
    "DELETE /trash/{id}, of a folder": write(makeTrashedFolder, remove("anna", "/trash"), "folderPurged"),
    "DELETE /trash/{id}, of a comment": write(makeTrashedComment, remove("anna", "/trash"), "commentPurged"),
    "POST /batches": write(makeArticle, (id) => as("henrike").post("/batches", batchOf(id)), "articleDeleted"),
    "POST /batches/{id}/undo": write(
      async () => make(as("henrike"), "/batches", batchOf(await makeArticle())),
      (id) => as("henrike").post(`/batches/${id}/undo`, {}),
      "articleRestored",
    ),
    "DELETE /comments/{id}, of somebody else": write(
      async () => (await comment("tobias")).id,
      remove("jana", "/comments"),
      "commentDeleted",
    ),
    "PUT /mailings/{id}": write(publishable, ({ publish }) => publish(), "newsletterPublished"),
    "PUT /mailings/{id}, scheduled": write(publishable, ({ publish }) => publish(inAnHour()), "newsletterScheduled"),
    "PUT /mailings/{id}, preview": write(
      previewable,
      (id) => as("henrike").put(`/mailings/${id}`, { mailing: {}, perform: "preview" }),
      "newsletterPreviewed",
    ),
    "DELETE /mailings/{id}/publication": write(
      scheduled,
      (id) => as("henrike").delete(`/mailings/${id}/publication`),
      "newsletterUnscheduled",
    ),
    "DELETE /mailings/{id}/publication, under way": write(
      () => published("state = 'waiting', next_attempt_at = now() + interval '1 day'"),
      (id) => as("henrike").delete(`/mailings/${id}/publication`),
      "newsletterStopped",
    ),
    "DELETE /mailings/{id}": write(published, remove("henrike", "/mailings"), "newsletterDeleted"),
    "PUT /folders/{id}/subscribable": write(
      makeFolder,
      (id) => as("jana").put(`/folders/${id}/subscribable`, { subscribable: true }),
      "subscriptionsOpened",
    ),
    "POST /folders/{id}/subscribers": write(makeFolder, giveSubscriber, "subscribersImported"),
    "DELETE /subscribers/{id}": write(makeSubscriber, remove("jana", "/subscribers"), "subscriberRemoved"),
    "POST /mailings/{id}/deliveries": write(
      () => published("state = 'refused'"),
      (id) => as("henrike").post(`/mailings/${id}/deliveries`, { deliveries: { state: "refused" } }),
      "newsletterResent",
    ),
  };

  /** Writes that the log does not record: everyday work, and changes that others see anyway. */
  const untold = new Set([
    "POST /sources/preview",
    "POST /sources/{id}/fetch",
    "POST /users",
    "POST /password_resets",
    "POST /password_strength",
    "POST /change_email",
    "DELETE /change_email",
    "POST /inquiries",
    "PUT /inquiries/{id}",
    "POST /newsletter_subscriptions/{id}",
    "POST /newsletter_confirmations/{token}",
    "POST /unsubscriptions/{token}",
    "DELETE /unsubscriptions/{token}",
    "DELETE /opt_outs/{id}",
    "POST /feeds",
    "DELETE /feeds/{id}",
    "POST /follows",
    "PUT /follows/{id}",
    "DELETE /follows/{id}",
    "PUT /digests/settings",
    "POST /digest_links/{token}",
    "POST /mailings",
    "POST /contents",
    "PUT /contents/{id}",
    "PUT /contents/{id}/folder",
    "POST /batches/preview",
    "POST /batches/{id}/stop",
    "POST /bookmark_imports",
    "POST /bookmark_imports/{id}/start",
    "POST /comments/content/{id}",
    "PUT /comments/{id}",
    "POST /notifications/{id}/read",
    "POST /notifications/read",
    "PUT /notifications/settings",
    "POST /notification_mails/{token}",
    "POST /attachments",
    "POST /uploads",
    "POST /uploads/attachment",
    "PUT /attachments/{id}",
    "DELETE /attachments/{id}",
  ]);

  it("knows of every write that there is whether it tells it", async () => {
    const document = (await world.visitor.get("/openapi.json")).body;
    const writes = Object.entries<Record<string, unknown>>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== "get")
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    const known = new Set([...Object.keys(told).map((name) => name.split(",")[0]), ...untold]);
    expect(writes.filter((write) => !known.has(write))).toEqual([]);
    expect([...known].filter((name) => !writes.includes(name ?? ""))).toEqual([]);
  });

  describe.each(Object.entries(told))("%s", (_, write) => {
    it("leaves its entries, and changes nothing where they cannot be written", async () => {
      const made = await write.prepare?.();
      await settled();
      await clear();
      const before = await everything();
      await sql("alter table audit_entries add constraint refused check (kind is null) not valid");
      try {
        expect((await write.send(made)).status).toBe(500);
      } finally {
        await sql("alter table audit_entries drop constraint refused");
      }
      expect(await everything()).toEqual(before);

      expect((await write.send(made)).status).toBeLessThan(300);
      expect((await kinds()).toSorted()).toEqual(write.kinds);
      await settled();
    });
  });

  /** Drops jobs that are due later, and waits for all others. */
  async function settled() {
    await sql("delete from jobs where due_at > now() + interval '10 minutes'");
    await world.jobsDone();
  }

  /** The number of rows and a checksum of every table that writes change. */
  async function everything() {
    const tables =
      await sql(`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('audit_entries', 'rate_limits', 'mailing_pictures') order by table_name`);
    const sums: Record<string, unknown> = {};
    for (const { name } of tables) {
      const [row] = await sql(
        `select count(*) as n, coalesce(sum(hashtextextended(one::text, 0)::numeric), 0)::text as sum from ${name} one`,
      );
      sums[name] = row;
    }
    const [{ n }] = await sql("select count(*) as n from jobs where leased_until is null and failed_at is null");
    return { ...sums, jobs: n };
  }
});
