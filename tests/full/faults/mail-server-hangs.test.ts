import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deliverNewsletter } from "../../../api/domain/newsletters/deliver";
import { fileArticle } from "../../support/articles";
import { engine, type OpenWorld, openWorld } from "../../support/harness";
import { openSmtpSink, type SmtpSink } from "../../support/smtp-sink";

const anna = "anna@demo.example";

describe("A mail server that stops replying", () => {
  let sink: SmtpSink;
  let world: OpenWorld;
  let folder: string;
  beforeAll(async () => {
    sink = await openSmtpSink();
    world = await openWorld(engine, { SMTP_URL: `${sink.url}?socketTimeout=1500`, MAIL_FROM: "folda@folda.example", MAIL_RATE: "1000" });
    folder = await world.folderId("presseschau");
    await fileArticle(world.as("henrike"), folder);
  });
  afterAll(async () => {
    await world.close();
    await sink.close();
  });

  it.each([
    ["before the content was sent: the newsletter is sent again", "rcpt", "waiting", [anna]],
    ["after the content was sent: it is sent again only on request", "data", "unknown", []],
  ] as const)("%s", async (_, at, state, again) => {
    const henrike = world.as("henrike");
    sink.received.splice(0);
    sink.misbehave((address) => (address === anna ? { at, how: "hang" } : undefined));
    const { id } = (await henrike.post("/mailings", { mailing: { folder_id: folder, vuex_state: { subject: "Presse" } } })).body;
    expect((await henrike.put(`/mailings/${id}`, { mailing: {}, perform: "publish" })).status).toBe(200);
    const delivery = async () => (await henrike.get(`/mailings/${id}/deliveries`)).body.entries.find(({ email = "" }) => email === anna);
    await expect.poll(delivery).toMatchObject({ state, attempts: 1 });
    // Not the mail that notifies Henrike.
    const receivers = () => sink.received.filter(({ mail }) => mail.subject === "Presse").flatMap(({ to }) => to);
    await expect.poll(receivers).toHaveLength(5);
    sink.misbehave(undefined);
    const { pool } = world.services.database;
    await pool.query("update mailing_deliveries set next_attempt_at = now() where mailing_id = $1 and state = 'waiting'", [id]);
    await deliverNewsletter(world.services, id, new AbortController().signal);
    expect(receivers().slice(5)).toEqual(again);
  });
});
