import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listNewsletters } from "../../api/db/newsletters/newsletters";
import { inTransaction } from "../../api/db/pool";
import { folderTags, getLatestMailing, getMailing, listMailings, mailingTemplates, recipients } from "../../contract/graphql/operations";
import * as limits from "../../contract/limits";
import { vuexStateSchema } from "../../contract/rest/mailings";
import { fileArticle } from "../support/articles";
import { type Caller, formOf } from "../support/caller";
import { engine, type OpenWorld, openWorld } from "../support/harness";
import { sweepAll } from "../support/old-files";
import { openPaper, send } from "../support/paper";

const environment = {
  PUBLIC_URL: "https://lesen.folda.example",
  OPERATOR_NAME: "Nordbahn AG",
};

interface PlanNode {
  "Parent Relationship"?: string;
  "Actual Loops": number;
  Plans?: PlanNode[];
}

/** How often each subplan of a plan was executed. */
const countsIn = (node?: PlanNode): number[] =>
  (node?.Plans ?? []).flatMap((plan) => (plan["Parent Relationship"] === "SubPlan" ? [plan["Actual Loops"]] : countsIn(plan)));

const textBlock = (fields: object = {}) => ({ id: randomUUID(), heading: "", text: "<p>Dazu:</p>", ...fields });
const adaptation = (id: string, fields: object = {}) => ({ id, title: null, teaser: null, picture: null, ...fields });

describe("Newsletters", () => {
  let world: OpenWorld;
  let folder: string;
  let paper: Awaited<ReturnType<typeof openPaper>>;
  beforeAll(async () => {
    paper = await openPaper({
      "/da": send("text/html", "<p>da</p>"),
      "/nur-fuer-abonnenten": (response) => response.writeHead(403).end(),
      "/kaputt": (response) => response.writeHead(500).end(),
    });
    world = await openWorld(engine, { ...environment, IMPORT_ALLOW_HOSTS: paper.host });
    folder = await world.folderId("presseschau");
    await fileArticle(henrike(), folder, { title: "Erster", tags: ["Bau", "Recht"] });
    await fileArticle(henrike(), folder, { title: "Zweiter", tags: ["Recht"] });
    await fileArticle(henrike(), folder, { title: "Dritter", tags: ["Tarif"], language: "en" });
    await fileArticle(henrike(), await world.folderId("politik"), { title: "Woanders", tags: ["Recht"] });
  });
  afterAll(async () => {
    await world.close();
    paper.close();
  });

  const henrike = () => world.as("henrike");
  const query = async (text: string, values: unknown[] = []) => (await world.services.database.pool.query(text, values)).rows;
  const ask = async (person: Caller, document: string, id: string) =>
    (await person.post("/graphql", { query: document, variables: { id } })).body.data;
  const begin = async (vuexState: object = { subject: "Presse" }, folderId = folder, rest = {}) => {
    const answer = await henrike().post("/mailings", { mailing: { folder_id: folderId, vuex_state: vuexState, ...rest } });
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const put = (id: string, mailing: object, perform?: string) =>
    henrike().put(`/mailings/${id}`, { mailing, ...(perform ? { perform } : {}) });
  const publish = async (id: string) => {
    const answer = await put(id, {}, "publish");
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
    return answer.body;
  };
  /** Makes a scheduled newsletter due. */
  const comesDue = async (id: string) => {
    await query("update mailings set scheduled_for = now() - interval '1 second' where id = $1", [id]);
    await query("update jobs set due_at = now() where name = 'mailing-delivery' and payload ->> 'mailingId' = $1", [id]);
  };
  const titlesIn = (mailing: { content: { sections: { tag: { name: string } | null; articles: { title: string }[] }[] } }) =>
    mailing.content.sections.map(({ tag, articles }) => [tag?.name ?? null, articles.map(({ title }) => title)]);
  /** A folder of the same team. */
  const makeFolder = async (name: string): Promise<string> => {
    const [{ team_id: team }] = (await query("select team_id from folders where id = $1", [folder])) as [{ team_id: string }];
    return (await henrike().post("/folders", { folder: { name, team_id: team } })).body.id;
  };
  const select = (choices: { id: string }[], ...ids: string[]) => choices.map(({ id }) => ({ id, selected: ids.includes(id) }));

  describe("as drafts", () => {
    it("begin with all that can be selected, newest articles first, and nothing of other folders", async () => {
      const mailing = await begin();
      const { folderTags: tags } = await ask(henrike(), folderTags, folder);
      expect(tags.map(({ name }: { name: string }) => name)).toEqual(["Bau", "Recht", "Tarif"]);
      expect(tags[1].contents.map(({ title }: { title: string }) => title)).toEqual(["Zweiter", "Erster"]);
      expect(mailing.vuex_state.tags).toEqual(tags.map(({ id }: { id: string }) => ({ id, selected: true })));
      expect(mailing.vuex_state.contents.every(({ selected }: { selected: boolean }) => selected)).toBe(true);
      const { mailing: shown } = await ask(henrike(), getMailing, mailing.id);
      expect(titlesIn(shown)).toEqual([[null, ["Dritter", "Zweiter", "Erster"]]]);
      expect(shown.htmlContent).toContain("Zweiter");
    });

    it("begin, if asked to, with the articles that no published newsletter of the folder offered, and say which one held which", async () => {
      const own = await makeFolder("Ausgaben");
      const sent = await fileArticle(henrike(), own, { title: "Gesendet", tags: ["Bau"] });
      await fileArticle(henrike(), own, { title: "Übergangen", tags: ["Bau"] });
      const { id, vuex_state: state } = await begin({ subject: "Nummer 1" }, own);
      await put(id, { vuex_state: { contents: select(state.contents, sent.id) } });
      // Drafts have not sent anything.
      expect(
        (await begin({ subject: "Nebenbei" }, own, { only_new: true })).vuex_state.contents.every(
          ({ selected }: { selected: boolean }) => selected,
        ),
      ).toBe(true);
      const { published_at: publishedAt } = await publish(id);
      const added = await fileArticle(henrike(), own, { title: "Neu", tags: ["Bau"] });
      const { folderTags: tags } = await ask(henrike(), folderTags, own);
      expect(tags[0].contents.map(({ title, sentAt, isNew }: Record<string, unknown>) => [title, sentAt, isNew]).toSorted()).toEqual([
        ["Gesendet", publishedAt, false],
        ["Neu", null, true],
        ["Übergangen", null, false],
      ]);
      const next = await begin({ subject: "Nummer 2" }, own, { only_new: true });
      expect(next.vuex_state.contents.filter(({ selected }: { selected: boolean }) => selected)).toEqual([
        { id: added.id, selected: true },
      ]);
      expect(next.vuex_state.contents).toHaveLength(3);
    });

    it("group each article once, under its first selected tag, in the order of tags and articles", async () => {
      const { id, vuex_state: state } = await begin();
      const [bau, recht, tarif] = state.tags;
      await put(id, { vuex_state: { group_by_tags: true, tags: [tarif, recht, bau], contents: state.contents.toReversed() } });
      const grouped = async () => titlesIn((await ask(henrike(), getMailing, id)).mailing);
      expect(await grouped()).toEqual([
        ["Tarif", ["Dritter"]],
        ["Recht", ["Erster", "Zweiter"]],
      ]);
      await put(id, { vuex_state: { tags: select(state.tags, bau.id) } });
      expect(await grouped()).toEqual([["Bau", ["Erster"]]]);
    });

    it("are of those who are in the team or look after the folder, with who unsubscribed", async () => {
      await query("insert into unsubscriptions select client_id, $1, id from users where email = 'clara@demo.example'", [folder]);
      const { recipients: people } = await ask(henrike(), recipients, folder);
      expect(people.map(({ email }: { email: string }) => email.split("@")[0])).toEqual([
        "anna",
        "henrike",
        "sabine",
        "jana",
        "matthias",
        "clara",
      ]);
      expect(people.find(({ subscribed }: { subscribed: boolean }) => !subscribed)).toMatchObject({
        email: "clara@demo.example",
        role: "reader",
      });
      const { vuex_state: state } = await begin();
      expect(state.recipients.filter(({ selected }: { selected: boolean }) => !selected)).toEqual([
        { id: await world.userId("clara"), selected: false },
      ]);
      await query("delete from unsubscriptions");
    });

    it("tell who asks how many of those selected they reach, who unsubscribed since, and who is gone", async () => {
      const { id, vuex_state: state } = await begin();
      const reachOf = async (person: Caller, reach?: boolean) =>
        (await person.post("/graphql", { query: getMailing, variables: { id, reach } })).body.data.mailing?.reach;
      const [clara, olga] = [await world.userId("clara"), await world.userId("olga")];
      await put(id, {
        vuex_state: {
          recipients: [...state.recipients, { id: olga, selected: true }, { id: await world.userId("florian"), selected: false }],
        },
      });
      await query("insert into unsubscriptions select client_id, $1, id from users where id = $2", [folder, clara]);
      await query("update memberships set active = false where user_id = $1", [await world.userId("jana")]);
      expect(await reachOf(henrike(), true)).toEqual({ reached: 4, subscribers: 0, all_subscribers: 0, unsubscribed: 1, gone: 2 });
      expect(await reachOf(henrike())).toBeNull();
      expect(await reachOf(world.visitor, true)).toBeUndefined();
      await query("delete from unsubscriptions");
      await query("update memberships set active = true where user_id = $1", [await world.userId("jana")]);
    });

    it("keep what a change leaves out, and are finished by somebody else", async () => {
      const { id } = await begin({ subject: "Presse", intro_text: "Guten Morgen!\n\nHeute: Tarif." });
      const saved = await world.as("sabine").put(`/mailings/${id}`, { mailing: { vuex_state: { group_by_tags: true }, lock_version: 0 } });
      expect(saved.body).toMatchObject({
        lock_version: 1,
        updated_by: { name: { full: "Sabine Ostermann" } },
        vuex_state: { subject: "Presse", intro_text: "<p>Guten Morgen!</p><p>Heute: Tarif.</p>", group_by_tags: true },
      });
    });

    it("lose nothing when two people save at once: the later one gets what is stored", async () => {
      const { id } = await begin();
      const save = (person: string, subject: string, lockVersion = 0) =>
        world.as(person).put(`/mailings/${id}`, { mailing: { vuex_state: { subject }, lock_version: lockVersion } });
      const answers = await Promise.all([save("henrike", "Von Henrike"), save("sabine", "Von Sabine")]);
      const [lost] = answers.filter(({ status }) => status === 409);
      const [won] = answers.filter(({ status }) => status === 200);
      expect(lost?.body).toEqual({ message: "Someone else has changed this in the meantime.", code: "outdated", mailing: won?.body });
      // The rejected change can be saved with the current version.
      expect((await save("anna", "Doch meins", lost?.body.mailing.lock_version)).body.lock_version).toBe(2);
      // The response was lost, and the request is repeated.
      expect((await save("anna", "Doch meins", 1)).status).toBe(200);
    });

    it("are not composed of the inbox", async () => {
      const inbox = await world.inboxIdOf("henrike");
      expect((await henrike().post("/mailings", { mailing: { folder_id: inbox } })).status).toBe(403);
      expect((await ask(henrike(), listMailings, inbox))?.mailings).toBeUndefined();
    });

    it("have bare addresses of their introduction as links", async () => {
      const { id } = await begin({ intro_text: "Mehr dazu: https://paper.example/lage?a=1&b=2." });
      const { content, htmlContent } = (await ask(henrike(), getMailing, id)).mailing;
      expect(content.intro_html).toContain('<a href="https://paper.example/lage?a=1&amp;b=2" rel="noopener nofollow">');
      expect(htmlContent).toMatch(/<a href="https:\/\/paper\.example\/lage\?a=1&amp;b=2" style="/);
    });

    it("are made once by the same key", async () => {
      const body = { mailing: { folder_id: folder, vuex_state: { subject: "Einmal" } } };
      const twice = await Promise.all([1, 2].map(() => henrike().post("/mailings", body, { "Idempotency-Key": "k1" })));
      expect(twice[0]?.body).toEqual(twice[1]?.body);
    });

    it("are listed the newest first, and gone when deleted", async () => {
      const { id } = await begin({ subject: "" });
      const { mailings } = await ask(henrike(), listMailings, folder);
      expect(mailings[0]).toMatchObject({ id, title: null, status: "draft" });
      expect((await world.as("sabine").delete(`/mailings/${id}`)).status).toBe(204);
      expect((await henrike().delete(`/mailings/${id}`)).status).toBe(404);
    });

    it("are listed by pages, with the deliveries of those on the page only, and the latest issues as templates", async () => {
      const own = await makeFolder("Viele Ausgaben");
      const { id } = await begin({ subject: "Nummer 0" }, own);
      await query(
        `insert into mailings (client_id, folder_id, user_id, updated_by_id, subject, vuex_state, created_at, status)
         select client_id, folder_id, user_id, updated_by_id, 'Nummer ' || n, vuex_state, created_at + n * interval '1 minute',
           (case when n > 25 then 'draft' else 'published' end)::mailing_status
         from mailings, generate_series(1, 30) n where id = $1`,
        [id],
      );
      await query(
        `insert into mailing_deliveries (client_id, mailing_id, user_id, email, name)
         select m.client_id, m.id, u.id, u.email, '' from mailings m join users u on u.client_id = m.client_id where m.folder_id = $1`,
        [own],
      );
      const page = async (variables: object) =>
        (await henrike().post("/graphql", { query: listMailings, variables: { id: own, ...variables } })).body.data;
      const numbers = (list: { title: string }[]) => list.map(({ title }) => Number(title.split(" ")[1]));
      const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => from - at);
      const first = await page({});
      expect([first.mailingsCount, numbers(first.mailings)]).toEqual([31, down(30, 6)]);
      expect(first.mailings[0].deliveries.total).toBeGreaterThan(0);
      for (const variables of [{ page: 0 }, { page: null }]) expect(await page(variables)).toEqual(first);
      expect(numbers((await page({ page: 1 })).mailings)).toEqual(down(5, 0));
      expect(await page({ page: 2 })).toEqual({ mailingsCount: 31, mailings: [] });
      const refused = await henrike().post("/graphql", { query: listMailings, variables: { id: own, page: -1 } });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["page"]]);
      const { mailingTemplates: templates } = await ask(henrike(), mailingTemplates, own);
      expect(numbers(templates)).toEqual([25, 24, 23]);

      const { db } = world.services.database;
      const [{ client_id: clientId }] = await query("select client_id from mailings where id = $1", [id]);
      const listed = listNewsletters(db, { id: own, clientId } as Parameters<typeof listNewsletters>[1], { limit: 5, offset: 0 });
      const { rows } = await db.execute<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(sql`explain (analyze, format json) ${listed}`);
      expect(countsIn(rows[0]?.["QUERY PLAN"][0].Plan)).toEqual([5]);
    });

    it("refuse a text block without words at its field, and stay as they were", async () => {
      const made = await begin();
      const { status, body } = await put(made.id, { vuex_state: { text_blocks: [textBlock({ text: "<p> </p>" })] } });
      expect([status, Object.keys(body.errors)]).toEqual([422, ["text_blocks"]]);
      expect((await put(made.id, {})).body).toEqual(made);
    });

    it("hold nothing that runs", async () => {
      const { vuex_state: state } = await begin({
        intro_text: '<p onclick="x()">Hallo<script>alert(1)</script> <a href="javascript:x()">Welt</a></p>',
      });
      expect(state.intro_text).toBe("<p>Hallo Welt</p>");
    });

    it("take nothing of another workspace, whatever its ids", async () => {
      const { id, vuex_state: state } = await begin();
      const foreign = (await fileArticle(world.as("olga"), await world.folderId("fremde"), { title: "Fremd" })).id;
      const elsewhere = await query("select id from articles where title = 'Woanders'");
      const contents = [foreign, elsewhere[0].id, "no-id", ...state.contents.map((one: { id: string }) => one.id)].map((one) => ({
        id: one,
        selected: true,
      }));
      const people = [await world.userId("olga"), await world.userId("anna"), await world.userId("tobias"), "x"].map((one) => ({
        id: one,
        selected: true,
      }));
      await put(id, { vuex_state: { contents, recipients: people } });
      await publish(id);
      await world.jobsDone();
      const shown = (await ask(henrike(), getMailing, id)).mailing;
      expect(titlesIn(shown)).toEqual([[null, ["Dritter", "Zweiter", "Erster"]]]);
      expect((await henrike().get(`/mailings/${id}/deliveries`)).body.entries.map(({ email }: { email: string }) => email)).toEqual([
        "anna@demo.example",
      ]);
    });
  });

  describe("published", () => {
    it.each<[string, object, string, string]>([
      ["no subject", { subject: "" }, "subject", "This field is required"],
      ["no tag", { tags: [] }, "tags", "Please select at least one tag."],
      ["no article", { contents: [] }, "contents", "Please select at least one article."],
      ["no recipient", { recipients: [] }, "recipients", "Please select at least one recipient."],
    ])("need more than %s, and what was saved stays", async (_, state, field, message) => {
      const { id } = await begin();
      const { status, body } = await put(id, { vuex_state: state }, "publish");
      expect([status, body.errors]).toEqual([422, { [field]: [message] }]);
      expect((await put(id, {})).body).toMatchObject({ status: "draft", lock_version: 1, vuex_state: state });
    });

    it("leave out what must not be shared or was deleted, say which and why, and tell visitors nothing of it", async () => {
      const other = await makeFolder("Politik heute");
      await fileArticle(henrike(), other, { title: "Offen", tags: ["Recht"] });
      const secret = await fileArticle(henrike(), other, { title: "Geheim", tags: ["Recht"] });
      const gone = await fileArticle(henrike(), other, { title: "Verworfen", tags: ["Recht"] });
      const { id } = await begin({ subject: "Politik", preview_recipients: ["probe@anderswo.example"] }, other);
      await query("update articles set shareable = false where id = $1", [secret.id]);
      await henrike().delete(`/contents/${gone.id}`);
      const leftOut = [
        { id: secret.id, title: "Geheim", reason: "not_shareable" },
        { id: gone.id, title: "Verworfen", reason: "gone" },
      ];
      const draft = (await ask(henrike(), getMailing, id)).mailing;
      expect([titlesIn(draft), draft.leftOut]).toEqual([[[null, ["Offen"]]], leftOut]);

      await put(id, { vuex_state: { subject: "Politik!" } }, "preview");
      const preview = await world.readMail("probe@anderswo.example", { subject: "Politik!" });
      expect(preview.subject).toMatch(/^(Vorschau|Preview): Politik!$/);
      for (const form of [preview.html, preview.text]) expect(form).not.toMatch(/Geheim|Verworfen/);

      expect((await publish(id)).left_out).toEqual(leftOut);
      const mail = await world.readMail("clara@demo.example", { subject: "Politik!" });
      for (const form of [mail.html, mail.text]) {
        expect(form).toContain("Offen");
        expect(form).not.toMatch(/Geheim|Verworfen/);
      }
      const { mailings } = await ask(henrike(), listMailings, other);
      expect(mailings[0]).toMatchObject({ id, leftOut });
      expect(JSON.stringify((await ask(world.visitor, getMailing, id)).mailing)).not.toMatch(/Geheim|Verworfen/);
      expect((await ask(world.visitor, getMailing, id)).mailing.leftOut).toBeNull();
    });

    it("are neither sent nor previewed if everything would be left out", async () => {
      const other = await makeFolder("Nur Geheimes");
      await fileArticle(henrike(), other, { title: "Geheim", tags: ["Recht"] });
      const { id } = await begin({ subject: "Nichts", preview_recipients: ["leer@anderswo.example"] }, other);
      await query("update articles set shareable = false where folder_id = $1", [other]);
      const errors = { contents: ["“Geheim” must not be shared. Please remove it."] };
      for (const perform of ["publish", "preview"]) {
        const refused = await put(id, {}, perform);
        expect([refused.status, refused.body.errors]).toEqual([422, errors]);
      }
      await query("delete from articles where folder_id = $1", [other]);
      expect((await put(id, {}, "publish")).body.errors).toEqual({ contents: ["Please select at least one article."] });
      expect((await put(id, {})).body.status).toBe("draft");
      expect(await world.mailsTo("leer@anderswo.example")).toEqual([]);
    });

    it("leave out what was locked or deleted after they were scheduled, and return to their author if nothing is left", async () => {
      const other = await makeFolder("Geplantes");
      const make = (title: string) => fileArticle(henrike(), other, { title, tags: ["Recht"] });
      const articles = [await make("Bleibt"), await make("Wird gesperrt"), await make("Wird gelöscht")] as const;
      const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
      const schedule = async (subject: string) => {
        const { id } = await begin({ subject }, other);
        expect((await put(id, { scheduled_for: tomorrow }, "publish")).body).toMatchObject({ status: "scheduled", left_out: [] });
        return id as string;
      };
      const partly = await schedule("Zum Teil");
      const whole = await schedule("Gar nicht");
      const held = await henrike().get(`/contents/${articles[1].id}/scheduled_mailings`);
      expect(held.body).toEqual([
        { id: partly, title: "Zum Teil", scheduled_for: tomorrow },
        { id: whole, title: "Gar nicht", scheduled_for: tomorrow },
      ]);

      await query("update articles set shareable = false where id = $1", [articles[1].id]);
      await henrike().delete(`/contents/${articles[2].id}`);
      await comesDue(partly);
      const mail = await world.readMail("clara@demo.example", { subject: "Zum Teil" });
      for (const form of [mail.html, mail.text]) {
        expect(form).toContain("Bleibt");
        expect(form).not.toMatch(/Wird/);
      }
      const shown = (await ask(henrike(), getMailing, partly)).mailing;
      expect([shown.status, titlesIn(shown)]).toEqual(["published", [[null, ["Bleibt"]]]]);
      expect(shown.htmlContent).not.toMatch(/Wird/);
      expect(shown.leftOut.map(({ title, reason }: { title: string; reason: string }) => [title, reason]).sort()).toEqual([
        ["Wird gelöscht", "gone"],
        ["Wird gesperrt", "not_shareable"],
      ]);

      await query("update articles set shareable = false where id = $1", [articles[0].id]);
      await query("update users set locale = 'de' where email = 'henrike@demo.example'");
      await comesDue(whole);
      const told = await world.readMail("henrike@demo.example", { subject: "„Gar nicht“ wurde nicht gesendet" });
      for (const form of [told.html, told.text]) for (const { title } of articles) expect(form).toContain(title);
      expect((await put(whole, {})).body).toMatchObject({ status: "draft", scheduled_for: null, published_at: null, left_out: [] });
      for (const address of ["clara@demo.example", "jana@demo.example"])
        expect((await world.mailsTo(address)).filter(({ subject }) => subject === "Gar nicht")).toEqual([]);
      expect((await world.mailsTo("henrike@demo.example")).filter(({ subject }) => subject === told.subject)).toHaveLength(1);

      const [clara] = await query("select id from users where email = 'clara@demo.example'");
      const before = (await world.mailsTo("clara@demo.example")).length;
      await inTransaction(world.services.database, (tx) =>
        world.services.jobs.enqueue(tx, "newsletter-returned-mail", { mailingId: whole, userId: clara.id }),
      );
      expect(await world.mailsTo("clara@demo.example"), "an author who may no longer see it learns no titles").toHaveLength(before);
    });

    it("are for everybody, with nothing of their recipients, and the latest of a folder is found", async () => {
      const { id } = await begin({ subject: "Öffentlich" });
      expect((await ask(world.visitor, getMailing, id)).mailing).toBeNull();
      await publish(id);
      expect((await world.as("clara").get(`/folders/${folder}`)).body.has_newsletter).toBe(true);
      const { mailing } = await ask(world.visitor, getMailing, id);
      expect(mailing).toMatchObject({ title: "Öffentlich", status: "published", vuexState: null, updatedBy: null, deliveries: null });
      expect(JSON.stringify(mailing)).not.toMatch(/demo\.example|unsubscribe/);
      expect((await ask(world.visitor, getLatestMailing, folder)).latestMailing).toMatchObject({ id, title: "Öffentlich" });
      expect((await ask(world.visitor, getLatestMailing, await world.folderId("ki"))).latestMailing).toBeNull();
    });

    it("are listed for everybody by year, in the product's time zone, without drafts, scheduled and deleted ones", async () => {
      const place = await makeFolder("Archiv");
      await fileArticle(henrike(), place, { title: "Aus dem Archiv", tags: ["Recht"] });
      const archiveOf = (year?: number, of = place) => world.visitor.get(`/newsletter_archives/${of}${year ? `?year=${year}` : ""}`);
      expect((await archiveOf()).status).toBe(404);
      const issues = await Promise.all(["Alt", "Silvester", "Neu", "Entwurf"].map((subject) => begin({ subject }, place)));
      const [alt, silvester, neu] = issues.map(({ id }) => id) as [string, string, string];
      for (const [id, at] of [
        [alt, "2023-05-04T08:00:00Z"],
        [silvester, "2023-12-31T23:30:00Z"],
        [neu, "2024-02-01T08:00:00Z"],
      ] as const) {
        await publish(id);
        await query("update mailings set published_at = $2 where id = $1", [id, at]);
      }
      const { status, body } = await archiveOf();
      expect(status).toBe(200);
      expect(body).toMatchObject({ folder: "Archiv", language: "de", years: [2024, 2023] });
      const subjects = (archive: { issues: { subject: string }[] }) => archive.issues.map(({ subject }) => subject);
      expect(subjects(body)).toEqual(["Neu", "Silvester", "Alt"]);
      expect(body.issues[0]).toMatchObject({
        id: neu,
        published_at: "2024-02-01T08:00:00Z",
        language: "de",
        headlines: ["Aus dem Archiv"],
      });
      expect(JSON.stringify(body)).not.toMatch(/demo\.example/);
      expect(subjects((await archiveOf(2024)).body)).toEqual(["Neu", "Silvester"]);
      expect(subjects((await archiveOf(2023)).body)).toEqual(["Alt"]);
      expect((await archiveOf(2022)).status).toBe(404);
      await henrike().delete(`/mailings/${neu}`);
      expect((await archiveOf()).body.years).toEqual([2024, 2023]);
      await henrike().delete(`/mailings/${silvester}`);
      expect((await archiveOf()).body.years).toEqual([2023]);
      for (const nowhere of ["nothing", randomUUID()]) expect((await archiveOf(undefined, nowhere)).status).toBe(404);
      await query("update clients set disabled_at = now()");
      expect((await archiveOf()).status).toBe(404);
      await query("update clients set disabled_at = null");
    });

    it("never change again, whatever becomes of articles, tags and workspace", async () => {
      const article = await fileArticle(henrike(), folder, { title: "Bleibt so", tags: ["Dauer"] });
      const { id, vuex_state: state } = await begin({ subject: "Fest", group_by_tags: true });
      const before = await publish(id);
      const shown = (await ask(henrike(), getMailing, id)).mailing;
      expect(shown.htmlContent).toContain("Bleibt so");
      await henrike().delete(`/contents/${article.id}`);
      await query("update tags set name = 'Anders' where name = 'Dauer'");
      await query("update clients set name = 'Südbahn' where workspace = 'demo'");
      expect((await ask(henrike(), getMailing, id)).mailing).toMatchObject({ content: shown.content, htmlContent: shown.htmlContent });
      await query("update clients set name = 'Nordbahn' where workspace = 'demo'");
      await query("update tags set name = 'Dauer' where name = 'Anders'");
      for (const perform of [undefined, "publish", "preview"]) {
        const { status, body } = await put(id, { vuex_state: { ...state, subject: "Neu" } }, perform);
        expect([status, body.code]).toEqual([409, "published"]);
      }
      expect(before.vuex_state).toEqual((await ask(henrike(), getMailing, id)).mailing.vuexState);
    });

    it("go out once when two people publish at the same moment", async () => {
      const { id } = await begin({ subject: "Zugleich" });
      const answers = await Promise.all(
        ["henrike", "sabine", "anna"].map((person) => world.as(person).put(`/mailings/${id}`, { mailing: {}, perform: "publish" })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      const mails = await world.mailsTo("clara@demo.example");
      expect(mails.filter(({ subject }) => subject === "Zugleich")).toHaveLength(1);
    });

    it("wait for their time, can be taken back, and then go out to who is there", async () => {
      const { id } = await begin({ subject: "Später" });
      const schedule = (moment: string) => put(id, { scheduled_for: moment }, "publish");
      expect((await schedule("2020-01-01T00:00:00Z")).body.errors).toEqual({ scheduled_for: ["This time has passed."] });
      expect((await schedule("2090-01-01T00:00:00Z")).body.errors).toEqual({ scheduled_for: ["Please choose a time within a year."] });
      const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
      const scheduled = await schedule(tomorrow);
      expect(scheduled.body).toMatchObject({ status: "scheduled", scheduled_for: tomorrow, deliveries: { total: 0 } });
      expect((await ask(world.visitor, getMailing, id)).mailing).toBeNull();
      expect((await put(id, { vuex_state: { subject: "Neu" } })).body).toMatchObject({
        code: "scheduled",
        mailing: { status: "scheduled" },
      });
      expect((await henrike().delete(`/mailings/${id}/publication`)).body).toMatchObject({ status: "draft", scheduled_for: null });
      expect((await schedule(tomorrow)).body.status).toBe("scheduled");

      await comesDue(id);
      await expect.poll(async () => (await ask(world.visitor, getMailing, id)).mailing?.status).toBe("published");
      await world.readMail("clara@demo.example", { subject: "Später" });
    });
  });

  describe("composed", () => {
    const contentOf = async (id: string) => (await ask(henrike(), getMailing, id)).mailing.content;
    const itemsIn = (content: { sections: { articles: { title: string; teaser: string }[] }[] }) =>
      content.sections.flatMap(({ articles }) => articles.map(({ title, teaser }) => [title, teaser]));

    it("show articles with other headlines and teasers, which change no article, and stay when published", async () => {
      const own = await makeFolder("Umgeschrieben");
      const kept = await fileArticle(henrike(), own, { title: "Wie er ist", body: "<p>Eigener Anfang.</p>" });
      const changed = await fileArticle(henrike(), own, { title: "Bridge closed", language: "en" });
      const { id } = await begin({ subject: "Neu gefasst" }, own);
      const adaptations = [adaptation(changed.id, { title: "  Brücke\ngesperrt ", teaser: "" }), adaptation(kept.id)];
      expect((await put(id, { vuex_state: { adaptations } })).body.vuex_state.adaptations[0].title).toBe("Brücke gesperrt");
      expect(itemsIn(await contentOf(id))).toEqual([
        ["Brücke gesperrt", ""],
        ["Wie er ist", "Eigener Anfang."],
      ]);
      expect((await henrike().get(`/contents/${changed.id}`)).body.title).toBe("Bridge closed");
      expect((await contentOf(id)).sections[0].articles[0].language).toBeNull();
      await publish(id);
      await query("update articles set title = 'Später geändert' where folder_id = $1", [own]);
      expect(itemsIn(await contentOf(id)).map(([title]) => title)).toEqual(["Brücke gesperrt", "Wie er ist"]);
      const mail = await world.readMail("clara@demo.example", { subject: "Neu gefasst" });
      for (const form of [mail.html, mail.text]) {
        expect(form).toContain("Brücke gesperrt");
        expect(form).not.toContain("Bridge closed");
      }
    });

    it("have texts between articles, safe and in their place, also where the article below is left out", async () => {
      const own = await makeFolder("Mit Texten");
      const [last, middle, first] = [
        await fileArticle(henrike(), own, { title: "C", tags: ["Bau"] }),
        await fileArticle(henrike(), own, { title: "B", tags: ["Bau"] }),
        await fileArticle(henrike(), own, { title: "A", tags: ["Recht"] }),
      ];
      const { id } = await begin({ subject: "Mit Texten" }, own);
      const [top, between, end, lost] = [
        textBlock({ heading: "Zuerst", text: "" }),
        textBlock({ text: '<p onclick="x()">Lesen Sie auch https://paper.example/x<script>alert(1)</script></p>' }),
        textBlock({ text: "<p>Bis morgen.</p>" }),
        textBlock({ text: "<p>Ohne Platz.</p>" }),
      ];
      const order = [top, first, between, middle, last, end].map((one) => ({ id: one.id, selected: "title" in one }));
      await put(id, { vuex_state: { contents: order, text_blocks: [lost, end, between, top] } });
      const placesIn = (content: { text_blocks: { before: string | null; heading: string; html: string }[] }) =>
        content.text_blocks.map(({ before, heading, html }) => [before, heading || html]);
      const link = '<a href="https://paper.example/x" rel="noopener nofollow">https://paper.example/x</a>';
      const placed = [
        [first.id, "Zuerst"],
        [middle.id, `<p>Lesen Sie auch ${link}</p>`],
        [null, "<p>Bis morgen.</p>"],
        [null, "<p>Ohne Platz.</p>"],
      ];
      expect(placesIn(await contentOf(id))).toEqual(placed);
      // The newsletter is scheduled, then the article below the text is made not shareable.
      await put(id, { scheduled_for: new Date(Date.now() + 3_600_000).toISOString() }, "publish");
      await query("update articles set shareable = false where id = $1", [middle.id]);
      await comesDue(id);
      const { html, text } = await world.readMail("clara@demo.example", { subject: "Mit Texten" });
      expect(placesIn(await contentOf(id))).toEqual(placed.map(([before, words]) => [before === middle.id ? last.id : before, words]));
      for (const form of [html, text]) {
        const shown = ["Zuerst", ">A<", "Lesen Sie auch", ">C<", "Bis morgen."].map((words) =>
          form === text ? words.replace(/[<>]/g, "\n") : words,
        );
        const places = shown.map((words) => form.replaceAll("\r", "").indexOf(words));
        expect(places.every((place) => place >= 0)).toBe(true);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
        expect(form).not.toMatch(/alert|onclick/);
      }
    });

    it("begin as an earlier one was, with what is new, and leave that one as it is", async () => {
      const own = await makeFolder("Vorlagen");
      for (const title of ["Alt 1", "Alt 2"]) await fileArticle(henrike(), own, { title, tags: ["Recht"] });
      await fileArticle(henrike(), own, { title: "Alt 3", tags: ["Bau"] });
      const { id, vuex_state: state } = await begin({ subject: "Brief Nr. 9", intro_text: "<p>Moin!</p>", group_by_tags: true }, own);
      const blocks = [textBlock({ heading: "Oben" }), textBlock({ heading: "Nach einem" }), textBlock({ heading: "Unten" })];
      const [one, two, three] = state.contents;
      const [bau, recht] = state.tags;
      const places = [blocks[0], one, blocks[1], two, three, blocks[2]].map((item) => ({ id: item.id, selected: item.selected === true }));
      const clara = await world.userId("clara");
      const { body: template } = await put(id, {
        vuex_state: {
          contents: places,
          text_blocks: blocks,
          tags: [recht, { ...bau, selected: false }],
          recipients: [{ id: clara, selected: true }],
          adaptations: [adaptation(one.id, { title: "Anders" })],
        },
      });
      await publish(id);
      const added = [
        await fileArticle(henrike(), own, { title: "Neu 1", tags: ["Recht"] }),
        await fileArticle(henrike(), own, { title: "Neu 2", tags: ["Tarif"] }),
      ];
      const copy = await begin({}, own, { only_new: true, template_id: id });
      expect(copy.vuex_state).toMatchObject({
        subject: "Brief Nr. 10",
        intro_text: "<p>Moin!</p>",
        group_by_tags: true,
        adaptations: [],
        text_blocks: blocks.map(({ heading, text }) => ({ heading, text })),
      });
      const state2 = copy.vuex_state;
      const copied: string[] = state2.text_blocks.map((block: { id: string }) => block.id);
      expect(copied.some((block) => blocks.some((other) => other.id === block))).toBe(false);
      expect(state2.contents.slice(0, 5)).toEqual([
        { id: copied[0], selected: false },
        { id: added[1].id, selected: true },
        { id: copied[1], selected: false },
        { id: added[0].id, selected: true },
        { id: copied[2], selected: false },
      ]);
      expect(state2.contents.slice(5).some(({ selected }: { selected: boolean }) => selected)).toBe(false);
      expect(state2.tags.map(({ selected }: { selected: boolean }) => selected)).toEqual([true, false, true]);
      const chosen = state2.recipients.filter(({ selected }: { selected: boolean }) => selected);
      expect(chosen).toEqual([{ id: clara, selected: true }]);
      expect((await put(copy.id, { vuex_state: { subject: "Brief" } })).status).toBe(200);
      expect((await ask(henrike(), getMailing, id)).mailing.vuexState).toEqual(template.vuex_state);
    });

    it.each([
      ["Korridorbrief 47", "Korridorbrief 48"],
      ["Ausgabe #9", "Ausgabe #10"],
      ["Rückblick 2026", "Rückblick 2026"],
      ["Lage am 3. 11. 26", "Lage am 3. 11. 26"],
      ["Presseschau", "Presseschau"],
    ])("begun with %s as their template are called %s", async (subject, next) => {
      const { id } = await begin({ subject });
      expect((await begin({}, folder, { template_id: id })).vuex_state.subject).toBe(next);
    });

    it("begin with no template of another folder or workspace, or that is gone, and say so at its field", async () => {
      const gone = await begin();
      await henrike().delete(`/mailings/${gone.id}`);
      const elsewhere = await begin({}, await makeFolder("Anderswo"));
      const foreign = await world.as("olga").post("/mailings", { mailing: { folder_id: await world.folderId("fremde") } });
      for (const id of [gone.id, elsewhere.id, foreign.body.id ?? randomUUID(), "x"]) {
        const answer = await henrike().post("/mailings", { mailing: { folder_id: folder, template_id: id } });
        expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["template_id"]]);
      }
      const inbox = await world.inboxIdOf("henrike");
      expect((await henrike().post("/mailings", { mailing: { folder_id: inbox, template_id: elsewhere.id } })).status).toBe(403);
    });

    it("hold selected articles that are older than those offered, with their tags", async () => {
      const own = await makeFolder("Voll");
      const oldest = await fileArticle(henrike(), own, { title: "Ganz alt", tags: ["Archiv"] });
      const young = await fileArticle(henrike(), own, { title: "Jung", tags: ["Bau"] });
      await query("update articles set created_at = '2020-01-01' where id = $1", [oldest.id]);
      await query(
        `insert into articles (client_id, folder_id, user_id, title, body, teaser, published_at, created_at)
          select client_id, folder_id, user_id, 'Füllung', '', '', published_at, '2021-01-01' from articles, generate_series(1, $2)
          where id = $1`,
        [young.id, limits.newsletterArticles],
      );
      const { id } = await begin({ subject: "Alt", contents: [{ id: oldest.id, selected: true }] }, own);
      expect(titlesIn((await ask(henrike(), getMailing, id)).mailing)).toEqual([[null, ["Ganz alt"]]]);
      const tagsWith = async (mailingId?: string) => {
        const answer = await henrike().post("/graphql", { query: folderTags, variables: { id: own, mailingId } });
        return answer.body.data.folderTags.map(({ name }: { name: string }) => name);
      };
      expect(await tagsWith(id)).toEqual(["Archiv", "Bau"]);
      expect(await tagsWith()).toEqual(["Bau"]);
      expect(await tagsWith("x")).toEqual(["Bau"]);
    });
  });

  describe("with pictures", () => {
    it("have their own, as JPEG of the mail's size, which outlive the article and go with the newsletter", async () => {
      const other = await world.folderId("energie");
      const florian = world.as("florian");
      const article = await fileArticle(florian, other, { title: "Bahnstrom", tags: ["Strom"] });
      const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: "teal" } })
        .png()
        .toBuffer();
      const attach = async (name: string): Promise<string> => {
        const file = new File([new Uint8Array(photo)], name);
        return (await florian.post("/attachments", formOf({ content_id: article.id, file }))).body.id;
      };
      await attach("leitung.png");
      const { body: draft } = await florian.post("/mailings", { mailing: { folder_id: other, vuex_state: { subject: "Energie" } } });
      const pictureIn = (mailing: { content: { sections: { articles: { picture: { url: string } }[] }[] } }) =>
        mailing.content.sections[0]?.articles[0]?.picture;
      expect(pictureIn((await ask(florian, getMailing, draft.id)).mailing)?.url).toMatch(/^\/files\/[\w-]+\/small$/);
      const checks = (await florian.get(`/mailings/${draft.id}/checks`)).body.entries;
      expect(checks).toContainEqual(
        expect.objectContaining({ code: "picture_without_text", content: { id: article.id, title: "Bahnstrom" } }),
      );
      // Pictures of other articles are not shown; the article's own are, unless there should be none.
      const mast = await attach("mast.png");
      const showing = async (picture: string | null) => {
        await florian.put(`/mailings/${draft.id}`, { mailing: { vuex_state: { adaptations: [adaptation(article.id, { picture })] } } });
        return pictureIn((await ask(florian, getMailing, draft.id)).mailing)?.url;
      };
      const standard = await showing(null);
      expect(await showing(mast)).toBe(`/files/${mast}/small`);
      expect(await showing("none")).toBeUndefined();
      expect(await showing(randomUUID())).toBe(standard);
      await florian.put(`/mailings/${draft.id}`, { mailing: {}, perform: "preview" });
      expect((await florian.put(`/mailings/${draft.id}`, { mailing: {}, perform: "publish" })).status).toBe(200);

      const picture = pictureIn((await ask(world.visitor, getMailing, draft.id)).mailing);
      expect(picture).toEqual({ url: expect.stringMatching(/^\/newsletter-pictures\/[\w-]+$/), width: 136, height: 102, alt: "" });
      const fetchPicture = (headers: HeadersInit = {}) => world.visitor.request(picture?.url ?? "", { headers });
      const first = await fetchPicture();
      expect([first.status, first.headers.get("Content-Type"), first.headers.get("Cache-Control")]).toEqual([
        200,
        "image/jpeg",
        "public, max-age=31536000, immutable",
      ]);
      expect(await sharp(new Uint8Array(await first.arrayBuffer())).metadata()).toMatchObject({ format: "jpeg", width: 272, height: 204 });
      expect((await fetchPicture({ "If-None-Match": first.headers.get("ETag") ?? "" })).status).toBe(304);
      // The preview has already drawn it.
      expect(await query("select 1 from mailing_pictures where mailing_id = $1", [draft.id])).toHaveLength(1);
      const mail = await world.readMail("florian@demo.example", { subject: "Energie" });
      expect(mail.html).toContain(`src="https://lesen.folda.example${picture?.url}" width="136" height="102"`);

      await florian.delete(`/contents/${article.id}`);
      await sweepAll(world);
      expect((await fetchPicture()).status).toBe(200);
      await florian.delete(`/mailings/${draft.id}`);
      expect((await fetchPicture()).status).toBe(404);
      // The article's own picture is kept as long as the article can be restored.
      await query("delete from trash");
      await sweepAll(world);
      expect(
        readdirSync(join(world.services.config.dataDir, "files"), { recursive: true, withFileTypes: true }).filter((entry) =>
          entry.isFile(),
        ),
      ).toEqual([]);
    });
  });

  describe("as mails", () => {
    it("say who sends what to whom, how to end it, and the same in both forms", async () => {
      const { id } = await begin({
        subject: "Korridorbrief 47",
        intro_text: '<p>Mehr <a href="https://paper.example/x?a=1&amp;b=2">dazu</a>.</p>',
      });
      await publish(id);
      const mail = await world.readMail("clara@demo.example", { subject: "Korridorbrief 47" });
      expect(mail.headers.from).toMatch(/^=\?UTF-8\?Q\?Nordbahn_=E2=80=93_Unternehmens.* <no-reply@lesen\.folda\.example>$/);
      expect(mail.headers["reply-to"]).toMatch(/Henrike Lorenzen <henrike@demo\.example>/);
      expect(mail.headers["list-id"]).toBe(`Presseschau <${folder}.newsletter.lesen.folda.example>`);
      expect(mail.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
      const [, unsubscribe = ""] =
        /^<(https:\/\/lesen\.folda\.example\/unsubscribe\/[\w-]{64})>$/.exec(mail.headers["list-unsubscribe"] ?? "") ?? [];
      for (const form of [mail.html, mail.text]) {
        for (const words of ["Zweiter", "Herzliche Grüße", "29525 Uelzen"]) expect(form).toContain(words);
        const unescaped = form.replaceAll("&amp;", "&");
        for (const url of [
          unsubscribe,
          `https://lesen.folda.example/newsletter/${id}`,
          "https://paper.example/x?a=1&b=2",
          `https://lesen.folda.example/folda/${folder}`,
        ])
          expect(unescaped).toContain(url);
      }
    });

    it("name the folder as its readers know it, where it has a name for them, and so do their links and settings", async () => {
      await query("update folders set alternative_name = 'Pressespiegel' where id = $1", [folder]);
      const { id } = await begin({ subject: "Unter anderem Namen" });
      await publish(id);
      const mail = await world.readMail("clara@demo.example", { subject: "Unter anderem Namen" });
      expect(mail.headers["list-id"]).toBe(`Pressespiegel <${folder}.newsletter.lesen.folda.example>`);
      for (const form of [mail.html, mail.text]) {
        expect(form).toContain("Pressespiegel");
        expect(form).not.toContain("Presseschau");
      }
      const path = `/unsubscriptions/${/unsubscribe\/([\w-]+)/.exec(mail.headers["list-unsubscribe"] ?? "")?.[1]}`;
      expect((await world.visitor.post(path, {})).body.folder).toEqual({ name: "Pressespiegel" });
      expect((await world.as("clara").get("/opt_outs")).body).toMatchObject([{ folder: { id: folder, name: "Pressespiegel" } }]);
      await world.visitor.delete(path);
      await query("update folders set alternative_name = null where id = $1", [folder]);
    });

    it("are unsubscribed by their link, once and for all newsletters of the folder, and nothing happens by looking", async () => {
      const { id } = await begin({ subject: "Abbestellen" });
      await publish(id);
      const mail = await world.readMail("matthias@demo.example", { subject: "Abbestellen" });
      const token = /unsubscribe\/([\w-]+)/.exec(mail.headers["list-unsubscribe"] ?? "")?.[1];
      const path = `/unsubscriptions/${token}`;
      const facts = { folder: { name: "Presseschau" }, client: { name: "Nordbahn" }, email: "matthias@demo.example" };
      expect((await world.visitor.get(path)).body).toEqual({ ...facts, subscribed: true });
      const oneClick = {
        method: "POST",
        body: "List-Unsubscribe=One-Click",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      };
      for (const _ of [1, 2]) expect((await world.visitor.request(path, oneClick)).status).toBe(200);
      expect((await world.visitor.get(path)).body).toEqual({ ...facts, subscribed: false });
      const { recipients: people } = await ask(henrike(), recipients, folder);
      expect(people.find(({ email }: { email: string }) => email === facts.email).subscribed).toBe(false);
      const next = await begin({ subject: "Ohne Matthias" });
      const all = next.vuex_state.recipients.map(({ id: one }: { id: string }) => ({ id: one, selected: true }));
      await put(next.id, { vuex_state: { recipients: all } }, "publish");
      expect((await world.mailsTo(facts.email)).filter(({ subject }) => subject === "Ohne Matthias")).toEqual([]);
      expect((await world.visitor.delete(path)).body.subscribed).toBe(true);
      for (const wrong of ["x", `${token?.slice(0, -2)}AA`, "A".repeat(64)])
        expect((await world.visitor.get(`/unsubscriptions/${wrong}`)).status).toBe(404);
    });

    it("come again to who unsubscribed and says so in the own settings, and to nobody else", async () => {
      const matthias = world.as("matthias");
      await query("insert into unsubscriptions select client_id, $1, id from users where email = 'matthias@demo.example'", [folder]);
      expect((await matthias.get("/opt_outs")).body).toEqual([
        { folder: { id: folder, name: "Presseschau" }, created_at: expect.stringMatching(/^\d{4}-.*Z$/) },
      ]);
      for (const person of ["henrike", "olga"] as const) {
        expect((await world.as(person).get("/opt_outs")).body).toEqual([]);
        expect((await world.as(person).delete(`/opt_outs/${folder}`)).status).toBe(404);
      }
      expect((await matthias.delete(`/opt_outs/${folder}`)).status).toBe(204);
      expect((await matthias.delete(`/opt_outs/${folder}`)).status).toBe(404);
      expect((await matthias.get("/opt_outs")).body).toEqual([]);
      const { recipients: people } = await ask(henrike(), recipients, folder);
      expect(people.find(({ email }: { email: string }) => email === "matthias@demo.example").subscribed).toBe(true);
    });

    it("go to the preview recipients only, change nothing, and unsubscribe nobody", async () => {
      const { id } = await begin({ subject: "Probe", preview_recipients: ["jana@demo.example", "presse@anderswo.example"] });
      const { status, body } = await put(id, {}, "preview");
      expect([status, body.status]).toEqual([200, "draft"]);
      const mail = await world.readMail("presse@anderswo.example", { subject: "Probe" });
      expect(mail.subject).toMatch(/^(Vorschau|Preview): Probe$/);
      expect(mail.headers["list-unsubscribe"]).toBeUndefined();
      expect((await world.mailsTo("clara@demo.example")).filter(({ subject }) => subject === "Probe")).toEqual([]);
      const refused = await put(id, { vuex_state: { subject: "", preview_recipients: [] } }, "preview");
      expect(refused.body.errors).toEqual({ subject: ["This field is required"], preview_recipients: ["This field is required"] });
    });

    describe("as previews are limited", () => {
      const addresses = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `presse-${from + n}@anderswo.example`);
      const preview = (id: string, to: string[], who = henrike()) =>
        who.put(`/mailings/${id}`, { mailing: { vuex_state: { preview_recipients: to } }, perform: "preview" });
      const forget = () => query("delete from rate_limits");
      beforeEach(forget);
      afterAll(forget);

      it("to 20 different outside addresses a day, however often and whoever else of the workspace gets them", async () => {
        const { id } = await begin({ subject: "Probe" });
        expect((await preview(id, addresses(19))).status).toBe(200);
        expect((await preview(id, ["PRESSE-0@anderswo.example", ...addresses(18, 1), "jana@demo.example"])).status).toBe(200);
        const refused = await preview(id, addresses(2, 19));
        expect([refused.status, Object.keys(refused.body.errors)]).toEqual([429, ["preview_recipients"]]);
        expect(refused.body.message).toBe(refused.body.errors.preview_recipients[0]);
        expect(refused.body.message).toContain("at most 20 different addresses");
        expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(23 * 3600);
        // A rejection keeps what was typed, uses up no limit and sends nothing.
        expect((await put(id, {})).body.vuex_state.preview_recipients).toEqual(addresses(2, 19));
        expect((await preview(id, addresses(1, 20))).status).toBe(200);
        expect((await preview(id, addresses(1, 19))).status).toBe(429);
        expect(await world.mailsTo("presse-19@anderswo.example")).toEqual([]);
        expect((await preview(id, [...addresses(1), "anna@demo.example"])).status).toBe(200);
        await query("update rate_limits set expire = expire - 24 * 3600 * 1000");
        expect((await preview(id, addresses(20, 30))).status).toBe(200);
      });

      it("also where several are asked for at once", async () => {
        const ids = await Promise.all([1, 2, 3, 4].map(async () => (await begin({ subject: "Probe" })).id as string));
        const statuses = await Promise.all(ids.map(async (id, n) => (await preview(id, addresses(10, 100 + n * 10))).status));
        expect(statuses.sort()).toEqual([200, 200, 429, 429]);
      });

      it("to 200 of a workspace, and to 30 previews of a person in an hour", async () => {
        const { id } = await begin({ subject: "Probe" });
        await query(
          "insert into rate_limits select 'preview-addresses-workspace:' || id, 199, $1::bigint from clients where workspace = 'demo'",
          [Date.now() + 3_600_000],
        );
        const refused = await preview(id, addresses(2));
        expect([refused.status, refused.body.message]).toEqual([429, expect.stringContaining("Your workspace")]);
        expect((await preview(id, addresses(1))).status).toBe(200);
        const statuses = new Set<number>();
        for (let n = 1; n < 30; n += 1) statuses.add((await preview(id, ["jana@demo.example"])).status);
        expect([...statuses]).toEqual([200]);
        expect((await preview(id, ["jana@demo.example"])).body.errors.preview_recipients[0]).toContain("30 previews per hour");
      });
    });

    it("grow no header by a subject, and reach nobody else by a name", async () => {
      const subject = "Neu\r\nBcc: boese@evil.example\r\n\r\n<b>Hallo</b> =?utf-8?Q?x?= 🚆 \u202eabc";
      const names = ['"Anna", <boese@evil.example>', "Anna\r\nBcc: x@evil.example", "שלום, 🚆👩🏽‍🔧", "Anna; Brandt:"];
      for (const name of names) {
        await query("update users set first_name = $1, last_name = null where email = 'anna@demo.example'", [name]);
        const { id, vuex_state: state } = await begin({ subject });
        await put(id, { vuex_state: { recipients: select(state.recipients, await world.userId("anna")) } });
        const before = await world.mailsTo("anna@demo.example");
        await publish(id);
        const after = await world.mailsTo("anna@demo.example");
        expect(after).toHaveLength(before.length + 1);
        const mail = after.at(-1);
        expect(mail?.headers.to).not.toMatch(/evil\.example>/);
        expect(mail?.headers.bcc).toBeUndefined();
        expect(mail?.subject).toContain("Neu Bcc: boese@evil.example");
        expect(mail?.html).not.toContain("<b>Hallo");
        expect(readFileSync(join(world.services.config.dataDir, "outbox", mail?.file ?? ""), "utf8")).not.toMatch(/^Bcc:/m);
      }
      await query("update users set first_name = 'Anna', last_name = 'Brandt' where email = 'anna@demo.example'");
    });
  });

  describe("before they are sent", () => {
    const check = async (id: string) =>
      (await henrike().get(`/mailings/${id}/checks`)).body.entries as {
        code: string;
        level: string;
        message: string;
        url: string | null;
      }[];

    it("are looked through for what is missing", async () => {
      const [{ email_signature: signature }] = await query("select email_signature from clients where workspace = 'demo'");
      await query("update clients set email_signature = null where workspace = 'demo'");
      const { id } = await begin({ subject: "", tags: [], contents: [], recipients: [] });
      const found = await check(id);
      const seenByOwner = (await world.as("anna").get(`/mailings/${id}/checks`)).body.entries;
      await query("update clients set email_signature = $1 where workspace = 'demo'", [signature]);
      expect(found.filter(({ level }) => level === "error").map(({ code }) => code)).toEqual([
        "subject_missing",
        "no_tags",
        "no_recipients",
      ]);
      expect(found.filter(({ level }) => level === "warning").map(({ code }) => code)).toEqual([]);
      // Only the owner can set it.
      expect(seenByOwner.map(({ code }: { code: string }) => code)).toContain("no_signature");
    });

    it("are looked through for long headlines, articles that were sent before, and links that subscribers cannot open", async () => {
      const other = await makeFolder("Peinliches");
      const own = await fileArticle(henrike(), other, { title: "a".repeat(91), tags: ["Recht"] });
      const first = await begin({ subject: "Eins" }, other);
      await publish(first.id);
      const page = `${world.services.config.publicUrl.origin}/search?term=Recht`;
      const intro_text = `<p><a href="${page}">Suche</a> <a href="${page.replace("search", "newsletter/1")}">Brief</a></p>`;
      const { id } = await begin({ subject: "Zwei", intro_text, contents: [{ id: own.id, selected: true }] }, other);
      const found = async () => (await check(id)).map(({ code, url }) => [code, url]);
      expect(await found()).toEqual([
        ["long_headline", null],
        ["sent_before", null],
      ]);
      const give = { import: { addresses: ["leser@draussen.example"], consent: "Messe" } };
      expect((await henrike().post(`/folders/${other}/subscribers`, give)).body.added).toBe(1);
      expect((await found()).slice(2)).toEqual([
        ["private_link", expect.stringContaining(`/contents/${own.id}`)],
        ["private_link", page],
      ]);
    });

    it("are looked through for links that do not answer; who asks to sign in does", async () => {
      const other = await world.folderId("rail-europe");
      for (const path of ["/da", "/fehlt", "/nur-fuer-abonnenten", "/kaputt"])
        await fileArticle(world.as("jana"), other, { title: path, source_url: paper.url(path), tags: ["Netz"] });
      const { body } = await world.as("jana").post("/mailings", {
        mailing: { folder_id: other, vuex_state: { subject: "Links", intro_text: `<p><a href="${paper.url("/weg")}">weg</a></p>` } },
      });
      const found = (await world.as("jana").get(`/mailings/${body.id}/checks`, { "Accept-Language": "de" })).body.entries;
      const dead = found.filter(({ code }: { code: string }) => code === "dead_link");
      expect(dead.map(({ url, content }: { url: string; content: { title: string } | null }) => [url, content?.title]).sort()).toEqual(
        [
          [paper.url("/fehlt"), "/fehlt"],
          [paper.url("/kaputt"), "/kaputt"],
          [paper.url("/weg"), undefined],
        ].sort(),
      );
      expect(dead[0].message).toMatch(/^Dieser Link antwortet nicht: http/);
    });

    it("are looked through for what makes the mail too large, which is a warning: they can be sent all the same", async () => {
      const other = await makeFolder("Langes");
      for (let n = 0; n < 40; n++)
        await fileArticle(henrike(), other, {
          title: `${n} ${"ä".repeat(limits.text - 4)}`,
          body: `<p>${"ö".repeat(600)}</p>`,
          tags: ["Recht"],
        });
      const { id } = await begin({ subject: "Zu groß", intro_text: `<p>${"ü".repeat(limits.introText - 10)}</p>` }, other);
      const tooLarge = (await check(id)).find(({ code }) => code === "too_large");
      expect(tooLarge).toMatchObject({ level: "warning", message: expect.stringMatching(/1\d\d KB.*100 KB/) });
      await put(id, { vuex_state: { intro_text: "", contents: [] } });
      expect((await check(id)).map(({ code }) => code)).not.toContain("too_large");
      const large = await begin({ subject: "Zu groß", intro_text: `<p>${"ü".repeat(limits.introText - 10)}</p>` }, other);
      await publish(large.id);
    });

    it("may have an introduction that is longer once it is sanitised", async () => {
      const { vuex_state: state } = await begin({ subject: "Und", intro_text: "&".repeat(limits.introText / 3) });
      expect(state.intro_text.length).toBeGreaterThan(limits.introText);
      expect(vuexStateSchema.safeParse(state)).toMatchObject({ success: true });
    });

    it("are looked through for recipients who were refused before", async () => {
      const { id } = await begin({ subject: "Zurück" });
      await publish(id);
      await world.jobsDone();
      await query(
        "update mailing_deliveries set state = 'refused', updated_at = now() + interval '1 minute' where mailing_id = $1 and email = 'clara@demo.example'",
        [id],
      );
      const next = await begin({ subject: "Noch einer" });
      const found = await check(next.id);
      expect(found.find(({ code }) => code === "bounced_before")).toMatchObject({
        level: "warning",
        message: "The last newsletter to one of the recipients was refused.",
        recipients: [{ email: "clara@demo.example", name: { full: "Clara Voss" } }],
      });
    });
  });
});
