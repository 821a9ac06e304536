import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fileArticle } from "../support/articles";
import { type Caller, formOf } from "../support/caller";
import { credentialsOf, engine, type OpenWorld, openWorldIn, password } from "../support/harness";
import { freshDatabase } from "../support/template";

const [old, newer] = ["the old secret, for tests only: 1", "the new secret, for tests only: 2"];
const bothSecrets = `${newer}\n${old}`;

/** Each describe block is a restart with other secrets, on the same database and files. */
describe("A new session secret", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "folda-rotation-"));
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let world: OpenWorld;
  const restart = async (secrets: string) => {
    await world?.close();
    const { databaseUrl } = database;
    const environment = { SESSION_SECRET: secrets, DEMO: "0", ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) };
    world = await openWorldIn(dataDir, environment, { isPatient: true });
    await sql("delete from rate_limits where key not like 'known-device:%'");
  };
  const sql = async (text: string, values: unknown[] = []) => (await world.services.database.pool.query(text, values)).rows;
  beforeAll(async () => {
    database = await freshDatabase(engine, dataDir);
    await restart(old);
    folder = await world.folderId("presseschau");
    article = (await fileArticle(world.as("henrike"), folder)).id;
    made = await make("old");
    await restart(bothSecrets);
    madeAfter = await make("new");
    // Signs in with both secrets.
    expect(await isKnown(made.devices[0])).toBe(true);
  });
  afterAll(async () => {
    await world.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  let folder: string;
  let article: string;
  const keys = { "Idempotency-Key": randomUUID() };
  const makeFeed = (caller: Caller) => caller.post("/feeds", { feed: { name: "Presse", folder_id: folder } }, keys);
  const makeKey = (caller: Caller) =>
    caller.post("/api_keys", { api_key: { name: "Skript", scopes: ["read"], days: 30 }, current_password: password }, keys);
  const pathOf = (url = "") => new URL(url).pathname + new URL(url).search;

  /** Everything that depends, or could depend, on a secret. */
  async function make(name: string) {
    const henrike = world.as("henrike");
    const session = await world.signIn("henrike");
    const feed = await makeFeed(henrike);
    const apiKey = await makeKey(henrike);
    const { upload } = (await henrike.post("/uploads", formOf({ file: new File([name], `${name}.txt`) }))).body as { upload: string };
    const exported = await henrike.post("/exports", { export: { content_ids: article, format: "html", title: name } });
    await henrike.put(`/folders/${folder}/subscribable`, { subscribable: true });
    await world.visitor.post(`/newsletter_subscriptions/${folder}`, { subscription: { email: `${name}@aussen.example`, locale: "de" } });
    const confirmation = await world.readMail(`${name}@aussen.example`);
    await henrike.post(`/folders/${folder}/subscribers`, { import: { addresses: [`${name}.2@aussen.example`], consent: "Messestand" } });
    const mailing = await henrike.post("/mailings", { mailing: { folder_id: folder, vuex_state: { subject: `Presse ${name}` } } });
    await henrike.put(`/mailings/${mailing.body.id}`, { mailing: {}, perform: "publish" });
    const newsletter = await world.readMail(`${name}.2@aussen.example`);
    const { workspace, email } = credentialsOf("florian");
    await world.visitor.post("/password_resets", { workspace, email, locale: "de" });
    const reset = await world.readMail(email);
    for (const device of [`${name}-device-used-every-day-1`, `${name}-device-used-every-day-2`])
      expect((await world.visitor.post("/auth", credentialsOf("ayse"), { "X-Device": device })).status).toBe(200);
    await world.jobsDone();
    const url = (await henrike.get(`/exports/${exported.body.id}`)).body.url as string;
    return {
      session,
      feed: feed.body.token as string,
      apiKey: apiKey.body.token as string,
      upload,
      exportFile: `/exports/${exported.body.id}/file${new URL(url).search}`,
      confirmation: pathOf(confirmation.links[0]).replace("/subscriptions/", "/newsletter_confirmations/"),
      unsubscription: `/unsubscriptions/${/unsubscribe\/([\w-]+)/.exec(newsletter.headers["list-unsubscribe"] ?? "")?.[1]}`,
      reset: pathOf(reset.links[0]),
      devices: [`${name}-device-used-every-day-1`, `${name}-device-used-every-day-2`] as const,
    };
  }
  type Made = Awaited<ReturnType<typeof make>>;
  let made: Made;
  let madeAfter: Made;

  const attach = async ({ upload }: Made) =>
    world.as("henrike").post("/uploads/attachment", { attachment: { content_id: article, upload } });
  const statusesOf = async ({ session, feed, apiKey, exportFile, confirmation, unsubscription, reset }: Made) => ({
    session: (await world.withToken(session).get("/folders")).status,
    feed: (await world.visitor.get(`/feeds/${feed}/contents`)).status,
    apiKey: (await world.withToken(apiKey).get("/folders")).status,
    exportFile: (await world.visitor.request(exportFile, {})).status,
    confirmation: (await world.visitor.get(confirmation)).status,
    unsubscription: (await world.visitor.get(unsubscription)).status,
    reset: (await world.visitor.get(reset)).status,
  });
  const allValid = { session: 200, feed: 200, apiKey: 200, exportFile: 200, confirmation: 200, unsubscription: 200, reset: 200 };
  /** Whether the device may sign in although others have used up all attempts. */
  const isKnown = async (device: string) => {
    await sql("delete from rate_limits where key not like 'known-device:%'");
    for (let guess = 0; guess < 6; guess += 1) await world.visitor.post("/auth", { ...credentialsOf("ayse"), password: "falsch" });
    return (await world.visitor.post("/auth", credentialsOf("ayse"), { "X-Device": device })).status === 200;
  };

  describe("in front of the old one", () => {
    beforeAll(() => restart(bothSecrets));

    it("keeps sessions, links, feeds, keys, uploads and devices valid", async () => {
      expect(await statusesOf(made)).toEqual(allValid);
      expect((await attach(made)).status).toBe(201);
      expect(await isKnown(made.devices[0])).toBe(true);
    });

    it("returns the feed and the key that a request created before, when it is sent again", async () => {
      expect((await makeFeed(world.as("henrike"))).body.token).toBe(made.feed);
      expect((await makeKey(world.as("henrike"))).body.token).toBe(made.apiKey);
    });

    it("signs what is new", async () => {
      expect(await statusesOf(madeAfter)).toEqual(allValid);
    });
  });

  describe("alone", () => {
    beforeAll(() => restart(newer));

    it("verifies what it signed", async () => {
      expect(await statusesOf(madeAfter)).toEqual(allValid);
      expect((await attach(madeAfter)).status).toBe(201);
      expect(await isKnown(madeAfter.devices[0])).toBe(true);
      expect(await isKnown(made.devices[0])).toBe(true);
    });

    it("refuses what the old one signed; what is stored as a hash stays valid", async () => {
      const refused = { session: 401, exportFile: 404, confirmation: 404, unsubscription: 404 };
      expect(await statusesOf(made)).toEqual({ ...allValid, ...refused });
      expect((await attach(made)).status).toBe(422);
      expect(await isKnown(made.devices[1])).toBe(false);
    });
  });
});
