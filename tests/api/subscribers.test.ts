import { createHash } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sweep } from "../../api/domain/sweep";
import * as limits from "../../contract/limits";
import { fileArticle } from "../support/articles";
import type { Caller } from "../support/caller";
import { engine, openWorld, worldForTests } from "../support/harness";

describe("Subscribers", () => {
  const world = worldForTests();
  let henrike: Caller;
  let folder: string;
  beforeAll(async () => {
    henrike = world.as("henrike");
    folder = await world.folderId("presseschau");
    await fileArticle(henrike, folder, { title: "Brücke gesperrt", tags: ["Bau"] });
  });
  beforeEach(async () => {
    for (const table of ["rate_limits", "subscribers", "suppressions", "unsubscriptions", "mailings"]) await sql(`delete from ${table}`);
    await henrike.put(`/folders/${folder}/subscribable`, { subscribable: true });
  });

  const sql = async (text: string, values: unknown[] = []) => (await world.services.database.pool.query(text, values)).rows;
  const ask = (email: string) => world.visitor.post(`/newsletter_subscriptions/${folder}`, { subscription: { email, locale: "de" } });
  const list = async (query = "") => (await henrike.get(`/folders/${folder}/subscribers${query}`)).body;
  const addresses = async () => (await list()).entries.map(({ email, state }: { email: string; state: string }) => [email, state]);
  const pathOf = (link: string | undefined) => new URL(link ?? "").pathname.replace("/subscriptions/", "/newsletter_confirmations/");
  const confirm = async (email: string) => world.visitor.post(pathOf((await world.readMail(email)).links[0]));
  const subscribe = async (email: string) => {
    expect((await ask(email)).status).toBe(204);
    const mail = (await world.mailsTo(email)).at(-1);
    expect((await world.visitor.post(pathOf(mail?.links[0]))).status).toBe(204);
  };
  const give = (given: string[], who = henrike, id = folder) =>
    who.post(`/folders/${id}/subscribers`, { import: { addresses: given, consent: "Messe 2026, Liste am Stand" } });
  const publish = async (state: object = {}, folderId = folder) => {
    const { body } = await henrike.post("/mailings", { mailing: { folder_id: folderId, vuex_state: { subject: "Presse", ...state } } });
    const { status, body: published } = await henrike.put(`/mailings/${body.id}`, { mailing: {}, perform: "publish" });
    return { status, body: published, id: body.id as string };
  };
  const deliveries = async (id: string): Promise<{ email: string; state: string }[]> => {
    await world.jobsDone();
    return (await henrike.get(`/mailings/${id}/deliveries`)).body.entries;
  };
  const unsubscribePath = async (email: string) => {
    const mail = (await world.mailsTo(email)).filter(({ headers }) => headers["list-unsubscribe"]).at(-1);
    return `/unsubscriptions/${/unsubscribe\/([\w-]+)/.exec(mail?.headers["list-unsubscribe"] ?? "")?.[1]}`;
  };

  describe("from the public form", () => {
    it("have to confirm by the link in a mail, and the time and the text of their consent are kept", async () => {
      const before = Date.now();
      expect((await ask("Leo@aussen.example")).status).toBe(204);
      expect(await addresses()).toEqual([["Leo@aussen.example", "pending"]]);
      const mail = await world.readMail("Leo@aussen.example");
      expect(mail.subject).toBe("Bitte bestätigen Sie Ihr Abonnement");
      const path = pathOf(mail.links[0]);
      const open = await world.visitor.get(path);
      expect(open.body).toEqual({
        folder: { name: "Presseschau" },
        client: { name: "Nordbahn" },
        email: "Leo@aussen.example",
        confirmed_at: null,
      });
      for (const _ of [1, 2]) expect((await world.visitor.post(path)).status).toBe(204);
      const [subscriber] = (await list()).entries;
      expect(subscriber).toMatchObject({
        state: "active",
        origin: "form",
        imported_by: null,
        consent: expect.stringContaining("Ich möchte die Newsletter aus „Presseschau“ von Nordbahn per E-Mail erhalten."),
      });
      expect(Date.parse(subscriber.consent_at)).toBeGreaterThanOrEqual(before - 1000);
      expect(Date.parse(subscriber.confirmed_at)).toBeGreaterThanOrEqual(Date.parse(subscriber.consent_at));
      expect(world.logLines.join("")).not.toMatch(/aussen\.example/i);
    });

    it("get the same answer whether they are new, known or suppressed, and the known ones no mail", async () => {
      await subscribe("known@aussen.example");
      await give(["gone@aussen.example"]);
      await henrike.delete(`/subscribers/${(await list("?term=gone")).entries[0].id}`);
      const mails = (await world.mailsTo("known@aussen.example")).length;
      const answers = [await ask("new@aussen.example"), await ask("KNOWN@aussen.example"), await ask("gone@aussen.example")];
      expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [204, ""]));
      expect(await world.mailsTo("known@aussen.example")).toHaveLength(mails);
      expect(await world.mailsTo("gone@aussen.example")).toHaveLength(1);
    });

    it("are one, however often they ask, even at once", async () => {
      const answers = await Promise.all([1, 2, 3].map(() => ask("twice@aussen.example")));
      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
      expect(await addresses()).toEqual([["twice@aussen.example", "pending"]]);
      expect((await confirm("twice@aussen.example")).status).toBe(204);
    });

    it("are limited by address and by source", async () => {
      for (const status of [204, 204, 204, 429]) expect((await ask("often@aussen.example")).status).toBe(status);
      expect((await ask("OFTEN@aussen.example")).headers.get("Retry-After")).toMatch(/^\d+$/);
    });

    it("need a folder whose form is on, in a workspace that is not disabled", async () => {
      const form = () => world.visitor.get(`/newsletter_subscriptions/${folder}`);
      expect((await form()).body).toEqual({ folder: { name: "Presseschau" }, client: { name: "Nordbahn" } });
      await ask("wait@aussen.example");
      const path = pathOf((await world.readMail("wait@aussen.example")).links[0]);
      const isClosed = async () => {
        expect([(await form()).status, (await ask("b@aussen.example")).status]).toEqual([404, 404]);
        expect([(await world.visitor.get(path)).status, (await world.visitor.post(path)).status]).toEqual([404, 404]);
      };
      await henrike.put(`/folders/${folder}/subscribable`, { subscribable: false });
      await isClosed();
      await henrike.put(`/folders/${folder}/subscribable`, { subscribable: true });
      await sql("update clients set disabled_at = now() where workspace = 'demo'");
      await isClosed();
      await sql("update clients set disabled_at = null");
      expect((await world.visitor.post(path)).status).toBe(204);
    });

    it("are deleted if they do not confirm in time, and their link is no longer valid", async () => {
      await ask("late@aussen.example");
      const path = pathOf((await world.readMail("late@aussen.example")).links[0]);
      await subscribe("stays@aussen.example");
      await sql("update subscribers set consent_at = now() - make_interval(days => $1, hours => 1)", [limits.subscriptionDays]);
      expect((await world.visitor.post(path)).status).toBe(404);
      await sweep(world.services);
      expect(await addresses()).toEqual([["stays@aussen.example", "active"]]);
      for (const wrong of ["x", "A".repeat(64), path.split("/").at(-1)?.replace(/^./, "_")])
        expect((await world.visitor.get(`/newsletter_confirmations/${wrong}`)).status).toBe(404);
    });
  });

  describe("of an import", () => {
    it("are added once, with the proof of their consent and who gave it; what is no address is named", async () => {
      const given = ["a@aussen.example", "A@aussen.example", "b@aussen.example", "kein Name", "c@aussen"];
      const result = await give(given);
      expect([result.status, result.body]).toEqual([200, { added: 2, known: 0, suppressed: 0, invalid: ["kein Name", "c@aussen"] }]);
      expect((await give(["b@aussen.example", "d@aussen.example"])).body).toMatchObject({ added: 1, known: 1 });
      expect((await list("?term=B@AUSSEN")).entries).toMatchObject([
        {
          email: "b@aussen.example",
          state: "active",
          origin: "import",
          consent: "Messe 2026, Liste am Stand",
          imported_by: { id: await world.userId("henrike") },
        },
      ]);
    });

    it("activate those who have not confirmed", async () => {
      await ask("pending@aussen.example");
      expect((await give(["pending@aussen.example"])).body).toMatchObject({ added: 1, known: 0 });
      expect((await list()).entries).toMatchObject([{ state: "active", origin: "import" }]);
    });

    it("are added by two imports at once as by one", async () => {
      const many = Array.from({ length: 50 }, (_, n) => `leser-${n}@aussen.example`);
      const results = await Promise.all([give(many), give(many.toReversed())]);
      expect(results.map(({ status }) => status)).toEqual([200, 200]);
      expect(results.reduce((sum, { body }) => sum + body.added, 0)).toBe(50);
      expect((await list()).active_count).toBe(50);
    });

    it("are some thousands in one request, and paged", async () => {
      const many = Array.from({ length: limits.subscribersPerImport }, (_, n) => `leser-${n}@aussen.example`);
      expect((await give(many)).body.added).toBe(limits.subscribersPerImport);
      expect((await list("?page=3")).meta).toMatchObject({ current_page: 3, per_page: 25, total_count: limits.subscribersPerImport });
    });

    it("are limited", async () => {
      const statuses = [];
      for (let turn = 0; turn < 31; turn += 1) statuses.push((await give(["a@aussen.example"])).status);
      expect([statuses.at(-2), statuses.at(-1)]).toEqual([200, 429]);
    });
  });

  describe("who unsubscribe", () => {
    it("are erased at once, everywhere, and no import brings them back; they can come back themselves", async () => {
      await subscribe("leo@aussen.example");
      const { id } = await publish();
      expect(await deliveries(id)).toContainEqual(expect.objectContaining({ email: "leo@aussen.example", state: "handed_over" }));
      const path = await unsubscribePath("leo@aussen.example");
      expect((await world.visitor.get(path)).body).toMatchObject({ email: "leo@aussen.example", subscribed: true });
      expect(await addresses()).toHaveLength(1);
      const done = { folder: { name: "Presseschau" }, client: { name: "Nordbahn" }, email: null, subscribed: false };
      const oneClick = {
        method: "POST",
        body: "List-Unsubscribe=One-Click",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      };
      for (const _ of [1, 2]) {
        const response = await world.visitor.request(path, oneClick);
        expect([response.status, await response.json()]).toEqual([200, done]);
      }
      expect((await world.visitor.get(path)).body).toEqual(done);
      expect((await world.visitor.delete(path)).status).toBe(404);
      expect(await addresses()).toEqual([]);
      const all = await sql(
        "select to_jsonb(d)::text as row from mailing_deliveries d union all select to_jsonb(s)::text from suppressions s",
      );
      expect(JSON.stringify(all)).not.toContain("leo@");
      expect(await deliveries(id)).toHaveLength(7);

      expect((await give(["LEO@aussen.example", "mia@aussen.example"])).body).toMatchObject({ added: 1, suppressed: 1 });
      // A new session secret does not change it.
      const hash = createHash("sha256").update(`${folder}leo@aussen.example`).digest("hex");
      expect(await sql("select hash from suppressions")).toEqual([{ hash }]);
      await subscribe("leo@aussen.example");
      expect((await addresses()).map(([email]: string[]) => email)).toEqual(["leo@aussen.example", "mia@aussen.example"]);
      expect(await sql("select 1 from suppressions")).toEqual([]);
    });

    it("leave no address behind although a newsletter is published at the same time", async () => {
      await give(["leo@aussen.example", "mia@aussen.example"]);
      await publish({ subscribers: false });
      for (let turn = 0; turn < 5; turn += 1) {
        await sql("delete from suppressions");
        await give(["leo@aussen.example"]);
        const { id } = (await list("?term=leo")).entries[0];
        await Promise.all([publish({ recipients: [] }), henrike.delete(`/subscribers/${id}`)]);
        await world.jobsDone();
        expect(await sql("select 1 from mailing_deliveries where email like 'leo%'")).toEqual([]);
      }
    });

    it("are suppressed although an import adds them at the same time", async () => {
      await give(["leo@aussen.example"]);
      await publish();
      const path = await unsubscribePath("leo@aussen.example");
      await Promise.all([world.visitor.post(path), give(["leo@aussen.example"]), world.visitor.post(path), give(["leo@aussen.example"])]);
      expect(await addresses()).toEqual([]);
    });

    it("are removed by a manager in the same way, once", async () => {
      await give(["leo@aussen.example"]);
      const { id } = (await list()).entries[0];
      const answers = await Promise.all([1, 2].map(() => henrike.delete(`/subscribers/${id}`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
      expect((await give(["leo@aussen.example"])).body).toMatchObject({ added: 0, suppressed: 1 });
    });

    it("with a member's address are both unsubscribed and erased, whichever link they use", async () => {
      await give(["clara@demo.example"]);
      const { id } = await publish();
      expect((await deliveries(id)).filter(({ email }) => email === "clara@demo.example")).toHaveLength(1);
      await world.visitor.post(await unsubscribePath("clara@demo.example"));
      expect(await addresses()).toEqual([]);
      expect(await sql("select 1 from unsubscriptions")).toHaveLength(1);

      await sql("delete from suppressions");
      await sql("delete from unsubscriptions");
      await give(["clara@demo.example"]);
      const other = await publish({ recipients: [] });
      expect((await deliveries(other.id)).map(({ email }) => email)).toEqual(["clara@demo.example"]);
      await world.visitor.post(await unsubscribePath("clara@demo.example"));
      expect(await addresses()).toEqual([]);
      expect(await sql("select 1 from unsubscriptions")).toHaveLength(1);
    });
  });

  describe("get newsletters", () => {
    const answerOf = async (state: object) => {
      const { body } = await henrike.post("/mailings", { mailing: { folder_id: folder, vuex_state: { subject: "Presse", ...state } } });
      const query = "query Q($id: ID!) { mailing(id: $id, reach: true) { reach } }";
      return (await henrike.post("/graphql", { query, variables: { id: body.id } })).body.data.mailing.reach;
    };

    it("with the members, or alone, or not, as the draft says; a member among them once; the pending ones never", async () => {
      await give(["leo@aussen.example", "ANNA@demo.example"]);
      await ask("pending@aussen.example");
      expect(await answerOf({})).toEqual({ reached: 7, subscribers: 1, all_subscribers: 2, unsubscribed: 0, gone: 0 });
      expect(await answerOf({ subscribers: false })).toMatchObject({ reached: 6, subscribers: 0 });
      expect(await answerOf({ recipients: [] })).toMatchObject({ reached: 2, subscribers: 2 });
      const emails = async (state: object) => (await deliveries((await publish(state)).id)).map(({ email }) => email);
      const everybody = await emails({});
      expect(everybody).toHaveLength(7);
      expect(everybody).toContain("leo@aussen.example");
      expect(everybody).toContain("anna@demo.example");
      expect(await emails({ subscribers: false })).not.toContain("leo@aussen.example");
      expect((await emails({ recipients: [] })).sort()).toEqual(["ANNA@demo.example", "leo@aussen.example"]);
    });

    it("unless nobody is left", async () => {
      expect((await publish({ recipients: [] })).body.errors).toHaveProperty("recipients");
      await give(["leo@aussen.example"]);
      expect((await publish({ recipients: [], subscribers: false })).body.errors).toHaveProperty("recipients");
      expect((await publish({ recipients: [] })).status).toBe(200);
    });

    it("unless they unsubscribed before it was sent, which the delivery says", async () => {
      await give(["leo@aussen.example", "mia@aussen.example"]);
      const { id } = await publish({ recipients: [] });
      await world.jobsDone();
      await sql("update mailing_deliveries set state = 'refused', answer = '550 <leo@aussen.example>' where email like 'leo%'");
      await henrike.delete(`/subscribers/${(await list("?term=leo")).entries[0].id}`);
      await henrike.post(`/mailings/${id}/deliveries`, { deliveries: { state: "refused" } });
      expect(await deliveries(id)).toMatchObject([
        { email: "", name: { full: "" }, state: "withdrawn", answer: null },
        { email: "mia@aussen.example", name: { full: "mia@aussen.example" }, state: "handed_over" },
      ]);
    });

    it("in a draft that begins with an earlier one, as that one chose", async () => {
      const { id } = await publish({ subscribers: false });
      const { body } = await henrike.post("/mailings", { mailing: { folder_id: folder, template_id: id } });
      expect(body.vuex_state.subscribers).toBe(false);
      await sql("update mailings set vuex_state = vuex_state - 'subscribers' where id = $1", [body.id]);
      expect((await henrike.put(`/mailings/${body.id}`, { mailing: {} })).body.vuex_state.subscribers).toBe(true);
    });
  });

  /** Jana's newsletter to these subscribers, from a new folder in one of her teams. */
  const publishFromOwnFolder = async (people: string[]) => {
    const jana = world.as("jana");
    const { body: team } = await jana.post("/teams", { team: { name: "Häfen" } });
    const { body: own } = await jana.post("/folders", { folder: { name: "Hafenbrief", team_id: team.id } });
    await jana.put(`/folders/${own.id}/subscribable`, { subscribable: true });
    await fileArticle(jana, own.id, { tags: ["Hafen"] });
    await give(people, jana, own.id);
    const vuexState = { subject: "Hafen", recipients: [] };
    const { body: draft } = await jana.post("/mailings", { mailing: { folder_id: own.id, vuex_state: vuexState } });
    await jana.put(`/mailings/${draft.id}`, { mailing: {}, perform: "publish" });
    return { jana, own };
  };

  it("go into the trash with their folder and come back, and those who unsubscribe meanwhile do not", async () => {
    const { jana, own } = await publishFromOwnFolder(["leo@aussen.example", "mia@aussen.example", "ute@aussen.example"]);
    const leo = await unsubscribePath("leo@aussen.example");
    const ute = await unsubscribePath("ute@aussen.example");
    await world.visitor.post(ute);

    expect((await jana.delete(`/folders/${own.id}`)).status).toBe(204);
    expect((await world.visitor.get(`/newsletter_subscriptions/${own.id}`)).status).toBe(404);
    expect((await world.visitor.get(leo)).body).toMatchObject({ folder: { name: "Hafenbrief" }, email: "leo@aussen.example" });
    for (const _ of [1, 2]) expect((await world.visitor.post(leo)).body).toMatchObject({ email: null, subscribed: false });
    expect(JSON.stringify(await sql("select row from trash_rows"))).not.toContain("leo@");

    expect((await jana.post(`/trash/${own.id}/restore`, {})).status).toBe(200);
    expect((await jana.get(`/folders/${own.id}/subscribers`)).body).toMatchObject({
      entries: [{ email: "mia@aussen.example" }],
      subscribable: true,
      active_count: 1,
    });
    const result = await give(["leo@aussen.example", "ute@aussen.example"], jana, own.id);
    expect(result.body).toMatchObject({ added: 0, suppressed: 2 });
    await jana.delete(`/folders/${own.id}`);
    await world.as("anna").delete(`/trash/${own.id}`);
    expect((await world.visitor.post(leo)).status).toBe(404);
    expect((await give(["a@aussen.example"], jana, own.id)).status).toBe(404);
  });

  it("are erased although their folder is put into the trash, or restored, at the same time", async () => {
    const people = ["leo@aussen.example", "mia@aussen.example"];
    const { jana, own } = await publishFromOwnFolder(people);
    const [leo, mia] = [await unsubscribePath("leo@aussen.example"), await unsubscribePath("mia@aussen.example")];
    await Promise.all([jana.delete(`/folders/${own.id}`), world.visitor.post(leo)]);
    await Promise.all([jana.post(`/trash/${own.id}/restore`, {}), world.visitor.post(mia)]);
    expect((await jana.get(`/folders/${own.id}/subscribers`)).body.entries).toEqual([]);
    expect((await give(people, jana, own.id)).body).toMatchObject({ added: 0, suppressed: 2 });
  });
});

describe("Subscribers from many places", () => {
  it("are limited by source", async () => {
    const world = await openWorld(engine, { TRUST_PROXY: "1" });
    const folder = await world.folderId("presseschau");
    await world.as("henrike").put(`/folders/${folder}/subscribable`, { subscribable: true });
    const from = (address: string, n: number) =>
      world.visitor.post(
        `/newsletter_subscriptions/${folder}`,
        { subscription: { email: `leser-${n}@aussen.example`, locale: "en" } },
        { "X-Forwarded-For": address },
      );
    const statuses = [];
    for (let n = 0; n < 21; n += 1) statuses.push((await from("198.51.100.7", n)).status);
    expect([statuses.at(-2), statuses.at(-1)]).toEqual([204, 429]);
    expect((await from("203.0.113.9", 30)).status).toBe(204);
    await world.close();
  });
});
