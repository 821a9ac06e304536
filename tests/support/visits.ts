import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { expect } from "vitest";
import { personas } from "../../api/demo/personas";
import { type ReceivedMail, waitForMail } from "./outbox";
import { dataDir, query, signIn, someAddress, url } from "./shared";
import { Visitor } from "./visitor";

export { pagesUrl, query } from "./shared";

export const saved = "Daten erfolgreich gespeichert.";

/** A title, name or word that is unique among tests. */
export const unique = (text: string): string => `${text} ${randomUUID().slice(0, 8)}`;

/** A visitor who has chosen German before. */
export const stranger = (): Visitor => new Visitor(url, { "X-Forwarded-For": someAddress() }).remember("currentLocale", "de");

/** A signed-in persona, or another person by their address, who has the demo's password. */
export async function signedIn(person: string): Promise<Visitor> {
  const cookie = await signIn("demo", personas.find(({ key }) => key === person)?.email ?? person);
  return stranger().remember("authToken", cookie.slice(cookie.indexOf("=") + 1));
}

/** Signs in by the form. */
export async function passSignIn(visitor: Visitor, email: string, password: string): Promise<void> {
  await visitor.open("/sign-in");
  await visitor.fill("Workspace", "demo").fill("E-Mail", email).fill("Passwort", password).press("Anmelden", "main");
}

/** A new member of the demo workspace with a personal team and the demo's password; returns the address. */
export async function addPerson(firstName: string, lastName: string, role: "admin" | "editor" | "reader" = "editor"): Promise<string> {
  const key = `${firstName.toLowerCase()}-${randomUUID().slice(0, 8)}`;
  await query(
    `with person as (
        insert into users (client_id, email, password_hash, role, first_name, last_name, salutation, locale)
        select client_id, $1, password_hash, $2::role, $3, $4, 'Herr', 'de' from users where email = 'anna@demo.example' returning id, client_id),
      team as (
        insert into teams (client_id, name, slug, visibility, personal_user_id)
        select client_id, $3 || ' ' || $4, $5, 'is_personal', id from person returning id, client_id, personal_user_id),
      member as (insert into memberships (client_id, team_id, user_id, role) select client_id, id, personal_user_id, 'owner' from team)
    insert into folders (client_id, team_id, name, purpose) select client_id, id, 'Eingang', 'inbox' from team`,
    [`${key}@demo.example`, role, firstName, lastName, key],
  );
  return `${key}@demo.example`;
}

/** Creates a folder; the visitor is at it. Returns its path. */
export async function makeFolder(visitor: Visitor, team: string, name: string): Promise<string> {
  await visitor.open("/folda/new");
  await visitor.fill("Name", name).select("Team", team).press("Folda anlegen");
  expect(visitor.all("h1")).toEqual([name]);
  return visitor.url.pathname;
}

/** Files an article into a folder; the visitor is at the folder. Returns the path of the article. */
export async function fileArticle(visitor: Visitor, folder: string, title: string, fields: Record<string, string> = {}): Promise<string> {
  await visitor.open(`${folder}/contents/new?mode=manual`);
  const all = { Titel: title, Text: "Die Sperrung beginnt im März.", "Tags eingeben, mit Komma getrennt": "Sperrpause", ...fields };
  for (const [label, text] of Object.entries(all)) visitor.fill(label, text);
  await visitor.press("Beitrag speichern");
  expect(visitor.all("[role=status]")).toContainEqual(expect.stringContaining(saved));
  return visitor.addressOf(title, title).pathname;
}

/** The newest mail to an address; waits for one. */
export const readMail = (address: string, wanted: { subject?: string; after?: ReceivedMail } = {}): Promise<ReceivedMail> =>
  waitForMail(join(dataDir, "outbox"), address, { timeoutMs: 120_000, ...wanted });
