import { and, eq, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../pool";
import { folders, memberships, ownerships, teams, users } from "../schema";

/** The account with this address in the workspace, confirmed or not, ignoring case. */
export async function findAccountByEmail(db: Queryable, clientId: string, email: string) {
  const [account] = await db
    .select({ id: users.id, confirmedAt: users.confirmedAt })
    .from(users)
    .where(and(eq(users.clientId, clientId), eq(sql`lower(${users.email})`, sql`lower(${email})`), isNull(users.removedAt)));
  return account;
}

/** The addresses among these that belong to members, in lower case. */
export async function listMemberEmails(db: Queryable, clientId: string, emails: string[]): Promise<string[]> {
  const lowered = sql<string>`lower(${users.email})`;
  const found = await db
    .select({ email: lowered })
    .from(users)
    .where(
      and(
        eq(users.clientId, clientId),
        isNull(users.removedAt),
        isNotNull(users.confirmedAt),
        inArray(
          lowered,
          emails.map((email) => email.toLowerCase()),
        ),
      ),
    );
  return found.map(({ email }) => email);
}

type AccountChange = Partial<
  Pick<
    typeof users.$inferInsert,
    "email" | "passwordHash" | "role" | "locale" | "profileComplete" | "passwordExpired" | "confirmedAt" | "createdAt"
  >
>;

export async function updateAccount(transaction: Transaction, id: string, change: AccountChange): Promise<void> {
  await transaction.update(users).set(change).where(eq(users.id, id));
}

/** Sets a password that its owner chose. Returns `false` if the stored one is no longer `before`, or the account was removed. */
export async function replacePassword(tx: Transaction, id: string, { before, after }: { before: string; after: string }): Promise<boolean> {
  const { rowCount } = await tx
    .update(users)
    .set({ passwordHash: after, passwordExpired: false, firstPasswordUntil: null })
    .where(and(eq(users.id, id), eq(users.passwordHash, before), isNull(users.removedAt)));
  return rowCount === 1;
}

/** Locks the account; `undefined` if it was removed. */
export async function lockAccount(transaction: Transaction, id: string) {
  const [account] = await transaction
    .select({
      id: users.id,
      clientId: users.clientId,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      passwordHash: users.passwordHash,
      confirmedAt: users.confirmedAt,
    })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.removedAt)))
    .for("no key update");
  return account;
}

/** Renames a personal team along with its person, unless they have given it a different name. */
export async function renamePersonalTeam(
  transaction: Transaction,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await transaction
    .update(teams)
    .set({ name: to })
    .where(and(eq(teams.personalUserId, userId), eq(teams.name, from)));
}

/** Locks at most `limit` unconfirmed accounts that were created before this moment. */
export async function listUnconfirmed(transaction: Transaction, before: Date, limit: number): Promise<string[]> {
  const found = await transaction
    .select({ id: users.id })
    .from(users)
    .where(and(isNull(users.confirmedAt), isNull(users.removedAt), lt(users.createdAt, before)))
    .limit(limit)
    .for("update", { skipLocked: true });
  return found.map(({ id }) => id);
}

/** Deletes those of the accounts that are not confirmed, with everything that was created for them. */
export async function deleteUnconfirmed(transaction: Transaction, ids: string[]): Promise<void> {
  const unconfirmed = transaction
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.confirmedAt)));
  const personal = transaction.select({ id: teams.id }).from(teams).where(inArray(teams.personalUserId, unconfirmed));
  await transaction.delete(folders).where(inArray(folders.teamId, personal));
  await transaction.delete(memberships).where(inArray(memberships.userId, unconfirmed));
  await transaction.delete(ownerships).where(inArray(ownerships.userId, unconfirmed));
  await transaction.delete(teams).where(inArray(teams.personalUserId, unconfirmed));
  await transaction.delete(users).where(and(inArray(users.id, ids), isNull(users.confirmedAt)));
}
