import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { sweep } from "../../api/domain/sweep";
import { password as castPassword, type OpenWorld, worldForTests } from "../support/harness";

const password = "Weichenheizung-84-Prellbock";

describe("sign-up", () => {
  const world = worldForTests({ TRUST_PROXY: "1" });
  beforeEach(() => sql("delete from rate_limits"));

  const sql = (text: string, values: unknown[] = []) => world.services.database.pool.query(text, values);
  const german = { "Accept-Language": "de" };
  const newEmail = () => `${randomUUID()}@demo.example`;
  const signUp = (fields: Record<string, unknown>, headers: HeadersInit = german) =>
    world.visitor.post(
      "/users",
      { user: { workspace: "demo", email: newEmail(), password, password_confirmation: fields.password ?? password, ...fields } },
      headers,
    );
  const signIn = (email: string, typed = password) => world.visitor.post("/auth", { workspace: "demo", email, password: typed }, german);
  const confirmPath = async (email: string, after?: Parameters<OpenWorld["readMail"]>[1]) => {
    const { links } = await world.readMail(email, { subject: "bestätigen", ...after });
    return new URL(links[0] ?? "").pathname;
  };
  const accounts = async (email: string) => (await sql("select * from users where email = $1", [email])).rows;

  test("Ole signs up, confirms his address, and signs in to an account with a team and an inbox of his own", async () => {
    const email = newEmail();
    const { status, body } = await signUp({ workspace: " DEMO ", email });
    expect({ status, body }).toEqual({ status: 201, body: { auth_token: null } });
    expect(await signIn(email)).toMatchObject({
      status: 401,
      body: { message: expect.stringContaining("Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse") },
    });
    expect((await signIn(email, "something else")).body).toEqual({ message: "Workspace, E-Mail oder Passwort sind nicht richtig." });

    const path = await confirmPath(email);
    expect(await world.visitor.get(path)).toMatchObject({
      status: 200,
      body: { purpose: "sign_up", email, client: { name: "Nordbahn", workspace: "demo" } },
    });
    expect((await signIn(email)).status).toBe(401);
    expect((await world.visitor.post(await confirmPath(email))).status).toBe(204);

    const { body: session } = await signIn(email);
    const bearer = { Authorization: `Bearer ${session.auth_token}` };
    const [account] = await accounts(email);
    expect((await world.visitor.get(`/users/${account.id}`, bearer)).body).toMatchObject({
      role: "editor",
      locale: "de",
      profile_complete: false,
      password_expired: false,
      first_name: null,
    });
    expect((await world.visitor.get("/teams", bearer)).body).toMatchObject([{ visibility: "is_personal", name: email, role: "owner" }]);
    expect((await world.visitor.get("/folders", bearer)).body).toMatchObject([{ purpose: "inbox", name: "Eingang" }]);
  });

  test("the mail comes again with the right password, three times an hour, and never with a wrong one", async () => {
    const email = newEmail();
    await signUp({ email });
    for (const typed of ["wrong", password, password, password, password, "wrong"]) {
      await sql("delete from rate_limits where key like 'sign-in%'");
      await signIn(email, typed);
    }
    expect(await world.mailsTo(email)).toHaveLength(4);
  });

  describe("the link", () => {
    test("says again within a day that it is confirmed, also to two who confirm at once, and not after that", async () => {
      const email = newEmail();
      await signUp({ email });
      const path = await confirmPath(email);
      const answers = await Promise.all(Array.from({ length: 6 }, () => world.visitor.post(path)));
      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204, 204]);
      expect((await world.visitor.get(path)).status).toBe(200);
      await sql("update links set used_at = now() - interval '25 hours' where email is null and used_at is not null");
      expect((await world.visitor.get(path)).status).toBe(404);
      expect((await world.visitor.post(path)).status).toBe(404);
    });

    test("confirms nothing once it expired, altered, cut short, or for something else", async () => {
      const email = newEmail();
      await signUp({ email });
      const path = await confirmPath(email);
      const token = path.split("/").at(-1) ?? "";
      const altered = `${token.slice(0, -2)}${token.endsWith("AA") ? "BB" : "AA"}`;
      for (const other of [altered, token.slice(0, 20), token.toUpperCase(), "x".repeat(201), "%00"]) {
        expect((await world.visitor.get(`/email_confirmations/${other}`)).status, other).toBe(404);
        expect((await world.visitor.post(`/email_confirmations/${other}`)).status, other).toBe(404);
      }
      expect((await world.visitor.post(`/invitations/${token}/confirmation`)).status).toBe(404);
      await sql("update links set purpose = 'password_reset' where used_at is null");
      expect((await world.visitor.post(path)).status).toBe(404);
      await sql("update links set purpose = 'sign_up', expires_at = now() - interval '1 second' where used_at is null");
      expect((await world.visitor.get(path)).status).toBe(404);
      expect((await world.visitor.post(path)).status).toBe(404);
      expect((await accounts(email))[0].confirmed_at).toBeNull();
    });

    test("of an account that was removed confirms nothing", async () => {
      const email = newEmail();
      await signUp({ email });
      const path = await confirmPath(email);
      await sql("update users set removed_at = now() where email = $1", [email]);
      expect((await world.visitor.post(path)).status).toBe(404);
    });

    test("is not to be guessed: twenty tries at one, and an address's hundredth, are slowed down", async () => {
      for (let round = 0; round < 20; round++) expect((await world.visitor.post("/email_confirmations/guess")).status).toBe(404);
      const { status, headers, body } = await world.visitor.post("/email_confirmations/guess", undefined, german);
      expect(status).toBe(429);
      expect(body.message).toBe(`Zu viele Versuche. Bitte warten Sie ${headers.get("Retry-After")} Sekunden.`);
      const from = (token: string) => world.visitor.post(`/email_confirmations/${token}`, undefined, { "X-Forwarded-For": "192.0.2.7" });
      expect((await from("other")).status).toBe(404);
      await sql("update rate_limits set points = 100 where key like 'email-confirmation-address:%'");
      expect((await from("another")).status).toBe(429);
    });
  });

  describe("an address that has an account", () => {
    test("gets the same answer, and a mail that says so; nothing about the account changes", async () => {
      const email = "Sabine@demo.example";
      const [before] = await accounts("sabine@demo.example");
      const answer = await signUp({ email });
      expect({ status: answer.status, body: answer.body }).toEqual({ status: 201, body: { auth_token: null } });
      const mails = await world.mailsTo("sabine@demo.example");
      expect(mails.map(({ subject }) => subject)).toEqual(["Sie haben bereits ein Konto"]);
      expect(await accounts("sabine@demo.example")).toEqual([before]);
      expect(await accounts(email)).toEqual([]);
      expect((await signIn(email, castPassword)).status).toBe(200);
    });

    test("but none that is confirmed, can be signed up again: the last password counts, and only the last link", async () => {
      const email = newEmail();
      await signUp({ email, password: "Fremdes-Passwort-99-Schotter" });
      const first = await world.readMail(email);
      await signUp({ email: email.toUpperCase() });
      const last = await confirmPath(email, { after: first });
      expect((await world.visitor.post(new URL(first.links[0] ?? "").pathname)).status).toBe(404);
      expect((await world.visitor.post(last)).status).toBe(204);
      expect((await signIn(email, "Fremdes-Passwort-99-Schotter")).status).toBe(401);
      expect((await signIn(email)).status).toBe(200);
    });

    test("is one account, however many sign up at once", async () => {
      const email = newEmail();
      const answers = await Promise.all(Array.from({ length: 5 }, () => signUp({ email })));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
      expect(await accounts(email)).toHaveLength(1);
    });

    test("of a person who was removed is free again", async () => {
      await sql("update users set removed_at = now() where email = 'piotr@demo.example'");
      await signUp({ email: "piotr@demo.example" });
      expect((await world.visitor.post(await confirmPath("piotr@demo.example"))).status).toBe(204);
      expect((await signIn("piotr@demo.example")).status).toBe(200);
    });
  });

  describe("is refused", () => {
    test("alike in a workspace that allows none and in one that does not exist", async () => {
      const answers = await Promise.all(["nachbar", "nirgendwo"].map((workspace) => signUp({ workspace, email: "olga@nachbar.example" })));
      for (const { status, body } of answers) {
        expect(status).toBe(422);
        expect(body).toEqual({ errors: { workspace: [expect.stringContaining("keine Registrierung ohne Einladung möglich")] } });
      }
    });

    test("for whom the black list names, though the white list names them too", async () => {
      await sql("update clients set email_blacklist = '{Ole@demo.example,praktikum.demo.example}' where workspace = 'demo'");
      for (const email of ["ole@demo.example", "a@praktikum.demo.example"]) expect((await signUp({ email })).status).toBe(422);
      expect((await signUp({ email: "a@hh.demo.example" })).status).toBe(201);
      await sql("update clients set email_blacklist = '{}' where workspace = 'demo'");
    });

    test("without an address and a good password, or a workspace, at once, and says all of it", async () => {
      const weak = { email: "ole@evil.example", password: "passwort12", password_confirmation: "passwort13" };
      expect(Object.keys((await signUp(weak)).body.errors).sort()).toEqual(["email", "password", "password_confirmation"]);
      const { body } = await signUp({ ...weak, workspace: "nirgendwo" });
      expect(Object.keys(body.errors).sort()).toEqual(["password", "password_confirmation", "workspace"]);
    });

    test("with fields that are not a person's to set", async () => {
      const email = newEmail();
      await signUp({ email, role: "owner", client_id: randomUUID(), confirmed_at: "2026-01-01T00:00:00Z", profile_complete: true });
      expect((await accounts(email))[0]).toMatchObject({ role: "editor", confirmed_at: null, profile_complete: false });
    });

    test("for the sixth time in a quarter of an hour for one address, and no other is held up", async () => {
      const email = newEmail();
      for (let round = 0; round < 5; round++)
        expect((await signUp({ email, password: "weak", password_confirmation: "weak" })).status).toBe(422);
      const { status, headers, body } = await signUp({ email: email.toUpperCase() });
      expect(status).toBe(429);
      const wait = Number(headers.get("Retry-After"));
      expect(wait).toBeLessThanOrEqual(900);
      expect(body.message).toBe(`Zu viele Versuche. Bitte warten Sie ${wait} Sekunden.`);
      expect((await signUp({})).status).toBe(201);
    });
  });

  test("a password's outer spaces and its emoji belong to it", async () => {
    const email = newEmail();
    const odd = "  Schwelle 🚂 Gleisbett 41  ";
    await signUp({ email, password: odd, password_confirmation: odd });
    await world.visitor.post(await confirmPath(email));
    expect((await signIn(email, odd)).status).toBe(200);
    expect((await signIn(email, odd.trim())).status).toBe(401);
  });

  test("an account that nobody confirms is gone after seven days, with its team; others stay", async () => {
    const [late, fresh] = [newEmail(), newEmail()];
    await signUp({ email: late });
    await signUp({ email: fresh });
    await sql("update users set created_at = now() - interval '7 days 1 minute' where email = $1 or email = 'jana@demo.example'", [late]);
    const [{ id }] = await accounts(late);
    await sweep(world.services);
    expect(await accounts(late)).toEqual([]);
    expect((await sql("select 1 from teams where slug = $1", [`personal-${id}`])).rowCount).toBe(0);
    expect(await accounts(fresh)).toHaveLength(1);
    expect(await accounts("jana@demo.example")).toHaveLength(1);
  });

  test("leaves neither address, nor password, nor a link's secret in the log", async () => {
    const email = newEmail();
    await signUp({ email });
    const path = await confirmPath(email);
    await world.visitor.post(path);
    const log = world.logLines.join("");
    for (const secret of [email, password, path.split("/").at(-1) ?? ""]) expect(log).not.toContain(secret);
  });
});
