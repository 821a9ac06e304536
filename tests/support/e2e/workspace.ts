import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { demoPassword } from "../serve-for-tests.js";
import { expect, queryDatabase, speak } from "./fixtures";

/** A separate workspace with its owner Nora signed in, so that changes do not affect other tests. Returns its name. */
export async function openWorkspace(page: Page): Promise<string> {
  const workspace = `werk-${randomUUID().slice(0, 8)}`;
  await queryDatabase("insert into clients (workspace, name, signup_enabled) values ($1, 'Werkbahn', true)", [workspace]);
  await addPerson(workspace, { key: "nora", firstName: "Nora", lastName: "Thal", role: "owner" });
  await speak(page, "de");
  await enter(page, workspace);
  return workspace;
}

interface Newcomer {
  /** The local part of the address. */
  key: string;
  firstName: string;
  lastName: string;
  role: "owner" | "admin" | "editor" | "reader";
}

/** Adds a person with a personal team to the workspace; returns their id. */
export async function addPerson(workspace: string, { key, firstName, lastName, role }: Newcomer): Promise<string> {
  const [person] = await queryDatabase(
    `with person as (
        insert into users (client_id, email, password_hash, role, first_name, last_name, locale)
        select id, $2, (select password_hash from users where email = 'anna@demo.example'), $3::role, $4, $5, 'de'
        from clients where workspace = $1 returning id, client_id),
      team as (
        insert into teams (client_id, name, slug, visibility, personal_user_id)
        select client_id, $4 || ' ' || $5, $6, 'is_personal', id from person returning id, client_id, personal_user_id),
      member as (insert into memberships (client_id, team_id, user_id, role) select client_id, id, personal_user_id, 'owner' from team),
      folder as (insert into folders (client_id, team_id, name, purpose) select client_id, id, 'Eingang', 'inbox' from team)
    select id from person`,
    [workspace, `${key}@werk.example`, role, firstName, lastName, key],
  );
  return String(person?.id);
}

/** Signs a person of the workspace in, by the local part of their address. */
export async function enter(page: Page, workspace: string, key = "nora"): Promise<void> {
  const form = { workspace, email: `${key}@werk.example`, password: demoPassword };
  expect((await page.request.post("/sign-in", { form, maxRedirects: 0 })).status()).toBe(302);
}

/** Adds a person of the demo workspace to one of its teams. */
export const joinTeam = (email: string, team: string, role: Newcomer["role"]) =>
  queryDatabase(
    `insert into memberships (client_id, team_id, user_id, role)
     select t.client_id, t.id, u.id, $3 from teams t join users u on u.client_id = t.client_id where u.email = $1 and t.name = $2`,
    [email, team, role],
  );
