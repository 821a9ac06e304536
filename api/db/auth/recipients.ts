import { and, eq, isNull, notExists, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../pool";
import { clients, invitations, sessions, users } from "../schema";
import { isOpenClient } from "../workspace/clients";

const locale = sql<"de" | "en" | null>`${users.locale}`;

/** The recipient of an account mail; `undefined` if the account was removed, or its workspace is disabled. */
export const findRecipient = (db: Queryable, userId: string) => findAccountToWrite(db, eq(users.id, userId));

/** As `findRecipient`, by workspace and address, ignoring case. */
export const findRecipientByAddress = (db: Queryable, workspace: string, email: string) =>
  findAccountToWrite(db, and(eq(clients.workspace, workspace), eq(sql`lower(${users.email})`, sql`lower(${email})`)));

async function findAccountToWrite(db: Queryable, condition: SQL | undefined) {
  const [account] = await db
    .select({
      userId: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      locale,
      timeZone: users.timeZone,
      confirmedAt: users.confirmedAt,
      passwordHash: users.passwordHash,
      passwordExpired: users.passwordExpired,
      workspace: clients.workspace,
      theme: clients.theme,
    })
    .from(users)
    .innerJoin(clients, eq(clients.id, users.clientId))
    .where(and(condition, isNull(users.removedAt), isOpenClient(users.clientId)));
  return account;
}

/** Replaces the secret of a pending invitation; `undefined` if it was confirmed or deleted, or its workspace is disabled. */
export async function renewInvitation(db: Queryable, id: string, secret: { tokenHash: string; expiresAt: Date }) {
  const [invitation] = await db
    .update(invitations)
    .set(secret)
    .from(clients)
    .innerJoin(users, eq(users.clientId, clients.id))
    .where(
      and(
        eq(invitations.id, id),
        isNull(invitations.confirmedAt),
        eq(clients.id, invitations.clientId),
        isOpenClient(invitations.clientId),
        eq(users.id, invitations.userId),
      ),
    )
    .returning({
      email: invitations.email,
      workspace: clients.workspace,
      client: clients.name,
      theme: clients.theme,
      firstName: users.firstName,
      lastName: users.lastName,
      locale,
    });
  return invitation;
}

/** Sets the password of a person who has never signed in; `false` if it is no longer `before`, or they have signed in. */
export async function setFirstPassword(
  db: Queryable,
  userId: string,
  { before, after, until }: { before: string; after: string; until: Date },
) {
  const signIns = db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId));
  const { rowCount } = await db
    .update(users)
    .set({ passwordHash: after, firstPasswordUntil: until })
    .where(
      and(
        eq(users.id, userId),
        eq(users.passwordHash, before),
        eq(users.passwordExpired, true),
        isNull(users.removedAt),
        notExists(signIns),
      ),
    );
  return rowCount === 1;
}
