import { and, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import type { invitationSorts } from "../../../contract/rest/invitations";
import type { Permitted } from "../../permissions/permissions";
import { countRows } from "../count-rows";
import type { Queryable, Transaction } from "../pool";
import { clients, invitations, users } from "../schema";

export type InvitationRow = Awaited<ReturnType<typeof insertInvitations>>[number];

/** The invitation with this secret, with its workspace and the inviter's language; `undefined` if the workspace is disabled. */
export async function findInvitation(db: Queryable, tokenHash: string) {
  const [invitation] = await db
    .select({
      id: invitations.id,
      clientId: invitations.clientId,
      email: invitations.email,
      role: sql<"admin" | "editor">`${invitations.role}`,
      teamIds: invitations.teamIds,
      userId: invitations.userId,
      expiresAt: invitations.expiresAt,
      confirmedAt: invitations.confirmedAt,
      locale: sql<"de" | "en" | null>`${users.locale}`,
      client: { name: clients.name, workspace: clients.workspace },
    })
    .from(invitations)
    .innerJoin(clients, eq(clients.id, invitations.clientId))
    .innerJoin(users, eq(users.id, invitations.userId))
    .where(and(eq(invitations.tokenHash, tokenHash), isNull(clients.disabledAt)));
  return invitation;
}

/** The addresses among these with a pending invitation, in lower case. */
export async function listInvitedEmails(db: Queryable, clientId: string, emails: string[]): Promise<string[]> {
  const found = await db
    .select({ email: lowered })
    .from(invitations)
    .where(and(isOpen(clientId, emails), gt(invitations.expiresAt, sql`now()`)));
  return found.map(({ email }) => email);
}

/** Deletes expired invitations, so that their addresses can be invited again. */
export async function deleteExpiredInvitations(transaction: Transaction, clientId: string, emails: string[]): Promise<void> {
  await transaction.delete(invitations).where(and(isOpen(clientId, emails), lte(invitations.expiresAt, sql`now()`)));
}

export async function insertInvitations(transaction: Transaction, rows: (typeof invitations.$inferInsert)[]) {
  return transaction.insert(invitations).values(rows).returning(columns);
}

/** The invitations that were created with this key and have not been withdrawn. */
export function listInvitationsOfKey(db: Queryable, clientId: string, storedKey: string): Promise<InvitationRow[]> {
  return db
    .select(columns)
    .from(invitations)
    .where(and(eq(invitations.clientId, clientId), eq(invitations.idempotencyKey, storedKey)))
    .orderBy(invitations.email);
}

export interface InvitationOrder {
  sortBy: (typeof invitationSorts)[number];
  sortDir: "asc" | "desc";
}

/** A page of the invitations that nobody has accepted yet, expired ones included. */
export function listInvitations(
  db: Queryable,
  { clientId }: Workspace,
  term: string | undefined,
  { sortBy, sortDir }: InvitationOrder,
  { limit, offset }: { limit: number; offset: number },
): Promise<InvitationRow[]> {
  const direction = sql.raw(sortDir);
  const by = sortBy === "email" ? lowered : sql`${invitations.createdAt}`;
  return (
    db
      .select(columns)
      .from(invitations)
      .where(isWaiting(clientId, term))
      // Addresses that were invited at once have the same date, and are listed from A to Z.
      .orderBy(sql`${by} ${direction}`, lowered, invitations.id)
      .limit(limit)
      .offset(offset)
  );
}

/** The number of these; with a term, counted up to `limits.exactTotal + 1`. */
export function countInvitations(db: Queryable, { clientId }: Workspace, term: string | undefined): Promise<number> {
  const all = db.select({ id: invitations.id }).from(invitations).where(isWaiting(clientId, term)).$dynamic();
  return countRows(db, all, Boolean(term));
}

/** An invitation that nobody has accepted yet. */
export async function findWaitingInvitation(db: Queryable, clientId: string, id: string) {
  const [invitation] = await db
    .select({ ...columns, clientId: invitations.clientId })
    .from(invitations)
    .where(and(isWaiting(clientId), eq(invitations.id, id)));
  return invitation;
}

export async function updateInvitation(
  transaction: Transaction,
  { id, clientId }: Permitted<{ id: string; clientId: string }, "invitation:manage">,
  values: { role: "admin" | "editor" } | { expiresAt: Date },
): Promise<void> {
  await transaction
    .update(invitations)
    .set(values)
    .where(and(eq(invitations.id, id), eq(invitations.clientId, clientId)));
}

export async function deleteInvitation(
  transaction: Transaction,
  { id, clientId }: Permitted<{ id: string; clientId: string }, "invitation:manage">,
): Promise<void> {
  await transaction.delete(invitations).where(and(eq(invitations.id, id), eq(invitations.clientId, clientId)));
}

/** Marks an invitation as accepted by an account. */
export async function confirmInvitation(transaction: Transaction, id: string, accountId: string): Promise<void> {
  await transaction.update(invitations).set({ confirmedAt: sql`now()`, accountId }).where(eq(invitations.id, id));
}

type Workspace = Permitted<{ clientId: string }, "invitation:manage">;

const columns = {
  id: invitations.id,
  email: invitations.email,
  role: sql<"admin" | "editor">`${invitations.role}`,
  teams: sql<string[]>`array(
    select t.name from teams t where t.client_id = ${invitations.clientId} and t.id = any(${invitations.teamIds})
    order by t.name collate "und-x-icu", t.id)`,
  createdAt: invitations.createdAt,
  expiresAt: invitations.expiresAt,
};

const lowered = sql<string>`lower(${invitations.email})`;

const isWaiting = (clientId: string, term?: string) =>
  and(
    eq(invitations.clientId, clientId),
    isNull(invitations.confirmedAt),
    term ? sql`position(lower(${term}) in ${lowered}) > 0` : undefined,
  );

const isOpen = (clientId: string, emails: string[]) =>
  and(
    eq(invitations.clientId, clientId),
    isNull(invitations.confirmedAt),
    inArray(
      lowered,
      emails.map((email) => email.toLowerCase()),
    ),
  );
