import { randomInt, randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";
import { queryProduct } from "./query-product";
import { demoPassword } from "./serve-for-tests.js";
import type { SharedProduct } from "./shared-product";

// For tests that use the product of `shared-product.ts`, along with other files.

const { url, dataDir, databaseUrl, pagesUrl, logFile } = await started(inject("sharedProduct"));

async function started(description: string): Promise<SharedProduct> {
  while (!existsSync(description)) await sleep(50);
  const product: SharedProduct | { failure: string } = JSON.parse(readFileSync(description, "utf8"));
  if ("failure" in product) throw new Error(product.failure);
  return product;
}

export { dataDir, pagesUrl, url };

type Init = RequestInit & { cookie?: string | undefined; duplex?: "half" };

/** An address that no other test signs in from: the product counts sign-ins by the address that its proxy saw. */
export const someAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

/** Requests a path without following redirects. */
export const ask = (path: string, { cookie, headers, ...init }: Init = {}): Promise<Response> =>
  fetch(url + path, {
    redirect: "manual",
    headers: { ...(cookie ? { Cookie: cookie } : {}), ...(headers as Record<string, string>) },
    ...init,
  });

export const post = (path: string, fields: Record<string, string>, { headers, ...init }: Init = {}): Promise<Response> =>
  ask(path, { method: "POST", body: new URLSearchParams(fields), headers, ...init });

/** Everything that the product sends back for what is written to a connection. */
export async function exchange(...written: string[]): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  for (const part of written) socket.write(part);
  return text(socket);
}

interface Workspace {
  name: string;
  /** The `Cookie` header of a new session, by the local part of an address. */
  signIn(key: string): Promise<string>;
}

/** A workspace with these people, who have a personal team and the demo's password. */
export async function openWorkspace(people: Record<string, "owner" | "admin" | "editor" | "reader">): Promise<Workspace> {
  const name = `werk-${randomUUID().slice(0, 8)}`;
  await query("insert into clients (workspace, name, signup_enabled) values ($1, 'Werkbahn', true)", [name]);
  for (const [key, role] of Object.entries(people)) {
    await query(
      `with person as (
          insert into users (client_id, email, password_hash, role, first_name, last_name, locale)
          select id, $2, (select password_hash from users where email = 'anna@demo.example'), $3::role, $4, 'Thal', 'de'
          from clients where workspace = $1 returning id, client_id),
        team as (
          insert into teams (client_id, name, slug, visibility, personal_user_id)
          select client_id, $4 || ' Thal', $4, 'is_personal', id from person returning id, client_id, personal_user_id),
        member as (insert into memberships (client_id, team_id, user_id, role) select client_id, id, personal_user_id, 'owner' from team)
      insert into folders (client_id, team_id, name, purpose) select client_id, id, 'Eingang', 'inbox' from team`,
      [name, `${key}@werk.example`, role, key],
    );
  }
  return { name, signIn: (key) => signIn(name, `${key}@werk.example`) };
}

export async function signIn(workspace: string, email: string): Promise<string> {
  const headers = { "X-Forwarded-For": someAddress() };
  const answer = await post("/sign-in", { workspace, email, password: demoPassword }, { headers });
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith("authToken="));
  if (!cookie) throw new Error(`${email} could not sign in: ${answer.status}`);
  return cookie.split(";")[0] ?? "";
}

/** The lines of the product's log so far, of all files. */
export const logText = (): string => readFileSync(logFile, "utf8");

interface Line {
  name: string;
  level: number;
  msg: string;
  [field: string]: unknown;
}

/** The complete lines about the request with this id. */
export const linesAbout = (requestId: string | null): Line[] =>
  logText()
    .split("\n")
    .slice(0, -1)
    .filter((line) => line.includes(`"requestId":"${requestId}"`))
    .map((line) => JSON.parse(line));

/** Runs a statement on the product's database. */
export const query = (statement: string, values?: unknown[]) => queryProduct({ dataDir, databaseUrl }, statement, values);
