import { and, eq, gt, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../pool";
import { clients, links, users } from "../schema";
import { isOpenClient } from "../workspace/clients";

export interface NewLink {
  userId: string;
  purpose: "password_reset" | "sign_up" | "email_change";
  tokenHash: string;
  email?: string;
  expiresAt: Date;
}

/** Adds a link; existing ones stay valid. */
export async function insertLink(db: Queryable, link: NewLink): Promise<void> {
  await db.insert(links).values(link);
}

/** Adds a link and invalidates the person's unused ones of the same purpose. */
export async function replaceLink(db: Queryable, link: NewLink): Promise<void> {
  await db.delete(links).where(and(eq(links.userId, link.userId), eq(links.purpose, link.purpose), isNull(links.usedAt)));
  await insertLink(db, link);
}

/** Replaces the secret of the pending change to `email`; `false` if there is none. */
export async function renewEmailChange(db: Queryable, change: { userId: string; email: string; tokenHash: string; expiresAt: Date }) {
  const { userId, email, tokenHash, expiresAt } = change;
  const { rowCount } = await db
    .update(links)
    .set({ tokenHash, expiresAt })
    .where(
      and(
        eq(links.userId, userId),
        eq(links.purpose, "email_change"),
        eq(links.email, email),
        isNull(links.usedAt),
        gt(links.expiresAt, sql`now()`),
      ),
    );
  return rowCount === 1;
}

/** The link with this secret that confirms an address, used and expired ones included; `undefined` if account or workspace are closed. */
export async function findConfirmationLink(db: Queryable, tokenHash: string) {
  const [link] = await db
    .select({
      id: links.id,
      purpose: sql<"sign_up" | "email_change">`${links.purpose}`,
      email: links.email,
      expiresAt: links.expiresAt,
      usedAt: links.usedAt,
      user: { id: users.id, clientId: users.clientId, email: users.email, confirmedAt: users.confirmedAt },
      client: { name: clients.name, workspace: clients.workspace },
    })
    .from(links)
    .innerJoin(users, eq(users.id, links.userId))
    .innerJoin(clients, eq(clients.id, users.clientId))
    .where(
      and(
        eq(links.tokenHash, tokenHash),
        inArray(links.purpose, ["sign_up", "email_change"]),
        isNull(users.removedAt),
        isOpenClient(users.clientId),
      ),
    );
  return link;
}

/**
 * The link with this secret that sets a new password, if it is valid. In a disabled workspace, which must not gain members, the account has to
 * be confirmed already.
 */
export async function findPasswordResetLink(db: Queryable, tokenHash: string) {
  const [link] = await db
    .select({
      id: links.id,
      user: {
        id: users.id,
        clientId: users.clientId,
        email: users.email,
        firstName: users.firstName,
        lastName: users.lastName,
        passwordHash: users.passwordHash,
        confirmedAt: users.confirmedAt,
      },
      client: { name: clients.name, workspace: clients.workspace },
    })
    .from(links)
    .innerJoin(users, eq(users.id, links.userId))
    .innerJoin(clients, eq(clients.id, users.clientId))
    .where(
      and(
        eq(links.tokenHash, tokenHash),
        eq(links.purpose, "password_reset"),
        isNull(links.usedAt),
        gt(links.expiresAt, sql`now()`),
        isNull(users.removedAt),
        or(isNotNull(users.confirmedAt), isOpenClient(users.clientId)),
      ),
    );
  return link;
}

/** Marks the link as used; `false` if it was already used, was invalidated, or has expired. */
export async function takeLink(transaction: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await transaction
    .update(links)
    .set({ usedAt: sql`now()` })
    .where(and(eq(links.id, id), isNull(links.usedAt), gt(links.expiresAt, sql`now()`)));
  return rowCount === 1;
}

/** The change of address that awaits confirmation. */
export async function findPendingEmail(db: Queryable, userId: string): Promise<{ email: string; expiresAt: Date } | undefined> {
  const [pending] = await db
    .select({ email: sql<string>`${links.email}`, expiresAt: links.expiresAt })
    .from(links)
    .where(and(eq(links.userId, userId), eq(links.purpose, "email_change"), isNull(links.usedAt), gt(links.expiresAt, sql`now()`)));
  return pending;
}

/** Cancels the change of address that awaits confirmation. */
export async function deletePendingEmail(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(links).where(and(eq(links.userId, userId), eq(links.purpose, "email_change"), isNull(links.usedAt)));
}

/** Invalidates all unused links of this person. */
export async function endLinks(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(links).where(and(eq(links.userId, userId), isNull(links.usedAt)));
}
