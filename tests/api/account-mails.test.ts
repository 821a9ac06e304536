import { beforeEach, describe, expect, it } from "vitest";
import { endLinks } from "../../api/db/auth/links";
import { inTransaction } from "../../api/db/pool";
import { openEmailChange } from "../../api/domain/account/account-mails";
import { hashLinkSecret } from "../../api/domain/auth/link-secrets";
import { hashPassword } from "../../api/domain/auth/passwords";
import { createPerson } from "../../api/domain/people/people";
import type { JobName, JobPayload } from "../../api/job-types";
import { worldForTests } from "../support/harness";

const anna = "anna@demo.example";
const piotr = "piotr@demo.example";

describe("Mails about accounts", () => {
  const world = worldForTests({ PUBLIC_URL: "https://lesen.folda.example" });
  beforeEach(() => query("delete from links"));

  const query = async (text: string, values: unknown[] = []) => (await world.services.database.pool.query(text, values)).rows;
  const userIdOf = async (email: string): Promise<string> => (await query("select id from users where email = $1", [email]))[0].id;
  const enqueue = <Name extends JobName>(name: Name, payload: JobPayload<Name>) =>
    inTransaction(world.services.database, (transaction) => world.services.jobs.enqueue(transaction, name, payload));
  /** The subjects of the mails to an address that this job sends. */
  async function mailsBy<Name extends JobName>(email: string, name: Name, payload: JobPayload<Name>): Promise<string[]> {
    const before = (await world.mailsTo(email)).length;
    await enqueue(name, payload);
    return (await world.mailsTo(email)).slice(before).map(({ subject }) => subject);
  }
  const lastMailTo = async (email: string) => {
    const mail = (await world.mailsTo(email)).at(-1);
    if (!mail) throw new Error(`no mail to ${email}`);
    return mail;
  };
  /** The secret in the button's URL, which has to be that of this page. */
  const secretOf = (link: string | undefined, page: string): string => {
    const [, path = "", secret = ""] = /^https:\/\/lesen\.folda\.example\/(\w+)\/([\w-]{43})\?locale=(?:de|en)$/.exec(link ?? "") ?? [];
    expect(path).toBe(page);
    return secret;
  };
  const linksOf = (email: string) =>
    query(
      `select purpose, token_hash as hash, links.email, round(extract(epoch from links.expires_at - now()) / 3600)::int as hours
         from links join users on users.id = user_id where users.email = $1`,
      [email],
    );

  it("lead Anna to a new password for an hour, with a secret that nobody else has", async () => {
    const request = { workspace: "demo", email: "ANNA@demo.example", locale: "en" } as const;
    expect(await mailsBy(anna, "password-reset-mail", request)).toEqual(["Neues Passwort für Folda"]);
    const mail = await lastMailTo(anna);
    const secret = secretOf(mail.links[0], "password_resets");
    expect(await linksOf(anna)).toEqual([{ purpose: "password_reset", hash: hashLinkSecret(secret), email: null, hours: 1 }]);
    expect(mail.text).toContain("Guten Tag Anna Brandt,");
    expect(mail.text).toContain("eine Stunde lang und nur einmal");
    expect(world.logLines.join("")).not.toContain(secret);

    await mailsBy(anna, "password-reset-mail", request);
    const later = secretOf((await lastMailTo(anna)).links[0], "password_resets");
    expect(
      (await linksOf(anna)).map(({ hash }) => hash),
      "only the newest link is good",
    ).toEqual([hashLinkSecret(later)]);
  });

  it("speak Piotr's English, and the language of the page to whoever has never chosen one", async () => {
    const request = { workspace: "demo", email: piotr, locale: "de" } as const;
    expect(await mailsBy(piotr, "password-reset-mail", request)).toEqual(["New password for Folda"]);
    await query("update users set locale = null where email = $1", [piotr]);
    expect(await mailsBy(piotr, "password-reset-mail", request)).toEqual(["Neues Passwort für Folda"]);
    expect(await mailsBy(piotr, "password-changed-mail", { userId: await userIdOf(piotr) })).toEqual(["Your password has been changed"]);
    await query("update users set locale = 'en' where email = $1", [piotr]);
  });

  it.each([
    ["nobody@demo.example", "demo"],
    [anna, "nachbar"],
    ["olga@nachbar.example", "demo"],
    [anna, "nirgendwo"],
  ])("do not go to %s of the workspace %s, who has no account there", async (email, workspace) => {
    expect(await mailsBy(email, "password-reset-mail", { workspace, email, locale: "de" })).toEqual([]);
    expect(await query("select 1 from links")).toEqual([]);
  });

  it("do not go to somebody who was removed", async () => {
    const { email, userId } = await newPerson("entfernt");
    await query("update users set removed_at = now() where id = $1", [userId]);
    expect(await mailsBy(email, "password-reset-mail", { workspace: "demo", email, locale: "de" })).toEqual([]);
    expect(await mailsBy(email, "sign-up-mail", { userId })).toEqual([]);
    expect(await mailsBy(email, "address-taken-mail", { userId })).toEqual([]);
    expect(await mailsBy(email, "first-password-mail", { userId })).toEqual([]);
    expect(await mailsBy(email, "password-changed-mail", { userId })).toEqual([]);
  });

  it("ask a new person for a week to confirm the address, and not once it is confirmed", async () => {
    const { email, userId } = await newPerson("neu");
    await query("update users set confirmed_at = null where id = $1", [userId]);
    expect(await mailsBy(email, "sign-up-mail", { userId })).toEqual(["Bitte bestätigen Sie Ihre E-Mail-Adresse"]);
    const secret = secretOf((await lastMailTo(email)).links[0], "email_confirmations");
    expect(await linksOf(email)).toEqual([{ purpose: "sign_up", hash: hashLinkSecret(secret), email: null, hours: 7 * 24 }]);
    await query("update users set confirmed_at = now() where id = $1", [userId]);
    expect(await mailsBy(email, "sign-up-mail", { userId })).toEqual([]);
  });

  it("tell Anna that she has an account already, without a secret", async () => {
    expect(await mailsBy(anna, "address-taken-mail", { userId: await userIdOf(anna) })).toEqual(["Sie haben bereits ein Konto"]);
    const { links } = await lastMailTo(anna);
    expect(links.slice(0, 2)).toEqual([
      "https://lesen.folda.example/sign-in?locale=de",
      "https://lesen.folda.example/password-reset?locale=de",
    ]);
    expect(await linksOf(anna)).toEqual([]);
  });

  it("invite a colleague in Anna's language, by a name that leads nowhere, until the invitation is confirmed", async () => {
    const email = "kollegin@demo.example";
    await query("update users set last_name = 'Brandt <https://evil.example/x>' where email = $1", [anna]);
    const [{ id: invitationId }] = await query(
      `insert into invitations (client_id, email, role, user_id, expires_at)
       select client_id, $1, 'editor', id, now() + interval '1 minute' from users where email = $2 returning id`,
      [email, anna],
    );
    expect(await mailsBy(email, "invitation-mail", { invitationId })).toEqual(["Einladung zu Folda: Nordbahn"]);
    const mail = await lastMailTo(email);
    expect(mail.text).toContain("Anna Brandt https evil. example x lädt Sie ein");
    expect(mail.html).not.toContain("evil.example");
    const read = () =>
      query("select token_hash as hash, round(extract(epoch from expires_at - now()) / 3600)::int as hours from invitations");
    expect(await read()).toEqual([{ hash: hashLinkSecret(secretOf(mail.links[0], "invitations")), hours: 14 * 24 }]);
    await query("update invitations set confirmed_at = now()");
    const before = await read();
    expect(await mailsBy(email, "invitation-mail", { invitationId })).toEqual([]);
    expect((await read())[0].hash).toBe(before[0].hash);
    await query("update users set last_name = 'Brandt' where email = $1", [anna]);
  });

  it("give an invited person a password that opens the door, until they have been inside", async () => {
    const { email, userId } = await newPerson("eingeladen", { passwordExpired: true });
    const signIn = async (password: string) => (await world.visitor.post("/auth", { workspace: "demo", email, password })).status;
    const passwordIn = (text: string) => /^Passwort: (\S+)$/m.exec(text)?.[1] ?? "";

    await mailsBy(email, "first-password-mail", { userId });
    const first = passwordIn((await lastMailTo(email)).text);
    expect(first).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    await mailsBy(email, "first-password-mail", { userId });
    const second = passwordIn((await lastMailTo(email)).text);
    expect(await signIn(first), "the later mail's password is the one").toBe(401);
    expect(await signIn(second)).toBe(200);
    expect(world.logLines.join("")).not.toContain(second);

    expect(await mailsBy(email, "first-password-mail", { userId })).toEqual([]);
    expect(await signIn(second), "a job that runs late takes nobody's password away").toBe(200);
  });

  it("leave a password alone that the invited person has chosen meanwhile", async () => {
    const { email, userId } = await newPerson("gewaehlt", { passwordExpired: true });
    const chosen = "Selbst-gewählt-7-Weichen";
    await query("update users set password_hash = $1, password_expired = false where id = $2", [await hashPassword(chosen), userId]);
    expect(await mailsBy(email, "first-password-mail", { userId })).toEqual([]);
    expect((await world.visitor.post("/auth", { workspace: "demo", email, password: chosen })).status).toBe(200);
  });

  it("tell both of Anna's addresses of a change, and only the new one how to confirm it", async () => {
    const email = "anna.brandt@nordbahn.example";
    const userId = await userIdOf(anna);
    const ask = () =>
      inTransaction(world.services.database, async (transaction) => {
        await openEmailChange(transaction, { userId, email });
        await world.services.jobs.enqueue(transaction, "email-change-mails", { userId, email });
      });
    await ask();
    const [toNew] = await world.mailsTo(email);
    const toOld = await lastMailTo(anna);
    expect(toOld.subject).toBe("Ihre E-Mail-Adresse soll geändert werden");
    expect(toOld.text).toContain(email);
    const secret = secretOf(toNew?.links[0], "email_confirmations");
    expect(toNew?.text).not.toMatch(/Anna|Brandt/);
    expect(`${toOld.html}${toOld.text}`).not.toContain(secret);
    expect(await linksOf(anna)).toEqual([{ purpose: "email_change", hash: hashLinkSecret(secret), email, hours: 24 }]);

    await inTransaction(world.services.database, (tx) => endLinks(tx, userId));
    expect(await mailsBy(email, "email-change-mail", { userId, email }), "no link comes after the change was ended").toEqual([]);
    expect(await mailsBy(anna, "email-change-notice-mail", { userId, email })).toEqual([]);
  });

  it("tell the previous address that it counts no more, and Anna that her password is another", async () => {
    const userId = await userIdOf(anna);
    const previousEmail = "anna.alt@demo.example";
    expect(await mailsBy(previousEmail, "email-changed-mail", { userId, previousEmail })).toEqual(["Ihre E-Mail-Adresse wurde geändert"]);
    expect((await lastMailTo(previousEmail)).text).toContain(anna);
    expect(await mailsBy(anna, "password-changed-mail", { userId })).toEqual(["Ihr Passwort wurde geändert"]);
    expect((await lastMailTo(anna)).links[0]).toBe("https://lesen.folda.example/password-reset?locale=de");
  });

  async function newPerson(name: string, columns: { passwordExpired?: boolean } = {}) {
    const email = `${name}@demo.example`;
    const [{ id: clientId }] = await query("select id from clients where workspace = 'demo'");
    const person = { clientId, email, role: "editor", firstName: null, lastName: null, locale: "de", passwordHash: "none" } as const;
    const { userId } = await inTransaction(world.services.database, (transaction) => createPerson(transaction, person));
    if (columns.passwordExpired) await query("update users set password_expired = true where id = $1", [userId]);
    return { email, userId };
  }
});
