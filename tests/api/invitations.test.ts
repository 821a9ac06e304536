import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines, type OpenWorld, openWorld } from "./harness";

describe.each(engines)("invitations on %s", (engine) => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld(engine);
  });
  beforeEach(() => sql("delete from rate_limits"));
  afterAll(() => world.close());

  const sql = (text: string, values: unknown[] = []) => world.services.database.pool.query(text, values);
  const german = { "Accept-Language": "de" };
  /** Without dashes, so that nothing in it looks like a password. */
  const newEmail = (domain = "partner.example") => `${randomUUID().replaceAll("-", "")}@${domain}`;
  const invite = (person: string, fields: Record<string, unknown>) =>
    world.as(person).post("/invitations", { invitation: { email_addresses: [newEmail()], role: "editor", ...fields } }, german);
  const invited = async (person: string, email: string, role = "editor") => {
    expect((await invite(person, { email_addresses: [email], role })).status).toBe(201);
    const { links } = await world.readMail(email);
    return new URL(links[0] ?? "").pathname;
  };
  const confirm = (path: string) => world.visitor.post(`${path}/confirmation`);
  const accounts = async (email: string) => (await sql("select * from users where lower(email) = lower($1)", [email])).rows;
  const passwordIn = (text: string) => /[a-z2-9]{4}(?:-[a-z2-9]{4}){3}/.exec(text)?.[0] ?? "";

  test("Jana invites Ole, who confirms, gets a password by mail, and signs in to an account that is still to be completed", async () => {
    const email = newEmail();
    const { status, body } = await invite("jana", { email_addresses: [` ${email} `], role: "admin" });
    expect(status).toBe(201);
    expect(body).toMatchObject([{ email, role: "admin" }]);
    const mail = await world.readMail(email, { subject: "Einladung" });
    const path = new URL(mail.links[0] ?? "").pathname;
    expect(await world.visitor.get(path)).toMatchObject({ status: 200, body: { email, client: { name: "Nordbahn", workspace: "demo" } } });
    expect(await accounts(email)).toEqual([]);

    expect((await confirm(path)).status).toBe(204);
    const { text } = await world.readMail(email, { after: mail });
    const { body: session } = await world.visitor.post("/auth", { workspace: "demo", email, password: passwordIn(text) });
    const bearer = { Authorization: `Bearer ${session.auth_token}` };
    const [account] = await accounts(email);
    expect((await world.visitor.get(`/users/${account.id}`, bearer)).body).toMatchObject({
      role: "admin",
      locale: "de",
      profile_complete: false,
      password_expired: true,
    });
    const [team] = (await world.visitor.get("/teams", bearer)).body.slice(-1);
    expect(team).toMatchObject({ visibility: "is_personal", role: "owner", folders_count: 1 });
  });

  test("an English inviter's guest gets English mails and an English account", async () => {
    await sql("update users set role = 'admin' where email = 'piotr@demo.example'");
    const email = newEmail();
    const path = await invited("piotr", email);
    await confirm(path);
    expect((await world.mailsTo(email)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining("Invitation"),
      expect.stringContaining("access"),
    ]);
    expect((await accounts(email))[0].locale).toBe("en");
  });

  describe("a confirmation", () => {
    test("at once, and again within a day, makes one account and sends one password; after that it is over", async () => {
      const email = newEmail();
      const path = await invited("anna", email);
      const answers = await Promise.all(Array.from({ length: 6 }, () => confirm(path)));
      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204, 204]);
      expect((await world.visitor.get(path)).status).toBe(200);
      expect(await accounts(email)).toHaveLength(1);
      expect(await world.mailsTo(email)).toHaveLength(2);
      await sql("update invitations set confirmed_at = now() - interval '25 hours' where email = $1", [email]);
      expect((await world.visitor.get(path)).status).toBe(404);
      expect((await confirm(path)).status).toBe(404);
      expect(await accounts(email)).toHaveLength(1);
    });

    test("of an invitation that expired, was altered, or is another kind of link makes nothing", async () => {
      const email = newEmail();
      const path = await invited("anna", email);
      const token = path.split("/").at(-1) ?? "";
      for (const wrong of [`${token}x`, token.slice(1), token.toLowerCase(), "x".repeat(201), "%00", "confirmation"]) {
        expect((await world.visitor.get(`/invitations/${wrong}`)).status, wrong).toBe(404);
        expect((await confirm(`/invitations/${wrong}`)).status, wrong).toBe(404);
      }
      expect((await world.visitor.post(`/email_confirmations/${token}`)).status).toBe(404);
      await sql("update invitations set expires_at = now() - interval '1 second' where email = $1", [email]);
      expect((await world.visitor.get(path)).status).toBe(404);
      expect((await confirm(path)).status).toBe(404);
      expect(await accounts(email)).toEqual([]);
    });

    test("is one too many after the twentieth in a quarter of an hour", async () => {
      for (let round = 0; round < 20; round++) expect((await confirm("/invitations/guess")).status).toBe(404);
      const { status, headers } = await confirm("/invitations/guess");
      expect(status).toBe(429);
      expect(Number(headers.get("Retry-After"))).toBeLessThanOrEqual(900);
    });

    test("by somebody who has an account by now succeeds, makes no second one, and changes nothing about it", async () => {
      const email = newEmail();
      const path = await invited("anna", email, "admin");
      const { rows } = await sql("select client_id, password_hash from users where email = 'anna@demo.example'");
      await sql("insert into users (client_id, email, password_hash, role) values ($1, $2, $3, 'reader')", [
        rows[0].client_id,
        email.toUpperCase(),
        rows[0].password_hash,
      ]);
      const before = await accounts(email);
      expect((await confirm(path)).status).toBe(204);
      expect(await accounts(email)).toEqual(before);
    });

    test("takes over a sign-up that nobody confirmed: its password and its link are worth nothing", async () => {
      const email = newEmail("demo.example");
      const password = "Fremdes-Passwort-99-Schotter";
      await world.visitor.post("/users", { user: { workspace: "demo", email, password, password_confirmation: password } });
      const signUpMail = await world.readMail(email);
      expect((await invite("anna", { email_addresses: [email] })).status).toBe(201);
      const invitation = await world.readMail(email, { after: signUpMail });
      expect((await confirm(new URL(invitation.links[0] ?? "").pathname)).status).toBe(204);
      expect(await accounts(email)).toMatchObject([{ profile_complete: false, password_expired: true }]);
      expect((await world.visitor.post("/auth", { workspace: "demo", email, password })).status).toBe(401);
      expect((await world.visitor.post(new URL(signUpMail.links[0] ?? "").pathname)).status).toBe(404);
      const { text } = await world.readMail(email, { after: invitation });
      expect((await world.visitor.post("/auth", { workspace: "demo", email, password: passwordIn(text) })).status).toBe(200);
    });

    test("of another workspace's invitation leads to that workspace, where the same address may have an account too", async () => {
      const path = await invited("olga", "jana@demo.example");
      expect((await world.visitor.get(path)).body.client.workspace).toBe("nachbar");
      expect((await confirm(path)).status).toBe(204);
      expect(await accounts("jana@demo.example")).toHaveLength(2);
      await sql("delete from rate_limits");
      expect((await world.visitor.post("/auth", { workspace: "nachbar", email: "jana@demo.example", password: "x" })).status).toBe(401);
    });
  });

  describe("inviting", () => {
    test("is for owner and admins", async () => {
      expect((await world.visitor.post("/invitations", { invitation: {} })).status).toBe(401);
      for (const person of ["matthias", "henrike", "clara"]) expect((await invite(person, {})).status, person).toBe(403);
      for (const person of ["anna", "jana", "olga"]) expect((await invite(person, {})).status, person).toBe(201);
    });

    test("several people at once invites each address once, whatever the case of its letters", async () => {
      const [one, two] = [newEmail(), newEmail()];
      const { body } = await invite("anna", { email_addresses: [one, two, one.toUpperCase()] });
      expect(body.map(({ email }: { email: string }) => email)).toEqual([one, two]);
    });

    test("names every address that is wrong, a member's, or invited already, and invites nobody then", async () => {
      const [fresh, waiting] = [newEmail(), newEmail()];
      await invite("anna", { email_addresses: [waiting] });
      const wrong = await invite("anna", { email_addresses: [fresh, "ohne-at", "a@b@c.example"] });
      expect(wrong).toMatchObject({
        status: 422,
        body: { errors: { email_addresses: ["„ohne-at“ ist keine E-Mail-Adresse.", "„a@b@c.example“ ist keine E-Mail-Adresse."] } },
      });
      const taken = await invite("anna", { email_addresses: [fresh, "TOBIAS@demo.example", waiting.toUpperCase()] });
      expect(taken).toMatchObject({
        status: 422,
        body: {
          errors: {
            email_addresses: [
              "„TOBIAS@demo.example“ gehört bereits zu diesem Workspace.",
              `„${waiting.toUpperCase()}“ ist bereits eingeladen.`,
            ],
          },
        },
      });
      expect((await invite("anna", { email_addresses: [fresh] })).status).toBe(201);
    });

    test("the same person at once, from two tabs, invites them once", async () => {
      const email = newEmail();
      const answers = await Promise.all([1, 2, 3].map(() => invite("anna", { email_addresses: [email] })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
      expect(await world.mailsTo(email)).toHaveLength(1);
    });

    test("somebody again is possible once the invitation expired, or the account is removed", async () => {
      const email = newEmail();
      const first = await invited("anna", email);
      await sql("update invitations set expires_at = now() - interval '1 second' where email = $1", [email]);
      const [mail] = await world.mailsTo(email);
      expect((await invite("anna", { email_addresses: [email] })).status).toBe(201);
      const second = await world.readMail(email, { after: mail });
      expect((await confirm(first)).status).toBe(404);
      expect((await confirm(new URL(second.links[0] ?? "").pathname)).status).toBe(204);
      await sql("update users set removed_at = now() where email = $1", [email]);
      expect((await invite("anna", { email_addresses: [email] })).status).toBe(201);
    });

    test.each<[string, unknown, string[]]>([
      ["nothing", {}, ["email_addresses", "role"]],
      ["no address", { email_addresses: [], role: "admin" }, ["email_addresses"]],
      ["a text for the list", { email_addresses: "a@b.example", role: "admin" }, ["email_addresses"]],
      ["numbers for addresses", { email_addresses: [1], role: "admin" }, ["email_addresses"]],
      [
        "too many",
        { email_addresses: Array.from({ length: 201 }, (_, index) => `a${index}@b.example`), role: "admin" },
        ["email_addresses"],
      ],
      ["too long an address", { email_addresses: [`${"a".repeat(300)}@b.example`], role: "admin" }, ["email_addresses"]],
      ["a header in an address", { email_addresses: ["a@b.example\nBcc: c@d.example"], role: "admin" }, ["email_addresses"]],
      ["another role", { email_addresses: ["a@b.example"], role: "owner" }, ["role"]],
    ])("with %s is refused", async (_, invitation, fields) => {
      const { status, body } = await world.as("anna").post("/invitations", { invitation });
      expect(status).toBe(422);
      expect(Object.keys(body.errors)).toEqual(fields);
    });
  });
});
