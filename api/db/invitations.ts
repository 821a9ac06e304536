import { and, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "./pool";
import { clients, invitations, users } from "./schema";

export type InvitationRow = Awaited<ReturnType<typeof insertInvitations>>[number];

/** The invitation behind a link's secret, with its workspace and the language of whoever invited. */
export async function findInvitation(db: Queryable, tokenHash: string) {
  const [invitation] = await db
    .select({
      id: invitations.id,
      clientId: invitations.clientId,
      email: invitations.email,
      role: sql<"admin" | "editor">`${invitations.role}`,
      expiresAt: invitations.expiresAt,
      confirmedAt: invitations.confirmedAt,
      locale: sql<"de" | "en" | null>`${users.locale}`,
      client: { name: clients.name, workspace: clients.workspace },
    })
    .from(invitations)
    .innerJoin(clients, eq(clients.id, invitations.clientId))
    .innerJoin(users, eq(users.id, invitations.userId))
    .where(eq(invitations.tokenHash, tokenHash));
  return invitation;
}

/** Those of the addresses that wait for an answer, in lower case. */
export async function listInvitedEmails(db: Queryable, clientId: string, emails: string[]): Promise<string[]> {
  const found = await db
    .select({ email: lowered })
    .from(invitations)
    .where(and(isOpen(clientId, emails), gt(invitations.expiresAt, sql`now()`)));
  return found.map(({ email }) => email);
}

/** What expired unanswered makes room for a new invitation of the same address. */
export async function deleteExpiredInvitations(transaction: Transaction, clientId: string, emails: string[]): Promise<void> {
  await transaction.delete(invitations).where(and(isOpen(clientId, emails), lte(invitations.expiresAt, sql`now()`)));
}

export async function insertInvitations(transaction: Transaction, rows: (typeof invitations.$inferInsert)[]) {
  return transaction
    .insert(invitations)
    .values(rows)
    .returning({
      id: invitations.id,
      email: invitations.email,
      role: sql<"admin" | "editor">`${invitations.role}`,
      createdAt: invitations.createdAt,
      expiresAt: invitations.expiresAt,
    });
}

/** The answer: from now on the invitation is used up. */
export async function confirmInvitation(transaction: Transaction, id: string, accountId: string): Promise<void> {
  await transaction.update(invitations).set({ confirmedAt: sql`now()`, accountId }).where(eq(invitations.id, id));
}

const lowered = sql<string>`lower(${invitations.email})`;

const isOpen = (clientId: string, emails: string[]) =>
  and(
    eq(invitations.clientId, clientId),
    isNull(invitations.confirmedAt),
    inArray(
      lowered,
      emails.map((email) => email.toLowerCase()),
    ),
  );
