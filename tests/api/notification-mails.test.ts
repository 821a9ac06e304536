import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { nextDaily } from "../../api/db/notifications/notifications";
import { sendNotificationMails } from "../../api/domain/notifications/mails";
import { enqueueNotificationMails } from "../../api/domain/notifications/notify";
import { signIds } from "../../api/domain/signed-ids";
import { fileArticle } from "../support/articles";
import { engine, type OpenWorld, openWorld } from "../support/harness";
import { openSmtpSink, type SmtpSink } from "../support/smtp-sink";

const defaults = {
  comment: "daily",
  mention: "now",
  role: "now",
  export: "off",
  newsletter: "now",
  source: "now",
  time_zone: "Europe/Berlin",
};
const unaborted = new AbortController().signal;

describe("Mails about notifications", () => {
  let world: OpenWorld;
  let sink: SmtpSink;
  let nordkorridor: string;

  beforeAll(async () => {
    sink = await openSmtpSink();
    world = await openWorld(engine, { SMTP_URL: sink.url, MAIL_FROM: "folda@folda.example", MAIL_RATE: "1000" });
    nordkorridor = await world.folderId("nordkorridor");
  });
  afterAll(async () => {
    await world.close();
    await sink.close();
  });
  afterEach(async () => {
    sink.misbehave(undefined);
    await query("delete from notifications");
    for (const person of ["jana", "clara", "tobias"])
      await query("update users set notification_modes = '{}', time_zone = null where email = $1", [addressOf(person)]);
    sink.received.length = 0;
    sink.begun.length = 0;
  });

  const query = async (text: string, values: unknown[] = []) => (await world.services.database.pool.query(text, values)).rows;
  const addressOf = (person: string) => `${person}@demo.example`;
  const mailsTo = async (person: string) => {
    await world.jobsDone();
    return sink.received.filter(({ to }) => to.includes(addressOf(person)));
  };
  const subjectsTo = async (person: string) => (await mailsTo(person)).map(({ mail }) => mail.subject);
  const comment = (person: string, article: string, body: string) => world.as(person).post(`/comments/content/${article}`, { body });
  const choose = (person: string, settings: object) =>
    world.as(person).put("/notifications/settings", { settings: { ...defaults, ...settings } });
  /** Sends daily mails now. */
  const morning = async () => {
    await query("update notifications set mail_due_at = now() - interval '1 second' where mail_due_at is not null");
    await enqueueNotificationMails(world.services);
    await world.jobsDone();
  };
  const statesOf = async (person: string) =>
    query(
      `select n.mail_due_at is not null as waits, n.mail_state as state from notifications n join users u on u.id = n.user_id
       where u.email = $1 order by n.created_at`,
      [addressOf(person)],
    );

  it("are sent at once for a mention, with the comment and its link", async () => {
    const { id, title } = await fileArticle(world.as("jana"), nordkorridor);
    const { body } = await comment("clara", id, "@Jana Petersen, steht das fest?");
    const [sent, ...others] = await mailsTo("jana");
    expect(others).toEqual([]);
    expect(sent?.mail.subject).toMatch(/hat Sie erwähnt$/);
    expect(sent?.mail.text).toContain(`zu „${title}“ erwähnt`);
    expect(sent?.mail.text).toContain("„@Jana Petersen, steht das fest?“");
    expect(sent?.mail.links.map((link) => `${new URL(link).pathname}${new URL(link).hash}`)).toEqual(
      expect.arrayContaining([`/contents/${id}#kommentar-${body.id}`, "/settings/notifications"]),
    );
    expect(await statesOf("jana")).toEqual([{ waits: false, state: "sent" }]);
  });

  it("are collected for the next morning, and then sent once, in one mail", async () => {
    const { id } = await fileArticle(world.as("jana"), nordkorridor);
    const { id: other } = await fileArticle(world.as("jana"), nordkorridor);
    await comment("clara", id, "Eins.");
    await comment("tobias", id, "Zwei.");
    await comment("clara", other, "Drei.");
    expect(await mailsTo("jana")).toEqual([]);
    const [due] = await query(
      "select to_char(mail_due_at at time zone 'Europe/Berlin', 'HH24:MI') as at, mail_due_at - now() < interval '25 hours' as soon from notifications where mail_due_at is not null",
    );
    expect(due).toEqual({ at: "07:00", soon: true });
    await morning();
    await morning();
    const [sent, ...others] = await mailsTo("jana");
    expect(others).toEqual([]);
    expect(sent?.mail.subject).toBe("2 Mitteilungen");
    for (const text of ["„Drei.“", "„Zwei.“", " und "]) expect(sent?.mail.text).toContain(text);
    expect(sent?.mail.text).not.toContain("„Eins.“");
  });

  it("are due at seven in the morning, also when clocks change", async () => {
    const next = async (after: string, timeZone = "Europe/Berlin") => {
      const { rows } = await world.services.database.db.execute<{ at: string }>(
        sql`select to_json(${nextDaily(sql`${timeZone}`, sql`${after}::timestamptz`)} at time zone 'UTC') #>> '{}' as at`,
      );
      return rows[0]?.at;
    };
    expect(await next("2026-03-28T12:00:00Z")).toBe("2026-03-29T05:00:00");
    expect(await next("2026-03-29T00:30:00Z")).toBe("2026-03-29T05:00:00");
    expect(await next("2026-10-24T12:00:00Z")).toBe("2026-10-25T06:00:00");
    expect(await next("2026-10-25T00:30:00Z")).toBe("2026-10-25T06:00:00");
    expect(await next("2026-07-01T05:00:00Z")).toBe("2026-07-02T05:00:00");
    expect(await next("2026-07-01T04:59:59Z")).toBe("2026-07-01T05:00:00");
    expect(await next("2026-03-07T13:00:00Z", "America/New_York")).toBe("2026-03-08T11:00:00");
    expect(await next("2026-07-01T12:00:00Z", "Asia/Kathmandu")).toBe("2026-07-02T01:15:00");
  });

  it("are due in the morning of the person's time zone, which has to exist", async () => {
    const { id } = await fileArticle(world.as("jana"), nordkorridor);
    for (const timeZone of ["America/New_York", "Asia/Tokyo", defaults.time_zone]) {
      expect((await choose("jana", { time_zone: timeZone })).status).toBe(200);
      expect((await world.as("jana").get("/notifications/settings")).body.time_zone).toBe(timeZone);
      await query("delete from notifications");
      await comment("clara", id, "Wann?");
      const [due] = await query("select to_char(mail_due_at at time zone $1, 'HH24:MI') as at from notifications", [timeZone]);
      expect(due).toEqual({ at: "07:00" });
    }
    for (const wrong of ["Mars/Olympus", "+02:00", "right/Europe/Berlin", "posixrules"]) {
      const refused = await choose("jana", { time_zone: wrong });
      expect(refused.status, wrong).toBe(422);
      expect(Object.keys(refused.body.errors ?? refused.body)).toEqual(["time_zone"]);
    }
  });

  it("end by one click, without a session, for a link that nobody can make up", async () => {
    const { id } = await fileArticle(world.as("jana"), nordkorridor);
    await choose("jana", { time_zone: "Asia/Tokyo" });
    await comment("clara", id, "@Jana Petersen, bitte lesen.");
    const [sent] = await mailsTo("jana");
    expect(sent?.mail.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    const token = /\/unsubscribe\/notifications\/([\w-]+)\?locale=de>$/.exec(sent?.mail.headers["list-unsubscribe"] ?? "")?.[1] ?? "";
    const path = `/notification_mails/${token}`;
    expect((await world.visitor.get(path)).body).toEqual({ email: addressOf("jana"), wanted: true });
    await comment("clara", id, "Für morgen.");
    for (let times = 0; times < 2; times += 1)
      expect((await world.visitor.post(path)).body).toEqual({ email: addressOf("jana"), wanted: false });
    const off = Object.fromEntries(Object.keys(defaults).map((kind) => [kind, "off"]));
    expect((await world.as("jana").get("/notifications/settings")).body).toEqual({ ...off, time_zone: "Asia/Tokyo" });
    await comment("clara", id, "@Jana Petersen, noch einmal.");
    await morning();
    expect(await mailsTo("jana")).toHaveLength(1);
    const foreign = signIds(world.services, "unsubscribe", [await world.userId("jana")]);
    for (const wrong of [foreign, token.slice(1), `${token}A`, token.replace(/^./, (first) => (first === "A" ? "B" : "A")), "x"]) {
      expect((await world.visitor.get(`/notification_mails/${wrong}`)).status).toBe(404);
      expect((await world.visitor.post(`/notification_mails/${wrong}`)).status).toBe(404);
    }
  });

  it("follow the settings, also those changed while a mail waits", async () => {
    expect((await world.as("jana").get("/notifications/settings")).body).toEqual(defaults);
    expect((await choose("jana", { comment: "now", mention: "off" })).status).toBe(200);
    const { id } = await fileArticle(world.as("jana"), nordkorridor);
    await comment("clara", id, "Sofort.");
    await comment("clara", id, "@Jana Petersen, keine E-Mail.");
    expect(await subjectsTo("jana")).toEqual([expect.stringContaining("Neuer Kommentar zu")]);
    await choose("jana", { comment: "daily" });
    await comment("clara", id, "Für morgen.");
    await choose("jana", { comment: "off" });
    await morning();
    expect(await mailsTo("jana")).toHaveLength(1);
    expect((await world.as("jana").get("/notifications/settings")).body).toEqual({ ...defaults, comment: "off" });
  });

  it("say nothing about what was read, is in the trash or may no longer be seen at that moment", async () => {
    const articles = await Promise.all(Array.from({ length: 4 }, () => fileArticle(world.as("jana"), nordkorridor)));
    const [read, trashed, hidden, kept] = articles.map(({ id }) => id) as [string, string, string, string];
    for (const id of [read, trashed, hidden, kept]) await comment("clara", id, `Zu ${id}.`);
    const { body: groups } = await world.as("jana").get("/notifications");
    const group = groups.find(({ subject }: { subject: { id: string } }) => subject.id === read);
    await world.as("jana").post(`/notifications/${group.id}/read`);
    await world.as("jana").delete(`/contents/${trashed}`);
    await query("update articles set folder_id = $1 where id = $2", [await world.inboxIdOf("matthias"), hidden]);
    await morning();
    const [sent, ...others] = await mailsTo("jana");
    expect(others).toEqual([]);
    expect(sent?.mail.text).toContain(`Zu ${kept}.`);
    for (const id of [read, trashed, hidden]) expect(sent?.raw).not.toContain(id);
    expect((await statesOf("jana")).every(({ waits }) => !waits)).toBe(true);
  });

  it("are ten an hour at most; what is more waits for the next morning", async () => {
    await choose("jana", { comment: "now" });
    const { id } = await fileArticle(world.as("jana"), nordkorridor);
    for (let n = 1; n <= 12; n += 1) {
      await comment("clara", id, `Nummer ${n}.`);
      await world.jobsDone();
    }
    expect(await mailsTo("jana")).toHaveLength(10);
    expect((await statesOf("jana")).filter(({ waits }) => waits)).toHaveLength(2);
    await query("update notifications set mailed_at = mailed_at - interval '2 hours'");
    await morning();
    const mails = await mailsTo("jana");
    expect(mails).toHaveLength(11);
    expect(mails.at(-1)?.mail.text).toContain("Nummer 12.");
  });

  it("are sent once by two processes at once", async () => {
    const { id } = await fileArticle(world.as("jana"), nordkorridor);
    await comment("clara", id, "Einmal.");
    await query("update notifications set mail_due_at = now() - interval '1 second'");
    await Promise.all(Array.from({ length: 4 }, () => sendNotificationMails(world.services, unaborted)));
    expect(await subjectsTo("jana")).toHaveLength(1);
    expect(await statesOf("jana")).toEqual([{ waits: false, state: "sent" }]);
  });

  it("are tried again while the server defers them, and given up when it refuses them or nobody knows", async () => {
    const { id } = await fileArticle(world.as("jana"), nordkorridor);
    sink.misbehave(() => ({ at: "rcpt", code: 450, message: "4.2.0 greylisted" }));
    await comment("clara", id, "@Jana Petersen, später.");
    await world.jobsDone();
    expect(await statesOf("jana")).toEqual([{ waits: true, state: null }]);
    sink.misbehave(() => ({ at: "data", code: 452, message: "4.3.1 no room" }));
    await morning();
    expect(await statesOf("jana")).toEqual([{ waits: true, state: null }]);
    sink.misbehave(undefined);
    await morning();
    expect(await subjectsTo("jana")).toHaveLength(1);

    for (const [mishap, state] of [
      [{ at: "rcpt", code: 550, message: "5.1.1 no such user" }, "refused"],
      [{ at: "data", how: "close" }, "unknown"],
    ] as const) {
      await query("delete from notifications");
      sink.misbehave(() => mishap);
      await comment("clara", id, `@Jana Petersen, ${state}.`);
      await world.jobsDone();
      sink.misbehave(undefined);
      await morning();
      expect(await statesOf("jana")).toEqual([{ waits: false, state }]);
      expect(await subjectsTo("jana")).toHaveLength(1);
    }
  });

  it("are uncertain if a process died while it sent them, and not repeated", async () => {
    const { id } = await fileArticle(world.as("jana"), nordkorridor);
    await comment("clara", id, "Unterbrochen.");
    await query(
      "update notifications set mail_due_at = null, mail_state = 'sending', mail_id = gen_random_uuid(), mailed_at = now() - interval '6 minutes'",
    );
    await enqueueNotificationMails(world.services);
    expect(await subjectsTo("jana")).toEqual([]);
    expect(await statesOf("jana")).toEqual([{ waits: false, state: "unknown" }]);
    expect(world.logLines.some((line) => line.includes("notification mails were interrupted"))).toBe(true);
  });

  it("go to nobody who has left, and leave nothing of them", async () => {
    const { id } = await fileArticle(world.as("henrike"), nordkorridor);
    await comment("clara", id, "An Henrike.");
    await world.as("anna").delete(`/users/${await world.userId("henrike")}`);
    expect(await query("select 1 from notifications n join users u on u.id = n.user_id where u.removed_at is not null")).toEqual([]);
    await comment("clara", id, "Noch einmal.");
    await morning();
    expect(sink.received).toEqual([]);
  });
});
