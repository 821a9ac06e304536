import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { countStatements } from "../../api/db/pool";
import { worldForTests } from "../support/harness";
import { stopClock } from "../support/stopped-clock";

describe("invitations", () => {
  const world = worldForTests();
  beforeEach(() => sql("delete from rate_limits"));

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
    expect(await world.visitor.get(path)).toMatchObject({
      status: 200,
      body: { email, client: { name: "Nordbahn", workspace: "demo" }, confirmed_at: null },
    });
    expect(await accounts(email)).toEqual([]);

    expect((await confirm(path)).status).toBe(204);
    const { text } = await world.readMail(email, { after: mail });
    const first = passwordIn(text);
    const { body: session } = await world.visitor.post("/auth", { workspace: "demo", email, password: first });
    const bearer = { Authorization: `Bearer ${session.auth_token}` };
    const [account] = await accounts(email);
    expect((await world.visitor.get(`/users/${account.id}`, bearer)).body).toMatchObject({
      role: "admin",
      locale: "de",
      profile_complete: false,
      password_expired: true,
    });
    expect((await world.visitor.get("/teams", bearer)).status).toBe(403);
    const own = "Drei Möwen & 41 Weichen";
    const change = { current_password: first, password: own, password_confirmation: own };
    expect((await world.visitor.put(`/users/${account.id}`, { user: change }, bearer)).status).toBe(200);
    const [team] = (await world.visitor.get("/teams", bearer)).body.slice(-1);
    expect(team).toMatchObject({ visibility: "is_personal", role: "owner", folders_count: 1 });
  });

  test("a first password ends after a week, which only its holder is told, who sets another one by mail", async () => {
    const email = newEmail();
    await confirm(await invited("jana", email));
    const mail = await world.readMail(email, { subject: "Ihr Zugang" });
    expect(mail.text).toContain("gilt 7 Tage");
    const first = passwordIn(mail.text);
    const signIn = (password: string) => world.visitor.post("/auth", { workspace: "demo", email, password }, german);
    const [account] = await accounts(email);
    expect(account.first_password_until.getTime() - Date.now()).toBeGreaterThan(6.9 * 24 * 3_600_000);
    expect((await signIn(first)).status).toBe(200);

    await sql("update users set first_password_until = now() - interval '1 second' where id = $1", [account.id]);
    const ended = await signIn(first);
    expect([ended.status, ended.body.message]).toEqual([401, expect.stringMatching(/^Dieses erste Passwort ist abgelaufen/)]);
    const wrong = await signIn(`${first}x`);
    expect([wrong.status, wrong.body.message]).toEqual([401, expect.stringMatching(/nicht richtig/)]);

    await world.visitor.post("/password_resets", { workspace: "demo", email, locale: "de" });
    const { links } = await world.readMail(email, { subject: "Neues Passwort" });
    const own = "Drei Möwen & 41 Weichen";
    const reset = await world.visitor.put(new URL(links[0] ?? "").pathname, { password: own, password_confirmation: own });
    expect(reset.status).toBeLessThan(300);
    expect((await signIn(own)).status).toBe(200);
    expect(await accounts(email)).toMatchObject([{ first_password_until: null, password_expired: false }]);
  });

  test("a workspace sends 500 invitations a day, those that are sent again included, and a refused list counts nothing", async () => {
    stopClock();
    await sql("insert into rate_limits select 'invitations:' || id, 497, $1::bigint from clients where workspace = 'demo'", [
      Date.now() + 3_600_000,
    ]);
    const three = [newEmail(), newEmail(), newEmail()];
    const refused = await invite("jana", { email_addresses: [...three, newEmail()] });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([429, ["email_addresses"]]);
    expect(refused.body.message).toContain("höchstens 500 Einladungen pro Tag senden, heute noch 3.");
    expect(refused.headers.get("retry-after")).toBe("3600");
    expect((await sql("select 1 from invitations where email = any($1)", [three])).rows).toEqual([]);

    const statuses = await Promise.all(three.map(async (email) => (await invite("jana", { email_addresses: [email] })).status));
    expect(statuses).toEqual([201, 201, 201]);
    const again = await Promise.all([1, 2].map(async () => (await invite("anna", {})).status));
    expect(again).toEqual([429, 429]);
    const id = (await sql("update invitations set expires_at = expires_at - interval '1 day' where email = $1 returning id", [three[0]]))
      .rows[0].id;
    expect((await world.as("jana").post(`/invitations/${id}/mail`)).status).toBe(429);
  });

  test("people who accept are editors of the teams that were chosen for them, without one that was deleted meanwhile", async () => {
    const makeTeam = async (name: string) => (await world.as("anna").post("/teams", { team: { name: `${name} ${randomUUID()}` } })).body;
    const [stays, goes] = [await makeTeam("Bleibt"), await makeTeam("Geht")];
    const email = newEmail();
    const { status, body } = await invite("jana", { email_addresses: [email], team_ids: [stays.id, goes.id, stays.id] });
    expect([status, body[0].teams]).toEqual([201, [stays.name, goes.name]]);
    const { links } = await world.readMail(email);
    expect((await world.as("anna").delete(`/teams/${goes.id}`)).status).toBe(204);
    const listed = (await world.as("jana").get(`/invitations?term=${email}`)).body.entries;
    expect(listed).toMatchObject([{ email, teams: [stays.name] }]);
    const path = new URL(links[0] ?? "").pathname;
    expect((await Promise.all([confirm(path), confirm(path)])).map((answer) => answer.status)).toEqual([204, 204]);
    const [account] = await accounts(email);
    const { rows } = await sql("select team_id, role, active from memberships where user_id = $1 and role <> 'owner'", [account.id]);
    expect(rows).toEqual([{ team_id: stays.id, role: "editor", active: true }]);
    const audit = await sql("select actor_id, data from audit_entries where subject_id = $1 and kind = 'membershipAdded'", [account.id]);
    expect(audit.rows).toMatchObject([{ actor_id: await world.userId("jana"), data: { team: stays.name, role: "editor" } }]);
  });

  test("teams that are not there, personal or another workspace's are refused at their field, and nobody is invited", async () => {
    const personal = (await world.as("jana").get("/teams")).body.at(-1).id;
    const foreign = await world.teamId("nachbarschaft");
    for (const team of ["x", randomUUID(), personal, foreign]) {
      const email = newEmail();
      const { status, body } = await invite("jana", { email_addresses: [email], team_ids: [team] });
      expect([status, Object.keys(body.errors ?? {})], team).toEqual([422, ["team_ids"]]);
      expect((await sql("select 1 from invitations where email = $1", [email])).rows).toEqual([]);
    }
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
      const [{ at }] = (await sql("select confirmed_at as at from invitations where email = $1", [email])).rows;
      expect(await world.visitor.get(path)).toMatchObject({ status: 200, body: { email, confirmed_at: at.toISOString() } });
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
    test("several people at once invites each address once, whatever the case of its letters", async () => {
      const [one, two] = [newEmail(), newEmail()];
      const { body } = await invite("anna", { email_addresses: [one, two, one.toUpperCase()] });
      expect(body.map(({ email }: { email: string }) => email)).toEqual([one, two]);
    });

    test("names every address that is wrong, a member's, or invited already, and invites nobody then", async () => {
      const [fresh, waiting] = [newEmail(), newEmail()];
      await invite("anna", { email_addresses: [waiting] });
      const wrong = await invite("anna", { email_addresses: [fresh, "ohne-at", "ohne@punkt", "a@b@c.example"] });
      expect(wrong).toMatchObject({
        status: 422,
        body: {
          errors: {
            email_addresses: ["ohne-at", "ohne@punkt", "a@b@c.example"].map((email) => `„${email}“ ist keine E-Mail-Adresse.`),
          },
        },
      });
      const taken = await invite("anna", { email_addresses: [fresh, "TOBIAS@demo.example", "ohne-at", waiting.toUpperCase()] });
      expect(taken).toMatchObject({
        status: 422,
        body: {
          errors: {
            email_addresses: [
              "„TOBIAS@demo.example“ gehört bereits zu diesem Workspace.",
              "„ohne-at“ ist keine E-Mail-Adresse.",
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

    test("with the same key again, or twice at once, answers the same invitations and sends one mail", async () => {
      const [key, emails] = [randomUUID(), [newEmail(), newEmail()]];
      const send = (role = "editor") =>
        world.as("jana").post("/invitations", { invitation: { email_addresses: emails, role } }, { ...german, "Idempotency-Key": key });
      const answers = await Promise.all([send(), send()]);
      answers.push(await send());
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
      const idsOf = ({ body }: { body: { id: string }[] }) => body.map(({ id }) => id).sort();
      for (const answer of answers) expect(idsOf(answer)).toEqual(idsOf(answers[0] as (typeof answers)[number]));
      expect(await world.mailsTo(emails[0] ?? "")).toHaveLength(1);
      expect((await send("admin")).status).toBe(422);
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

    test("names every address on the black list; the white list is for those who come by themselves", async () => {
      await sql(
        "update clients set email_blacklist = '{spam.example,boss@partner.example}', email_whitelist = '{demo.example}' where workspace = 'demo'",
      );
      const blocked = await invite("jana", { email_addresses: [newEmail(), "x@mail.SPAM.example", "Boss@partner.example"] });
      expect([blocked.status, blocked.body.errors]).toEqual([
        422,
        {
          email_addresses: [
            "„x@mail.SPAM.example“ ist in diesem Workspace gesperrt.",
            "„Boss@partner.example“ ist in diesem Workspace gesperrt.",
          ],
        },
      ]);
      expect((await invite("jana", { email_addresses: [newEmail()] })).status).toBe(201);
    });

    test("50 people costs as many statements as inviting two, and each gets a mail", async () => {
      const many = (count: number) => Array.from({ length: count }, (_, n) => newEmail(`m${n}.example`));
      const statementsOf = async (emails: string[]) => {
        const { statements, result } = await countStatements(() => invite("jana", { email_addresses: emails }));
        expect(result.status).toBe(201);
        return statements.length;
      };
      const [two, all] = [many(2), many(50)];
      expect(await statementsOf(all)).toBe(await statementsOf(two));
      expect(await world.mailsTo(all.at(-1) ?? "")).toHaveLength(1);
    });
  });

  describe("the list", () => {
    const list = async (query = "") => (await world.as("jana").get(`/invitations${query}`)).body;
    const emailsOf = async (query: string) => (await list(query)).entries.map(({ email }: { email: string }) => email);
    /** An invitation in the list, and the path of its link. */
    const listed = async (email: string) => {
      const path = await invited("jana", email);
      return { id: (await list(`?term=${email}`)).entries[0].id as string, path };
    };
    const made = async (email: string, role = "editor") => (await invite("jana", { email_addresses: [email], role })).body[0];
    const change = (id: string, role: string) => world.as("jana").put(`/invitations/${id}`, { invitation: { role } });
    const resend = (id: string) => world.as("jana").post(`/invitations/${id}/mail`, undefined, german);
    const sentBefore = (id: string) => sql("update invitations set expires_at = expires_at - interval '2 minutes' where id = $1", [id]);

    test("has addresses that were invited at once in the order of the alphabet", async () => {
      await sql("delete from invitations");
      const emails = ["e", "b", "d", "A", "c"].map((name) => `${name}@zugleich.example`);
      expect((await invite("jana", { email_addresses: emails })).status).toBe(201);
      for (const query of ["", "?sort_dir=asc"])
        expect(await emailsOf(query)).toEqual([
          "A@zugleich.example",
          "b@zugleich.example",
          "c@zugleich.example",
          "d@zugleich.example",
          "e@zugleich.example",
        ]);
    });

    test("holds who has not accepted yet, expired ones too, the newest first, or by address, either way", async () => {
      await sql("delete from invitations");
      for (const [n, email] of ["b@liste.example", "A@liste.example", "c@liste.example"].entries()) {
        const { id } = await made(email);
        await sql("update invitations set created_at = now() + $2 * interval '1 minute' where id = $1", [id, n]);
      }
      await sql("update invitations set expires_at = now() - interval '1 day' where email like 'b@%'");
      const confirmed = await invited("jana", "d@liste.example");
      await confirm(confirmed);
      expect(await emailsOf("")).toEqual(["c@liste.example", "A@liste.example", "b@liste.example"]);
      expect(await emailsOf("?sort_dir=asc")).toEqual(["b@liste.example", "A@liste.example", "c@liste.example"]);
      expect(await emailsOf("?sort_by=email&sort_dir=asc")).toEqual(["A@liste.example", "b@liste.example", "c@liste.example"]);
      expect(await emailsOf("?sort_by=email&sort_dir=desc")).toEqual(["c@liste.example", "b@liste.example", "A@liste.example"]);
      expect(await emailsOf("?term=a%40LISTE")).toEqual(["A@liste.example"]);
      expect((await list()).meta).toEqual({ current_page: 0, per_page: 25, next_page: null, total_count: 3, total_is_exact: true });
      expect(
        (await world.as("olga").get("/invitations")).body.entries.some(({ email }: { email: string }) => email.includes("liste")),
      ).toBe(false);
    });

    test("of 5,000 costs as many statements as one of 50", async () => {
      const statements = async () => (await countStatements(() => world.as("jana").get("/invitations?sort_by=email"))).statements.length;
      const add = (from: number, to: number) =>
        sql(
          `insert into invitations (client_id, email, role, user_id, expires_at)
           select client_id, n || '@viele.example', 'editor', id, now() + interval '1 day' from users, generate_series($1::int, $2::int) n
           where email = 'jana@demo.example' and role = 'admin'`,
          [from, to],
        );
      await add(1, 50);
      const few = await statements();
      expect(few).toBe(3);
      await add(51, 5000);
      expect(await statements()).toBe(few);
      await sql("delete from invitations where email like '%@viele.example'");
    });

    test("lets Jana change the role that Ole comes with", async () => {
      const email = newEmail();
      const { id, path } = await listed(email);
      expect((await change(id, "admin")).body).toMatchObject({ id, email, role: "admin" });
      await confirm(path);
      expect(await accounts(email)).toMatchObject([{ role: "admin" }]);
      expect((await change(id, "editor")).status).toBe(404);
    });

    test("sends an invitation once more, with another link that is good for as long again; twice at once sends one mail", async () => {
      const email = newEmail();
      const { id, path: first } = await listed(email);
      const tooSoon = await resend(id);
      const wait = Number(tooSoon.headers.get("Retry-After"));
      expect([tooSoon.status, wait > 0 && wait <= 60]).toEqual([429, true]);
      expect(tooSoon.body.message).toMatch(/vor weniger als einer Minute verschickt\. In (einer|\d+) Sekunden? können Sie/);
      expect(await world.mailsTo(email)).toHaveLength(1);
      await sql("update invitations set expires_at = now() - interval '1 day' where id = $1", [id]);
      const answers = await Promise.all([resend(id), resend(id), resend(id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
      const sent = answers.find(({ status }) => status === 200);
      expect(new Date(sent?.body.expires_at).getTime()).toBeGreaterThan(Date.now() + 13 * 24 * 60 * 60 * 1000);
      const mails = await world.mailsTo(email);
      expect(mails).toHaveLength(2);
      expect((await confirm(first)).status).toBe(404);
      expect((await confirm(new URL(mails[1]?.links[0] ?? "").pathname)).status).toBe(204);
      expect((await resend(id)).status).toBe(404);
    });

    test("sends nothing to who has become a member or is blocked meanwhile, and says so", async () => {
      const email = newEmail("demo.example");
      const { id } = await made(email);
      await sentBefore(id);
      await sql("update clients set email_blacklist = array[$1] where workspace = 'demo'", [email]);
      expect((await resend(id)).body.errors).toEqual({ email_addresses: [`„${email}“ ist in diesem Workspace gesperrt.`] });
      await sql("update clients set email_blacklist = '{}' where workspace = 'demo'");
      await sql(
        "insert into users (client_id, email, password_hash, role) select client_id, $1, '', 'editor' from invitations where id = $2",
        [email.toUpperCase(), id],
      );
      expect((await resend(id)).body.errors).toEqual({ email_addresses: [`„${email}“ gehört bereits zu diesem Workspace.`] });
      expect(await world.mailsTo(email)).toHaveLength(1);
    });

    test("withdraws an invitation: its link is worth nothing, the address can be invited again; twice at once is once", async () => {
      const email = newEmail();
      const { id, path } = await listed(email);
      expect((await world.as("jana").get(`/invitations/${id}/removal`)).body).toMatchObject({ id, email });
      const answers = await Promise.all([1, 2].map(() => world.as("jana").delete(`/invitations/${id}`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
      expect((await world.visitor.get(path)).status).toBe(404);
      expect((await confirm(path)).status).toBe(404);
      expect((await invite("jana", { email_addresses: [email] })).status).toBe(201);
    });

    test("withdrawn and accepted at once, one of them counts", async () => {
      const email = newEmail();
      const { id, path } = await listed(email);
      const [gone, accepted] = await Promise.all([world.as("jana").delete(`/invitations/${id}`), confirm(path)]);
      expect([
        [204, 404],
        [404, 204],
      ]).toContainEqual([gone.status, accepted.status]);
      expect(await accounts(email)).toHaveLength(accepted.status === 204 ? 1 : 0);
    });
  });
});
