import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deliverNewsletter } from "../../api/domain/newsletters/deliver";
import { createLog } from "../../api/log";
import { openServices } from "../../api/open-services";
import { fileArticle } from "../support/articles";
import { engine, type OpenWorld, openWorld } from "../support/harness";
import { openSmtpSink, type SmtpSink } from "../support/smtp-sink";

const everybody = ["anna", "clara", "henrike", "jana", "matthias", "sabine"].map((key) => `${key}@demo.example`);
const annas = (address: string) => address === "anna@demo.example";

describe("The delivery of a newsletter", () => {
  let sink: SmtpSink;
  let world: OpenWorld;
  let folder: string;
  beforeAll(async () => {
    sink = await openSmtpSink();
    world = await openWorld(engine, { SMTP_URL: sink.url, MAIL_FROM: "folda@folda.example", MAIL_RATE: "1000" });
    folder = await world.folderId("presseschau");
    await fileArticle(world.as("henrike"), folder, { title: "Brücke gesperrt", tags: ["Bau"] });
  });
  afterAll(async () => {
    await world.close();
    await sink.close();
  });
  beforeEach(() => void sink.received.splice(0));
  afterEach(() => {
    sink.refuse(undefined);
    sink.misbehave(undefined);
  });

  const henrike = () => world.as("henrike");
  const query = async (text: string, values: unknown[] = []) => (await world.services.database.pool.query(text, values)).rows;

  async function draft(state: object = {}): Promise<string> {
    const { status, body } = await henrike().post("/mailings", {
      mailing: { folder_id: folder, vuex_state: { subject: "Presse", ...state } },
    });
    expect(status).toBe(201);
    return body.id;
  }
  async function publish(state: object = {}): Promise<string> {
    const id = await draft(state);
    const { status, body } = await henrike().put(`/mailings/${id}`, { mailing: {}, perform: "publish" });
    expect([status, body.status]).toEqual([200, "published"]);
    return id;
  }
  /** Publishes a newsletter and attempts each mail once, while the server defers them all. */
  async function publishDeferred(message = "not yet"): Promise<string> {
    sink.refuse({ code: 451, message });
    const id = await publish();
    await expect.poll(async () => (await deliveriesOf(id)).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1, 1]);
    return id;
  }
  const deliveriesOf = async (
    id: string,
  ): Promise<{ email: string; state: string; answer: string | null; attempts: number; id: string }[]> =>
    (await henrike().get(`/mailings/${id}/deliveries`)).body.entries;
  const statesOf = async (id: string) =>
    Object.fromEntries((await deliveriesOf(id)).map(({ email, state }) => [email.split("@")[0], state]));
  const countsOf = async (id: string) => (await henrike().put(`/mailings/${id}`, { mailing: {} })).body.mailing.deliveries;
  const settled = (id: string) =>
    expect.poll(async () => (await deliveriesOf(id)).filter(({ state }) => state === "handing_over" || state === "waiting").length);
  /** The recipients of this newsletter's mails, each once: a mail of an earlier test may still arrive. */
  const receivers = async (id: string) => {
    const own = new Set((await deliveriesOf(id)).map((delivery) => `<${delivery.id}@folda.example>`));
    return sink.received
      .filter(({ mail }) => own.has(mail.headers["message-id"] ?? ""))
      .flatMap(({ to }) => to)
      .sort();
  };
  const hurry = async (id: string) => {
    await query("update mailing_deliveries set next_attempt_at = now() - interval '1 second' where mailing_id = $1 and state = 'waiting'", [
      id,
    ]);
    await deliverNewsletter(world.services, id, new AbortController().signal);
  };

  it("brings everybody one mail, and says so", async () => {
    const id = await publish();
    await settled(id).toBe(0);
    expect(await receivers(id)).toEqual(everybody);
    expect(await countsOf(id)).toEqual({ total: 6, waiting: 0, handed_over: 6, refused: 0, unknown: 0, stopped: 0, withdrawn: 0 });
  });

  it("tells the server's words of who is refused, tries nobody again by itself, and once more on request", async () => {
    sink.misbehave((address) => (annas(address) ? { at: "rcpt", code: 550, message: "5.1.1 no such mailbox" } : undefined));
    const id = await publish();
    await settled(id).toBe(0);
    const linesOf = (message: string) =>
      world.logLines.filter((line) => line.includes(id) && line.includes(message)).map((line) => JSON.parse(line));
    await expect.poll(() => linesOf("newsletter delivered")).toHaveLength(1);
    expect(linesOf("newsletter slice started")).toHaveLength(1);
    const counts = { sent: 5, refused: 1, deferred: 0, uncertain: 0, withdrawn: 0 };
    expect(linesOf("newsletter slice ended")).toEqual([expect.objectContaining(counts)]);
    expect(linesOf("newsletter mail failed")).toEqual([
      expect.objectContaining({ level: 40, outcome: "refused", class: "smtp_5xx", reply: "550 5.1.1" }),
    ]);
    expect(world.logLines.join("")).not.toMatch(/no such mailbox|anna@/);
    const anna = (await deliveriesOf(id)).find(({ email }) => annas(email));
    expect(anna).toMatchObject({ state: "refused", attempts: 1, answer: expect.stringContaining("5.1.1 no such mailbox") });
    expect((await henrike().get(`/mailings/${id}/deliveries?state=refused`)).body).toMatchObject({
      entries: [{ email: "anna@demo.example" }],
      meta: { current_page: 0, per_page: 25, next_page: null, total_count: 1 },
    });
    await hurry(id);
    expect(await receivers(id)).toHaveLength(5);

    sink.misbehave(undefined);
    const again = await henrike().post(`/mailings/${id}/deliveries`, { deliveries: { state: "refused" } });
    expect(again.body.deliveries).toMatchObject({ waiting: 1, refused: 0 });
    await settled(id).toBe(0);
    expect(await receivers(id)).toEqual(everybody);
    const nothing = await henrike().post(`/mailings/${id}/deliveries`, { deliveries: { ids: [anna?.id] } });
    expect(nothing.body.deliveries).toMatchObject({ handed_over: 6, waiting: 0 });
  });

  it("tells the person who sent it, once, how many did not get it, and again after another sending", async () => {
    const toHenrike = (subject: string) =>
      sink.received.filter(({ to, mail }) => to.includes("henrike@demo.example") && mail.subject.includes(subject));
    sink.misbehave((address) => {
      if (annas(address)) return { at: "rcpt", code: 550, message: "5.1.1 no such mailbox" };
      return address.startsWith("clara") ? { at: "data", how: "close" } : undefined;
    });
    const id = await publish({ subject: "Brückenbau" });
    await settled(id).toBe(0);
    const told = "Nicht alle haben „Brückenbau“ erhalten";
    await expect.poll(() => toHenrike(told).length).toBe(1);
    const { mail, raw } = toHenrike(told)[0] ?? expect.unreachable();
    expect(mail.text).toMatch(/4 von 6\n.*Abgelehnt.*1\n.*Unklar.*1\n/);
    expect(mail.links.map((link) => new URL(link).pathname)).toContain(`/folda/${folder}/mailings`);
    expect(`${raw}${mail.text}`).not.toMatch(/anna|clara/i);

    // However often the queue is polled.
    await hurry(id);
    await hurry(id);
    sink.misbehave(undefined);
    await henrike().post(`/mailings/${id}/deliveries`, { deliveries: { state: "refused" } });
    await settled(id).toBe(0);
    await expect.poll(() => toHenrike(told).length).toBe(2);
    expect(toHenrike(told)[1]?.mail.text).toContain("5 von 6");
    await henrike().post(`/mailings/${id}/deliveries`, { deliveries: { state: "unknown" } });
    await settled(id).toBe(0);
    await hurry(id);
    expect(await query("select 1 from jobs where name = 'notification-mails' and failed_at is null")).toEqual([]);
    expect(toHenrike(told)).toHaveLength(2);
  });

  it.each([
    ["rcpt", 421, "4.3.2 shutting down"],
    ["rcpt", 450, "4.2.0 greylisted"],
    ["data", 452, "4.3.1 no room"],
  ] as const)("waits where the server says later: %s %i", async (at, code, message) => {
    sink.misbehave((address) => (annas(address) ? { at, code, message } : undefined));
    const id = await publish();
    await expect.poll(() => statesOf(id)).toMatchObject({ anna: "waiting", clara: "handed_over", sabine: "handed_over" });
    // If the server closes a reused connection (421), nodemailer does not report its message.
    const words = code === 421 ? "" : message;
    await expect.poll(async () => (await deliveriesOf(id)).find(({ email }) => annas(email))?.answer).toContain(words);
    sink.misbehave(undefined);
    await hurry(id);
    await settled(id).toBe(0);
    expect(await receivers(id)).toEqual(everybody);
  });

  it("refuses for good when content is refused at the end of DATA", async () => {
    sink.misbehave((address) => (annas(address) ? { at: "data", code: 554, message: "5.7.1 looks like spam" } : undefined));
    const id = await publish();
    await settled(id).toBe(0);
    expect(await statesOf(id)).toMatchObject({ anna: "refused", clara: "handed_over" });
  });

  it("does not know what became of a mail when the connection is closed during its content, and sends it again only on request", async () => {
    sink.misbehave((address) => (annas(address) ? { at: "data", how: "close" } : undefined));
    const id = await publish();
    await settled(id).toBe(0);
    expect(await statesOf(id)).toMatchObject({ anna: "unknown", clara: "handed_over" });
    sink.misbehave(undefined);
    await hurry(id);
    expect(await receivers(id)).not.toContain("anna@demo.example");
    await henrike().post(`/mailings/${id}/deliveries`, { deliveries: { state: "unknown" } });
    await settled(id).toBe(0);
    expect(await receivers(id)).toEqual(everybody);
  });

  it("of a preview fails once, for the operator to see, when the connection is closed during its content", async () => {
    const id = await draft({ preview_recipients: ["anna@demo.example"] });
    sink.misbehave(() => ({ at: "data", how: "close" }));
    await henrike().put(`/mailings/${id}`, { mailing: {}, perform: "preview" });
    const failures = () => world.logLines.filter((line) => line.includes("job failed") && line.includes("mailing-preview"));
    await expect.poll(() => failures().length).toBe(1);
    sink.misbehave(undefined);
    await world.jobsDone();
    expect(failures().map((line) => JSON.parse(line))).toMatchObject([{ level: 50, failure: { type: "MailUncertain" } }]);
  });

  it("tries again when the connection is closed before the content", async () => {
    sink.misbehave((address) => (annas(address) ? { at: "rcpt", how: "close" } : undefined));
    const id = await publish();
    await expect.poll(() => statesOf(id)).toMatchObject({ anna: "waiting", clara: "handed_over" });
    await expect.poll(async () => (await deliveriesOf(id)).find(({ email }) => annas(email))?.attempts).toBe(1);
    sink.misbehave(undefined);
    await hurry(id);
    await settled(id).toBe(0);
    expect(await receivers(id)).toEqual(everybody);
  });

  it("waits for a server that is away", async () => {
    const { port } = sink;
    await sink.close();
    const id = await publish();
    await expect.poll(async () => (await deliveriesOf(id)).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(new Set(Object.values(await statesOf(id)))).toEqual(new Set(["waiting"]));
    sink = await openSmtpSink(port);
    await hurry(id);
    await settled(id).toBe(0);
    expect(await receivers(id)).toEqual(everybody);
  });

  it("gives up a mail that was taken later eight times over", async () => {
    const id = await publishDeferred("4.7.1 later");
    await query("update mailing_deliveries set attempts = 8 where mailing_id = $1", [id]);
    await hurry(id);
    expect((await deliveriesOf(id))[0]).toMatchObject({ state: "refused", attempts: 9, answer: expect.stringContaining("4.7.1 later") });
  });

  it("is done once when several deliver it at the same time", async () => {
    const id = await publishDeferred();
    sink.refuse(undefined);
    await query("update mailing_deliveries set next_attempt_at = now() - interval '1 second' where mailing_id = $1", [id]);
    // Only PostgreSQL permits another process.
    const other = engine === "postgres" ? await openServices(world.services.config, createLog("silent")) : undefined;
    const deliver = (services = world.services) => deliverNewsletter(services, id, new AbortController().signal);
    await Promise.all([deliver(), deliver(), deliver(other?.services), deliver(other?.services)]);
    await other?.close();
    expect(await receivers(id)).toEqual(everybody);
  });

  it("ends when somebody stops it, and goes on when somebody says so", async () => {
    const id = await publishDeferred();
    const stopped = await world.as("sabine").delete(`/mailings/${id}/publication`);
    expect(stopped.body).toMatchObject({ status: "published", stopped_at: expect.any(String), deliveries: { stopped: 6, waiting: 0 } });
    sink.refuse(undefined);
    await hurry(id);
    expect(await receivers(id)).toEqual([]);
    const resumed = await henrike().post(`/mailings/${id}/deliveries`, { deliveries: { state: "stopped" } });
    expect(resumed.body.stopped_at).toBeNull();
    await settled(id).toBe(0);
    expect(await receivers(id)).toEqual(everybody);
    expect((await henrike().delete(`/mailings/${id}/publication`)).body.stopped_at).toBeNull();
  });

  it("is not sent to who unsubscribed or left meanwhile", async () => {
    const id = await publishDeferred();
    await query("update memberships set active = false where user_id = $1", [await world.userId("sabine")]);
    await query("insert into unsubscriptions select client_id, $1, id from users where email = 'anna@demo.example'", [folder]);
    sink.refuse(undefined);
    await hurry(id);
    expect(await statesOf(id)).toEqual({
      anna: "withdrawn",
      sabine: "withdrawn",
      clara: "handed_over",
      henrike: "handed_over",
      jana: "handed_over",
      matthias: "handed_over",
    });
    await query("update memberships set active = true where user_id = $1", [await world.userId("sabine")]);
    await query("delete from unsubscriptions");
  });

  it("leaves what a dead process had at the mail server unknown, and sends what it had not begun", async () => {
    const id = await publishDeferred();
    await query(
      `update mailing_deliveries set state = 'handing_over', claimed_by = gen_random_uuid(), claimed_at = now() - interval '4 minutes'
       where mailing_id = $1 and email = 'anna@demo.example'`,
      [id],
    );
    await query(
      `update mailing_deliveries set claimed_by = gen_random_uuid(), claimed_at = now() - interval '31 seconds'
       where mailing_id = $1 and email = 'jana@demo.example'`,
      [id],
    );
    sink.refuse(undefined);
    await hurry(id);
    expect(await statesOf(id)).toMatchObject({ anna: "unknown", clara: "handed_over", jana: "handed_over" });
    expect(await receivers(id)).not.toContain("anna@demo.example");
  });

  it("survives that all connections to the database are cut while it runs", async () => {
    if (engine === "embedded") return;
    const id = await publishDeferred();
    await query("update mailing_deliveries set next_attempt_at = now() - interval '1 second' where mailing_id = $1", [id]);
    // The server replies to each recipient only after the connections are closed.
    let cut: Promise<undefined> | undefined;
    const cutAll = async () => {
      await query(
        "select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
      return undefined;
    };
    sink.refuse(undefined);
    sink.misbehave(() => {
      cut ??= cutAll();
      return cut;
    });
    await deliverNewsletter(world.services, id, new AbortController().signal);
    expect(await receivers(id)).toEqual(everybody);
    expect(new Set(Object.values(await statesOf(id)))).toEqual(new Set(["handed_over"]));
  });
});
