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

/** Keeps a new link beside those that there are. */
export async function insertLink(db: Queryable, link: NewLink): Promise<void> {
  await db.insert(links).values(link);
}

/** Keeps a new link; those of the same purpose that nobody has used are worth nothing from here on. */
export async function replaceLink(db: Queryable, link: NewLink): Promise<void> {
  await db.delete(links).where(and(eq(links.userId, link.userId), eq(links.purpose, link.purpose), isNull(links.usedAt)));
  await insertLink(db, link);
}

/** Gives the open change of address to `email` another secret; false when there is none any more. */
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

/** The link behind a secret that confirms an address, with the account it is about unless that was removed or its workspace is disabled. */
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

/** The link behind a secret that sets a new password, as long as it is good, with the account it is about: a disabled workspace gains no member by it. */
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

/** Uses the link up; false when it was used before, was made void, or expired. */
export async function takeLink(transaction: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await transaction
    .update(links)
    .set({ usedAt: sql`now()` })
    .where(and(eq(links.id, id), isNull(links.usedAt), gt(links.expiresAt, sql`now()`)));
  return rowCount === 1;
}

/** The change of address that waits for its link. */
export async function findPendingEmail(db: Queryable, userId: string): Promise<{ email: string; expiresAt: Date } | undefined> {
  const [pending] = await db
    .select({ email: sql<string>`${links.email}`, expiresAt: links.expiresAt })
    .from(links)
    .where(and(eq(links.userId, userId), eq(links.purpose, "email_change"), isNull(links.usedAt), gt(links.expiresAt, sql`now()`)));
  return pending;
}

/** Gives up the change of address that waits for its link. */
export async function deletePendingEmail(db: Queryable, userId: string): Promise<void> {
  await db.delete(links).where(and(eq(links.userId, userId), eq(links.purpose, "email_change"), isNull(links.usedAt)));
}

/** All links of this person that nobody has used yet are worth nothing from here on. */
export async function endLinks(db: Queryable, userId: string): Promise<void> {
  await db.delete(links).where(and(eq(links.userId, userId), isNull(links.usedAt)));
}
