import type { Queryable, Transaction } from "../pool";
import { clients, folders, memberships, teams, users } from "../schema";

export interface NewUser extends Omit<typeof users.$inferInsert, "id" | "createdAt" | "removedAt"> {
  locale: "de" | "en";
}

export async function insertClient(tx: Transaction, client: typeof clients.$inferInsert): Promise<string> {
  return only(await tx.insert(clients).values(client).returning({ id: clients.id }));
}

export async function insertUser(tx: Transaction, user: NewUser): Promise<string> {
  return only(await tx.insert(users).values(user).returning({ id: users.id }));
}

/** Creates a person's own team with its inbox. */
export async function insertPersonalTeam(
  db: Queryable,
  { clientId, userId, name, inboxName }: { clientId: string; userId: string; name: string; inboxName: string },
): Promise<{ teamId: string; inboxId: string }> {
  const team = { clientId, name, slug: `personal-${userId}`, visibility: "is_personal", personalUserId: userId } as const;
  const teamId = only(await db.insert(teams).values(team).returning({ id: teams.id }));
  await db.insert(memberships).values({ clientId, teamId, userId, role: "owner" });
  const inbox = { clientId, teamId, name: inboxName, purpose: "inbox" } as const;
  return { teamId, inboxId: only(await db.insert(folders).values(inbox).returning({ id: folders.id })) };
}

function only(rows: { id: string }[]): string {
  const [row] = rows;
  if (!row) throw new Error("no row returned");
  return row.id;
}
