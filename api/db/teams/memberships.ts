import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Role } from "../../../contract/rest/users";
import type { Permitted } from "../../permissions/permissions";
import { countRows } from "../count-rows";
import { holdsTerm, personColumns } from "../people/users";
import type { Queryable, Transaction } from "../pool";
import { memberships, teams, users } from "../schema";
import type { TeamScope } from "./teams";

export type MembershipRow = Awaited<ReturnType<typeof selectMemberships>>[number];

export interface MembershipFilter {
  term?: string | undefined;
  role?: Role | undefined;
}

/** A page of a team's members, in the order of joining. */
export function listMemberships(
  db: Queryable,
  team: Permitted<TeamScope, "team:read">,
  filter: MembershipFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<MembershipRow[]> {
  return selectMemberships(db, ofTeam(team, filter)).orderBy(memberships.createdAt, memberships.id).limit(limit).offset(offset);
}

/** The number of members; with a filter, counted up to `limits.exactTotal + 1`. */
export function countMemberships(db: Queryable, team: Permitted<TeamScope, "team:read">, filter: MembershipFilter): Promise<number> {
  const isNarrowed = Boolean(filter.term) || filter.role !== undefined;
  const all = db.select({ id: memberships.id }).from(memberships).innerJoin(users, isPerson).where(ofTeam(team, filter)).$dynamic();
  return countRows(db, all, isNarrowed);
}

/** A page of a person's memberships by the names of the teams, without their personal team, which is private. */
export function listMembershipsOf(
  db: Queryable,
  person: PersonScope,
  filter: MembershipFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<MembershipRow[]> {
  return selectMemberships(db, ofPerson(person, filter))
    .orderBy(sql`${teams.name} collate "und-x-icu"`, memberships.id)
    .limit(limit)
    .offset(offset);
}

export async function countMembershipsOf(db: Queryable, person: PersonScope, filter: MembershipFilter): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)` })
    .from(memberships)
    .innerJoin(teams, eq(teams.id, memberships.teamId))
    .where(ofPerson(person, filter));
  return row?.count ?? 0;
}

type PersonScope = Permitted<{ id: string; clientId: string }, "member:manage">;

const ofPerson = ({ id, clientId }: PersonScope, { term, role }: MembershipFilter): SQL | undefined =>
  and(
    eq(memberships.clientId, clientId),
    eq(memberships.userId, id),
    eq(teams.visibility, "is_public"),
    role && eq(memberships.role, role),
    term ? sql`position(lower(${term}) in lower(${teams.name})) > 0` : undefined,
  );

export async function findMembership(db: Queryable, clientId: string, id: string): Promise<MembershipRow | undefined> {
  const [row] = await selectMemberships(db, and(eq(memberships.clientId, clientId), eq(memberships.id, id)));
  return row;
}

/** The new membership, or the one that the same key created; `undefined` if the person already has a different one. */
export async function insertMembership(
  tx: Transaction,
  { id: teamId, clientId }: Permitted<TeamScope, "membership:manage">,
  values: { userId: string; role: "editor" | "admin" },
  storedKey: string | null,
): Promise<{ id: string; isNew: boolean } | undefined> {
  const [made] = await tx
    .insert(memberships)
    .values({ ...values, clientId, teamId, idempotencyKey: storedKey })
    .onConflictDoNothing({ target: [memberships.teamId, memberships.userId] })
    .returning({ id: memberships.id });
  if (made) return { ...made, isNew: true };
  if (storedKey === null) return undefined;
  const [before] = await tx
    .select({ id: memberships.id })
    .from(memberships)
    .where(and(eq(memberships.teamId, teamId), eq(memberships.userId, values.userId), eq(memberships.idempotencyKey, storedKey)));
  return before && { ...before, isNew: false };
}

/** Those of these teams that still exist, locked until the transaction ends; without personal teams. */
export async function lockTeams(tx: Transaction, clientId: string, ids: string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: teams.id })
    .from(teams)
    .where(and(eq(teams.clientId, clientId), inArray(teams.id, ids), eq(teams.visibility, "is_public")))
    .orderBy(teams.id)
    .for("key share");
  return rows.map(({ id }) => id);
}

/** Makes a new person an editor of these teams. */
export async function joinTeams(tx: Transaction, person: { clientId: string; userId: string }, teamIds: string[]): Promise<void> {
  await tx
    .insert(memberships)
    .values(teamIds.map((teamId) => ({ ...person, teamId, role: "editor" as const })))
    .onConflictDoNothing({ target: [memberships.teamId, memberships.userId] });
}

/** Omitted values stay unchanged. Does not change owners. */
export async function updateMembership(
  tx: Transaction,
  { clientId, id: teamId }: Permitted<TeamScope, "membership:manage">,
  id: string,
  values: { role?: "admin" | "editor" | "reader" | undefined; active?: boolean | undefined },
): Promise<void> {
  await tx
    .update(memberships)
    .set({ role: values.role ?? sql`${memberships.role}`, active: values.active ?? sql`${memberships.active}` })
    .where(
      and(eq(memberships.id, id), eq(memberships.teamId, teamId), eq(memberships.clientId, clientId), sql`${memberships.role} <> 'owner'`),
    );
}

/** Whether there was one to delete. Does not delete owners. */
export async function deleteMembership(
  tx: Transaction,
  { clientId, id: teamId }: Permitted<TeamScope, "membership:manage">,
  id: string,
): Promise<boolean> {
  const { rowCount } = await tx
    .delete(memberships)
    .where(
      and(eq(memberships.id, id), eq(memberships.teamId, teamId), eq(memberships.clientId, clientId), sql`${memberships.role} <> 'owner'`),
    );
  return rowCount === 1;
}

const isPerson = and(eq(users.id, memberships.userId), eq(users.clientId, memberships.clientId));

const ofTeam = ({ id, clientId }: TeamScope, { term, role }: MembershipFilter): SQL | undefined =>
  and(
    eq(memberships.clientId, clientId),
    eq(memberships.teamId, id),
    role && eq(memberships.role, role),
    term ? holdsTerm(term) : undefined,
  );

function selectMemberships(db: Queryable, where: SQL | undefined) {
  return db
    .select({
      id: memberships.id,
      role: memberships.role,
      active: memberships.active,
      createdAt: memberships.createdAt,
      clientId: memberships.clientId,
      team: { id: teams.id, name: teams.name, slug: teams.slug, visibility: teams.visibility },
      user: personColumns,
      clientRole: users.role,
    })
    .from(memberships)
    .innerJoin(teams, eq(teams.id, memberships.teamId))
    .innerJoin(users, isPerson)
    .where(where)
    .$dynamic();
}
