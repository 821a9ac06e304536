import { and, desc, eq, gt, isNull, lt, ne, sql } from "drizzle-orm";
import type { Role } from "../../../contract/rest/users";
import type { OwnershipRole, SignedIn, Viewer } from "../../permissions/viewer";
import type { Queryable, Transaction } from "../pool";
import { clients, sessions, users } from "../schema";
import { isOpenClient } from "../workspace/clients";

/** The account with this address in the workspace, ignoring case. */
export async function findAccount(db: Queryable, workspace: string, email: string) {
  const [account] = await db
    .select({
      userId: users.id,
      clientId: users.clientId,
      passwordHash: users.passwordHash,
      firstPasswordUntil: users.firstPasswordUntil,
      confirmedAt: users.confirmedAt,
      disabledAt: clients.disabledAt,
    })
    .from(users)
    .innerJoin(clients, eq(clients.id, users.clientId))
    .where(and(eq(clients.workspace, workspace), eq(sql`lower(${users.email})`, sql`lower(${email})`), isNull(users.removedAt)));
  return account;
}

interface NewSession {
  userId: string;
  /** The hash that the password was checked against; it must still be the stored one. */
  passwordHash: string;
  userAgent: string | null;
  expiresAt: Date;
}

/**
 * Creates a session and returns its id; `undefined` if the password has changed since it was checked. The lock makes this wait for a change in
 * progress, and a later change wait for this, so that it ends the new session too.
 */
export async function insertSession(
  tx: Transaction,
  { userId, passwordHash, userAgent, expiresAt }: NewSession,
): Promise<string | undefined> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with account as (
      select id from users where id = ${userId} and password_hash = ${passwordHash} and removed_at is null for share)
    insert into sessions (user_id, user_agent, expires_at)
    select account.id, ${userAgent}::text, ${expiresAt.toISOString()}::timestamptz from account
    returning id`);
  return rows[0]?.id;
}

export async function deleteExpiredSessions(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), lt(sessions.expiresAt, now)));
}

/** Ends a session; `false` if it had already ended. */
export async function endSession(tx: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)));
  return rowCount === 1;
}

/** Ends a session of this person; `false` if they have no active one with this id. */
export async function endOwnSession(tx: Transaction, { userId }: Viewer, id: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(sessions.id, id), isActiveOf(userId)));
  return rowCount === 1;
}

export type SessionRow = Awaited<ReturnType<typeof listSessions>>[number];

/** The person's active sessions, newest first. */
export function listSessions(db: Queryable, { userId }: Viewer) {
  return db
    .select({ id: sessions.id, userAgent: sessions.userAgent, createdAt: sessions.createdAt, expiresAt: sessions.expiresAt })
    .from(sessions)
    .where(isActiveOf(userId))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(100);
}

const isActiveOf = (userId: string) => and(eq(sessions.userId, userId), isNull(sessions.endedAt), gt(sessions.expiresAt, sql`now()`));

/** Ends all sessions of a person except the kept one; returns how many. */
export async function endOtherSessions(tx: Transaction, userId: string, keptSessionId: string | undefined): Promise<number> {
  const { rowCount } = await tx
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(
      and(eq(sessions.userId, userId), isNull(sessions.endedAt), keptSessionId === undefined ? undefined : ne(sessions.id, keptSessionId)),
    );
  return rowCount ?? 0;
}

/** The rows that grant an account its rights. */
export const activeMemberships = sql`memberships m where m.user_id = ${users.id} and m.client_id = ${users.clientId} and m.active`;
export const activeOwnerships = sql`ownerships o where o.user_id = ${users.id} and o.client_id = ${users.clientId} and o.active`;

/** The properties of an account that determine the person's permissions. */
export const viewerColumns = {
  userId: users.id,
  clientId: users.clientId,
  role: users.role,
  teams: sql<Record<string, Role>>`(select coalesce(json_object_agg(m.team_id, m.role), '{}') from ${activeMemberships})`,
  folders: sql<Record<string, OwnershipRole>>`(select coalesce(json_object_agg(o.folder_id, o.role), '{}') from ${activeOwnerships})`,
};

type ViewerRow = Omit<Viewer, "teams" | "folders"> & { teams: Record<string, Role>; folders: Record<string, OwnershipRole> };

export const toViewer = (row: ViewerRow): Viewer => ({
  ...row,
  teams: new Map(Object.entries(row.teams)),
  folders: new Map(Object.entries(row.folders)),
});

/** The claims of a session token. */
export interface SessionKey {
  sessionId: string;
  userId: string;
}

/** Condition on sessions joined with users: the session of a token, if it is active. */
export const isActiveSession = ({ sessionId, userId }: SessionKey) =>
  and(
    eq(sessions.id, sessionId),
    eq(sessions.userId, userId),
    isNull(sessions.endedAt),
    gt(sessions.expiresAt, sql`now()`),
    isNull(users.removedAt),
  );

/** The person of a session with their rights, in one statement; `undefined` if the session is over, "disabled" if the workspace is. */
export async function findViewer(db: Queryable, session: SessionKey): Promise<SignedIn | "disabled" | undefined> {
  const [found] = await db
    .select({
      viewer: { ...viewerColumns, sessionId: sessions.id },
      passwordExpired: users.passwordExpired,
      disabledAt: clients.disabledAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(clients, eq(clients.id, users.clientId))
    .where(isActiveSession(session));
  if (found?.disabledAt) return "disabled";
  return found && { ...toViewer(found.viewer), passwordExpired: found.passwordExpired };
}

/** A person without a session, with their current rights; `undefined` if the account is closed or the workspace disabled. */
export async function findViewerById(db: Queryable, userId: string): Promise<Viewer | undefined> {
  const [found] = await db
    .select(viewerColumns)
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.removedAt), isOpenClient(users.clientId)));
  return found && toViewer({ ...found, sessionId: "" });
}
