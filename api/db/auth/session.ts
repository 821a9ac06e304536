import { and, desc, eq, gt, isNull, lt, ne, sql } from "drizzle-orm";
import type { Role } from "../../../contract/rest/users";
import type { OwnershipRole, SignedIn, Viewer } from "../../permissions/viewer";
import type { Queryable } from "../pool";
import { clients, sessions, users } from "../schema";
import { isOpenClient } from "../workspace/clients";

/** The account behind workspace and address, whatever the case of its letters. */
export async function findAccount(db: Queryable, workspace: string, email: string) {
  const [account] = await db
    .select({
      userId: users.id,
      clientId: users.clientId,
      passwordHash: users.passwordHash,
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
  /** The password that was checked: it must still be this one. */
  passwordHash: string;
  userAgent: string | null;
  expiresAt: Date;
}

/**
 * Makes a session and answers its id; undefined when the password has become another one since it was checked. A change that is
 * under way is waited for, and one that comes later waits for this, so that it ends the session too.
 */
export async function insertSession(
  db: Queryable,
  { userId, passwordHash, userAgent, expiresAt }: NewSession,
): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with account as (
      select id from users where id = ${userId} and password_hash = ${passwordHash} and removed_at is null for share)
    insert into sessions (user_id, user_agent, expires_at)
    select account.id, ${userAgent}::text, ${expiresAt.toISOString()}::timestamptz from account
    returning id`);
  return rows[0]?.id;
}

export async function deleteExpiredSessions(db: Queryable, userId: string, now: Date): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), lt(sessions.expiresAt, now)));
}

/** Ends a session; false when it was over. */
export async function endSession(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)));
  return rowCount === 1;
}

/** Ends a session of this person; false when they have none of this id. */
export async function endOwnSession(db: Queryable, { userId }: Viewer, id: string): Promise<boolean> {
  const { rowCount } = await db
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(sessions.id, id), isActiveOf(userId)));
  return rowCount === 1;
}

export type SessionRow = Awaited<ReturnType<typeof listSessions>>[number];

/** The person's sessions that are not over, the newest first. */
export function listSessions(db: Queryable, { userId }: Viewer) {
  return db
    .select({ id: sessions.id, userAgent: sessions.userAgent, createdAt: sessions.createdAt, expiresAt: sessions.expiresAt })
    .from(sessions)
    .where(isActiveOf(userId))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(100);
}

const isActiveOf = (userId: string) => and(eq(sessions.userId, userId), isNull(sessions.endedAt), gt(sessions.expiresAt, sql`now()`));

/** Ends all sessions of a person but this one; answers how many. */
export async function endOtherSessions(db: Queryable, userId: string, keptSessionId: string | undefined): Promise<number> {
  const { rowCount } = await db
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(
      and(eq(sessions.userId, userId), isNull(sessions.endedAt), keptSessionId === undefined ? undefined : ne(sessions.id, keptSessionId)),
    );
  return rowCount ?? 0;
}

/** The rows that give an account its rights. */
export const activeMemberships = sql`memberships m where m.user_id = ${users.id} and m.client_id = ${users.clientId} and m.active`;
export const activeOwnerships = sql`ownerships o where o.user_id = ${users.id} and o.client_id = ${users.clientId} and o.active`;

/** Of an account, all that decides what its owner may see and do. */
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

/** What a token says of a session. */
export interface SessionKey {
  sessionId: string;
  userId: string;
}

/** Of the sessions, joined with their users, the one of a token, unless it is over. */
export const isLasting = ({ sessionId, userId }: SessionKey) =>
  and(
    eq(sessions.id, sessionId),
    eq(sessions.userId, userId),
    isNull(sessions.endedAt),
    gt(sessions.expiresAt, sql`now()`),
    isNull(users.removedAt),
  );

/**
 * Who holds this session, with all that decides what they may do, in one statement; undefined when the session is over, "disabled" when
 * the workspace is.
 */
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
    .where(isLasting(session));
  if (found?.disabledAt) return "disabled";
  return found && { ...toViewer(found.viewer), passwordExpired: found.passwordExpired };
}

/** Somebody without a session, with all that decides what they may see now; undefined once the account is closed, or while the workspace is. */
export async function findViewerById(db: Queryable, userId: string): Promise<Viewer | undefined> {
  const [found] = await db
    .select(viewerColumns)
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.removedAt), isOpenClient(users.clientId)));
  return found && toViewer({ ...found, sessionId: "" });
}
