import type { Transaction } from "../db/pool";
import { folders, memberships, ownerships, teams } from "../db/schema";
import { createClient, createPerson, type Person } from "../domain/people/people";
import { demoClient, demoFolders, demoTeams, personas } from "./personas";

export interface PersonaIds {
  clientId: string;
  /** Person key → account, personal team and inbox. */
  people: Map<string, Person>;
  /** Team key → id. */
  teams: Map<string, string>;
  /** Folder key → id; the inbox of a team is `inbox of {team key}`. */
  folders: Map<string, string>;
}

/** Milliseconds between two people joining a team. */
const monthsApart = 97 * 86_400_000;

/** Writes the demo workspace's people, teams and folders, without articles. All people get the same password. */
export async function fillPersonas(transaction: Transaction, passwordHash: string): Promise<PersonaIds> {
  const clientId = await createClient(transaction, demoClient);
  const people = new Map<string, Person>();
  for (const { key, ...person } of personas) people.set(key, await createPerson(transaction, { clientId, passwordHash, ...person }));
  const userId = (key: string) => required(people, key).userId;

  const teamRows = demoTeams.map(({ name, slug }) => ({ clientId, name, slug }));
  const teamIds = await transaction.insert(teams).values(teamRows).returning({ id: teams.id });
  const teamsByKey = new Map(demoTeams.map(({ key }, index) => [key, teamIds[index]?.id ?? ""]));
  const memberRows = demoTeams.flatMap(({ key, members }) =>
    Object.entries(members).map(([member, role], index, all) => ({
      clientId,
      teamId: required(teamsByKey, key),
      userId: userId(member),
      role: role.replace("!", "") as "owner" | "admin" | "editor" | "reader",
      active: !role.endsWith("!"),
      createdAt: new Date(Date.now() - (all.length - index) * monthsApart),
    })),
  );
  await transaction.insert(memberships).values(memberRows);

  const inboxes = demoTeams
    .filter(({ inbox }) => inbox)
    .map(({ key }) => ({
      key: `inbox of ${key}`,
      team: key,
      name: "Eingang",
      purpose: "inbox" as const,
      alternativeName: null,
      description: null,
    }));
  const allFolders = [...demoFolders.map((folder) => ({ ...folder, purpose: null })), ...inboxes];
  const folderRows = allFolders.map(({ team, name, alternativeName, description, purpose }) => {
    return { clientId, teamId: required(teamsByKey, team), name, alternativeName, description, purpose };
  });
  const folderIds = await transaction.insert(folders).values(folderRows).returning({ id: folders.id });
  const foldersByKey = new Map(allFolders.map(({ key }, index) => [key, folderIds[index]?.id ?? ""]));
  const ownerRows = demoFolders.flatMap(({ key, ownerships: owners = {} }) =>
    Object.entries(owners).map(([owner, role]) => ({ clientId, folderId: required(foldersByKey, key), userId: userId(owner), role })),
  );
  await transaction.insert(ownerships).values(ownerRows);
  return { clientId, people, teams: teamsByKey, folders: foldersByKey };
}

/** The value of the key; throws if there is none. */
export function required<T>(map: ReadonlyMap<string, T>, key: string): T {
  const found = map.get(key);
  if (found === undefined) throw new Error(`no persona, team or folder ${key}`);
  return found;
}
