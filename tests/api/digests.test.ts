import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { nextDigest } from "../../api/db/following/digests";
import { askForDigests, sendDigests } from "../../api/domain/following/digests";
import { longDate } from "../../api/mail/newsletter/render";
import { fileArticle } from "../support/articles";
import { engine, type OpenWorld, openWorld } from "../support/harness";
import { openSmtpSink, type SmtpSink } from "../support/smtp-sink";

const unaborted = new AbortController().signal;
const off = { frequency: "off", weekday: 1, hour: 7 };
const daily = { ...off, frequency: "daily" };

describe("Digests", () => {
  let world: OpenWorld;
  let sink: SmtpSink;
  let nordkorridor: string;
  let presseschau: string;

  beforeAll(async () => {
    sink = await openSmtpSink();
    world = await openWorld(engine, { SMTP_URL: sink.url, MAIL_FROM: "folda@folda.example", MAIL_RATE: "1000" });
    [nordkorridor, presseschau] = [await world.folderId("nordkorridor"), await world.folderId("presseschau")];
  });
  afterAll(async () => {
    await world.close();
    await sink.close();
  });
  afterEach(async () => {
    sink.misbehave(undefined);
    for (const table of ["follows", "digests"]) await query(`delete from ${table}`);
    // Otherwise articles of this test would be new in the next one.
    for (const table of ["articles", "article_tags", "article_search"])
      await query(`update ${table} set created_at = created_at - interval '30 days' where created_at > now() - interval '7 days'`);
    sink.received.length = 0;
  });

  const query = async (text: string, values: unknown[] = []) => (await world.services.database.pool.query(text, values)).rows;
  const addressOf = (person: string) => `${person}@demo.example`;
  const follow = async (person: string, fields: object) => {
    const { status, body } = await world.as(person).post("/follows", { follow: fields });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.id as string;
  };
  const choose = (person: string, settings: object) => world.as(person).put("/digests/settings", { settings });
  /** Backdates what was just filed by an hour. */
  const ageArticles = async () => {
    for (const table of ["articles", "article_tags", "article_search"])
      await query(`update ${table} set created_at = created_at - interval '1 hour' where created_at > now() - interval '2 minutes'`);
  };
  /** Makes all digests due: new articles are an hour old, and the last digest was sent yesterday. */
  const makeDue = async () => {
    await ageArticles();
    await query("update follows set created_at = now() - interval '2 days'");
    await query(
      "update digests set due_at = now() - interval '1 second', told_until = least(told_until, now() - interval '1 day') where due_at is not null",
    );
  };
  const morning = async () => {
    await makeDue();
    await askForDigests(world.services);
    await world.jobsDone();
  };
  /** The same on the next day, when nothing has been filed since the last digest. */
  const nextMorning = async () => {
    await query("update digests set due_at = now() - interval '1 second' where due_at is not null");
    await askForDigests(world.services);
    await world.jobsDone();
  };
  const mailsTo = (person: string) => sink.received.filter(({ to }) => to.includes(addressOf(person)));
  const digestOf = async (person: string) =>
    (await query("select d.* from digests d join users u on u.id = d.user_id where u.email = $1", [addressOf(person)]))[0];
  const pathsIn = (links: string[]) => links.map((link) => new URL(link).pathname);

  it("are off until she chooses them, with a day and an hour", async () => {
    expect((await world.as("jana").get("/digests/settings")).body).toEqual(off);
    const weekly = { frequency: "weekly", weekday: 3, hour: 18 };
    expect(await choose("jana", weekly)).toMatchObject({ status: 200, body: weekly });
    expect((await world.as("jana").get("/digests/settings")).body).toEqual(weekly);
    const [due] = await query("select to_char(due_at at time zone 'Europe/Berlin', 'ID HH24:MI') as at from digests");
    expect(due).toEqual({ at: "3 18:00" });
    await choose("jana", { ...weekly, frequency: "off" });
    expect(await digestOf("jana")).toMatchObject({ due_at: null });
  });

  it("tell Jana what others have filed in the folders, tags and searches that she follows, each article once", async () => {
    await fileArticle(world.as("tobias"), nordkorridor, { title: "In der Folda und mit Tag", tags: ["Digestwort"] });
    const { tags } = await fileArticle(world.as("henrike"), presseschau, { title: "Nur mit Tag", tags: ["Digestwort"] });
    await fileArticle(world.as("henrike"), presseschau, { title: "Nur gefunden: Oberleitungsmast", tags: ["Anders"] });
    await fileArticle(world.as("henrike"), presseschau, { title: "Nicht gemeint", tags: ["Anders"] });
    await fileArticle(world.as("jana"), nordkorridor, { title: "Ihr eigener Oberleitungsmast", tags: ["Digestwort"] });
    await follow("jana", { folder_id: nordkorridor });
    const tag = tags.find(({ name }: { name: string }) => name === "Digestwort");
    await follow("jana", { tag_id: tag.id });
    await follow("jana", { name: "Masten", query: { term: "Oberleitungsmast" } });
    await choose("jana", daily);
    await morning();
    const [sent, ...others] = mailsTo("jana");
    expect(others).toEqual([]);
    expect(sent?.mail.subject).toBe("Neu für Sie: 3 Beiträge");
    const text = sent?.mail.text ?? "";
    const places = [
      "Folda „Ausbau Nordkorridor“",
      "In der Folda und mit Tag",
      "Tag „Digestwort“",
      "Nur mit Tag",
      "Suche „Masten“",
      "Nur gefunden",
    ].map((words) => text.indexOf(words));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(text.split("In der Folda und mit Tag")).toHaveLength(2);
    for (const words of ["Nicht gemeint", "Ihr eigener"]) expect(text).not.toContain(words);
    expect(pathsIn(sent?.mail.links ?? [])).toEqual(expect.arrayContaining(["/following", "/settings/digest"]));
    expect(await digestOf("jana")).toMatchObject({ mail_state: "sent" });

    await nextMorning();
    expect(mailsTo("jana"), "nothing new").toHaveLength(1);
    expect((await digestOf("jana")).due_at.getTime()).toBeGreaterThan(Date.now());
    await fileArticle(world.as("tobias"), nordkorridor, { title: "Am nächsten Tag" });
    await morning();
    expect(mailsTo("jana")).toHaveLength(2);
    expect(mailsTo("jana")[1]?.mail.text).toContain("Am nächsten Tag");
  });

  it("begin when she follows something, and when she switches them on", async () => {
    await fileArticle(world.as("tobias"), nordkorridor, { title: "Vorher" });
    await ageArticles();
    await follow("jana", { folder_id: nordkorridor });
    await follow("jana", { name: "Alles", query: {} });
    await choose("jana", daily);
    await query("update digests set told_until = now() - interval '1 day'");
    await nextMorning();
    await query("update follows set created_at = now() - interval '2 days'");
    await choose("jana", off);
    await choose("jana", daily);
    await nextMorning();
    expect(sink.received).toEqual([]);
  });

  it("tell in the next one what is being filed at this moment", async () => {
    await follow("jana", { folder_id: nordkorridor });
    await choose("jana", daily);
    await query("update follows set created_at = now() - interval '2 days'");
    await query("update digests set told_until = now() - interval '1 day'");
    await fileArticle(world.as("tobias"), nordkorridor, { title: "Gerade eben" });
    await nextMorning();
    expect(sink.received).toEqual([]);
    const [row] = await query("select told_until < now() - interval '110 seconds' as waits from digests");
    expect(row).toEqual({ waits: true });
  });

  it("tell only what he may see when they are sent", async () => {
    await follow("florian", { folder_id: nordkorridor });
    await follow("florian", { name: "Alles", query: { term: "Sichtbarkeitswort" } });
    await fileArticle(world.as("tobias"), nordkorridor, { title: "Sichtbarkeitswort eins" });
    await fileArticle(world.as("henrike"), presseschau, { title: "Sichtbarkeitswort zwei" });
    const { id } = await fileArticle(world.as("tobias"), nordkorridor, { title: "Sichtbarkeitswort im Papierkorb" });
    await world.as("tobias").delete(`/contents/${id}`);
    await choose("florian", daily);
    await query("update memberships set active = false where user_id = $1 and team_id = $2", [
      await world.userId("florian"),
      await world.teamId("netz"),
    ]);
    await morning();
    expect(sink.received).toEqual([]);
    await query("update memberships set active = true where user_id = $1", [await world.userId("florian")]);
    await query("update digests set told_until = now() - interval '1 day'");
    await nextMorning();
    expect(mailsTo("florian")).toHaveLength(1);
    const text = mailsTo("florian")[0]?.mail.text;
    expect(text).toContain("Sichtbarkeitswort eins");
    expect(text).not.toContain("zwei");
    expect(text).not.toContain("Papierkorb");
  });

  it("list ten articles of a follow and count the others, with a link to them", async () => {
    await query(
      `insert into articles (client_id, folder_id, user_id, title, teaser, body, published_at)
       select client_id, $1, $2, 'Nummer ' || n, '', '', current_date from folders, generate_series(1, 25) n where id = $1`,
      [nordkorridor, await world.userId("tobias")],
    );
    await query(`insert into article_stats (article_id, client_id, folder_id) select id, client_id, folder_id from articles where title like 'Nummer %'
      on conflict do nothing`);
    await follow("jana", { folder_id: nordkorridor });
    await choose("jana", daily);
    await morning();
    const [sent] = mailsTo("jana");
    expect(sent?.mail.subject).toBe("Neu für Sie: 25 Beiträge");
    expect(sent?.mail.text.match(/^Nummer /gm)).toHaveLength(10);
    expect(sent?.mail.text).toContain("Noch 15 weitere Beiträge");
    expect(pathsIn(sent?.mail.links ?? [])).toContain(`/folda/${nordkorridor}`);
    await query("delete from articles where title like 'Nummer %'");
  });

  it("are previewed without being sent, and the preview says if there is nothing new", async () => {
    const preview = async () => (await world.as("piotr").get("/digests/preview")).body.digest;
    expect(await preview()).toBeNull();
    const markt = await world.folderId("wettbewerb");
    await follow("piotr", { folder_id: markt });
    expect(await preview()).toBeNull();
    await fileArticle(world.as("jana"), markt, { title: "New on the market" });
    const shown = await preview();
    expect(shown.subject).toBe("New for you: 1 article");
    expect(shown.html).toContain("New on the market");
    expect([sink.received, await digestOf("piotr")]).toEqual([[], undefined]);
  });

  it("end with one click, all of them or one follow, without a session and as often as it is pressed", async () => {
    await fileArticle(world.as("tobias"), nordkorridor, { title: "Mit Links" });
    const followId = await follow("jana", { folder_id: nordkorridor });
    await choose("jana", daily);
    await morning();
    const [sent] = mailsTo("jana");
    const headers = Object.fromEntries(
      [...(sent?.raw.replace(/\r\n[ \t]+/g, " ").matchAll(/^(List-[\w-]+): (.*)$/gim) ?? [])].map(([, name, value]) => [
        name,
        value?.trim(),
      ]),
    );
    expect(headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    const tokenOf = (url: string) => new URL(url).pathname.split("/").at(-1) ?? "";
    const all = tokenOf((headers["List-Unsubscribe"] ?? "").slice(1, -1));
    const tokens = [...new Set(sent?.mail.links.filter((link) => link.includes("/digests/")).map(tokenOf))];
    expect(tokens).toHaveLength(2);
    const one = tokens.find((token) => token !== all) ?? "";

    const look = async (token: string) => (await world.visitor.get(`/digest_links/${token}`)).body;
    const press = (token: string) => world.visitor.post(`/digest_links/${token}`, {});
    expect(await look(one)).toEqual({ email: addressOf("jana"), follow_id: followId, name: "Ausbau Nordkorridor", active: true });
    expect(await look(all)).toEqual({ email: addressOf("jana"), follow_id: null, name: null, active: true });
    expect((await world.as("jana").get("/follows")).body).toHaveLength(1);
    for (let round = 0; round < 2; round += 1) {
      expect(await press(one)).toMatchObject({ status: 200, body: { follow_id: followId, name: null, active: false } });
      expect(await press(all)).toMatchObject({ status: 200, body: { follow_id: null, active: false } });
    }
    expect((await world.as("jana").get("/follows")).body).toEqual([]);
    expect((await world.as("jana").get("/digests/settings")).body).toEqual(off);

    const spoilt = [`${all.slice(0, -1)}${all.endsWith("A") ? "B" : "A"}`, all.slice(0, 20), "x", all.toLowerCase(), `${all}=`];
    for (const token of spoilt) expect((await press(token)).status).toBe(404);
  });

  it("are sent once by two processes at once, and not at all if they are switched off meanwhile", async () => {
    await fileArticle(world.as("tobias"), nordkorridor, { title: "Einmal" });
    await follow("jana", { folder_id: nordkorridor });
    await choose("jana", daily);
    await makeDue();
    await Promise.all(Array.from({ length: 4 }, () => sendDigests(world.services, unaborted)));
    expect(mailsTo("jana")).toHaveLength(1);
    await makeDue();
    sink.misbehave(() => {
      void query("update digests set frequency = 'off', due_at = null");
      return undefined;
    });
    await choose("jana", off);
    await sendDigests(world.services, unaborted);
    expect(mailsTo("jana")).toHaveLength(1);
  });

  it("are tried again with everything that is new while the server defers them, and not if it refuses them or nobody knows", async () => {
    await follow("jana", { folder_id: nordkorridor });
    await choose("jana", daily);
    await fileArticle(world.as("tobias"), nordkorridor, { title: "Zuerst" });
    sink.misbehave(() => ({ at: "rcpt", code: 450, message: "4.2.0 greylisted" }));
    await morning();
    expect(await digestOf("jana")).toMatchObject({ mail_state: null });
    sink.misbehave(() => ({ at: "data", code: 452, message: "4.3.1 no room" }));
    await nextMorning();
    expect(await digestOf("jana")).toMatchObject({ mail_state: null });
    expect((await digestOf("jana")).due_at.getTime()).toBeLessThan(Date.now() + 11 * 60_000);
    sink.misbehave(undefined);
    await fileArticle(world.as("tobias"), nordkorridor, { title: "Danach" });
    await morning();
    expect(mailsTo("jana")).toHaveLength(1);
    for (const title of ["Zuerst", "Danach"]) expect(mailsTo("jana")[0]?.mail.text).toContain(title);

    for (const [mishap, state] of [
      [{ at: "rcpt", code: 550, message: "5.1.1 no such user" }, "refused"],
      [{ at: "data", how: "close" }, "unknown"],
    ] as const) {
      await fileArticle(world.as("tobias"), nordkorridor, { title: `Wird ${state}` });
      sink.misbehave(() => mishap);
      await morning();
      sink.misbehave(undefined);
      expect(await digestOf("jana")).toMatchObject({ mail_state: state });
      expect((await digestOf("jana")).due_at.getTime()).toBeGreaterThan(Date.now());
      await nextMorning();
      expect(mailsTo("jana")).toHaveLength(1);
    }
  });

  it("are uncertain if a process died while it sent them, and not repeated", async () => {
    await choose("jana", daily);
    await query("update digests set mail_state = 'sending', mail_id = gen_random_uuid(), mailed_at = now() - interval '6 minutes'");
    await sendDigests(world.services, unaborted);
    expect(sink.received).toEqual([]);
    expect(await digestOf("jana")).toMatchObject({ mail_state: "unknown" });
    expect(world.logLines.some((line) => line.includes("digests were interrupted"))).toBe(true);
  });

  it("are sent to everybody else if those of several people fail", async () => {
    await fileArticle(world.as("henrike"), nordkorridor, { title: "Trotzdem" });
    const failing = ["anna", "clara", "lena", "matthias", "tobias"];
    for (const person of [...failing, "jana"]) {
      await follow(person, person === "jana" ? { folder_id: nordkorridor } : { name: "Defekt", query: { term: "Trotzdem" } });
      await choose(person, daily);
    }
    await query(`update follows set query = '{"term": 1}' where query is not null`);
    await morning();
    expect(mailsTo("jana")).toHaveLength(1);
    expect(sink.received).toHaveLength(1);
    for (const person of failing) {
      const [{ minutes }] = await query(
        "select extract(epoch from due_at - now()) / 60 as minutes from digests d join users u on u.id = d.user_id where u.email = $1",
        [addressOf(person)],
      );
      expect(Number(minutes), person).toBeGreaterThan(0);
      expect(Number(minutes), person).toBeLessThanOrEqual(10);
    }
  });

  it("are due at their hour of the person's zone, also when clocks change", async () => {
    const next = async (after: string, { frequency = "daily", weekday = 1, hour = 7 } = {}) => {
      const { rows } = await world.services.database.db.execute<{ at: string }>(sql`
        with d as (select ${frequency}::text as frequency, ${weekday}::int as weekday, ${hour}::int as hour)
        select to_json(${nextDigest(sql`${"Europe/Berlin"}::text`, sql`${after}::timestamptz`)} at time zone 'UTC') #>> '{}' as at from d`);
      return rows[0]?.at;
    };
    expect(await next("2026-03-28T12:00:00Z")).toBe("2026-03-29T05:00:00");
    expect(await next("2026-10-24T12:00:00Z")).toBe("2026-10-25T06:00:00");
    expect(await next("2026-07-01T04:59:59Z")).toBe("2026-07-01T05:00:00");
    expect(await next("2026-07-01T05:00:00Z")).toBe("2026-07-02T05:00:00");
    // Two o'clock does not exist on 29 March, and occurs twice on 25 October.
    expect(await next("2026-03-28T12:00:00Z", { hour: 2 })).toBe("2026-03-29T01:00:00");
    expect(await next("2026-03-29T01:00:00Z", { hour: 2 })).toBe("2026-03-30T00:00:00");
    expect(await next("2026-10-24T12:00:00Z", { hour: 2 })).toBe("2026-10-25T01:00:00");
    expect(await next("2026-10-25T01:00:00Z", { hour: 2 })).toBe("2026-10-26T01:00:00");
    expect(await next("2026-10-24T21:59:59Z", { hour: 0 })).toBe("2026-10-24T22:00:00");
    const sundays = { frequency: "weekly", weekday: 7, hour: 2 };
    expect(await next("2026-03-22T12:00:00Z", sundays)).toBe("2026-03-29T01:00:00");
    expect(await next("2026-03-29T01:00:00Z", sundays)).toBe("2026-04-05T00:00:00");
    expect(await next("2026-10-25T01:00:00Z", sundays)).toBe("2026-11-01T01:00:00");
    expect(await next("2026-10-24T12:00:00Z", { frequency: "off" })).toBeNull();
  });

  it("move with her time zone", async () => {
    await choose("jana", daily);
    const before = (await digestOf("jana")).due_at;
    const { body: settings } = await world.as("jana").get("/notifications/settings");
    const setZone = (time_zone: string) => world.as("jana").put("/notifications/settings", { settings: { ...settings, time_zone } });
    expect((await setZone("Pacific/Auckland")).status).toBe(200);
    const [due] = await query(
      "select to_char(due_at at time zone 'Pacific/Auckland', 'HH24:MI') as at, due_at > now() as later from digests",
    );
    expect(due).toEqual({ at: "07:00", later: true });
    await setZone("Europe/Berlin");
    expect((await digestOf("jana")).due_at).toEqual(before);
  });

  it("are dated in her time zone", async () => {
    await follow("jana", { folder_id: nordkorridor });
    await fileArticle(world.as("tobias"), nordkorridor, { title: "Mit Datum" });
    // Never the same day: their clocks are 25 hours apart.
    for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
      await query("update users set time_zone = $1 where email = $2", [zone, addressOf("jana")]);
      const today = longDate(new Date().toISOString(), "de", zone);
      expect((await world.as("jana").get("/digests/preview")).body.digest.html, zone).toContain(today);
    }
    await query("update users set time_zone = null where email = $1", [addressOf("jana")]);
  });

  it("go to nobody who has left, and their links end with them", async () => {
    await follow("sabine", { folder_id: presseschau });
    await fileArticle(world.as("henrike"), presseschau, { title: "An Sabine" });
    await choose("sabine", daily);
    await morning();
    const link = mailsTo("sabine")[0]?.mail.links.find((url) => url.includes("/digests/")) ?? "";
    await world.as("anna").delete(`/users/${await world.userId("sabine")}`);
    expect(await query("select 1 from digests d join users u on u.id = d.user_id where u.removed_at is not null")).toEqual([]);
    const token = new URL(link).pathname.split("/").at(-1);
    for (const call of [world.visitor.get(`/digest_links/${token}`), world.visitor.post(`/digest_links/${token}`, {})])
      expect((await call).status).toBe(404);
  });
});
