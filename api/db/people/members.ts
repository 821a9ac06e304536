import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { memberSorts, Role } from "../../../contract/rest/users";
import type { Permitted } from "../../permissions/permissions";
import { countRows } from "../count-rows";
import type { Queryable, Transaction } from "../pool";
import { memberships, teams, users } from "../schema";
import { holdsTerm, personColumns } from "./users";

export interface MemberFilter {
  term?: string | undefined;
  role?: Role | undefined;
}

export interface MemberOrder {
  sortBy: (typeof memberSorts)[number];
  sortDir: "asc" | "desc";
}

type Workspace = Permitted<{ clientId: string }, "member:manage">;

export type MemberRow = Awaited<ReturnType<typeof listMembers>>[number];

/** A page of the members of a workspace, with the number of their teams. */
export function listMembers(
  db: Queryable,
  { clientId }: Workspace,
  filter: MemberFilter,
  order: MemberOrder,
  { limit, offset }: { limit: number; offset: number },
) {
  const found = db
    .select({
      ...personColumns,
      role: users.role,
      createdAt: users.createdAt,
      membershipsCount: sql<number>`(
        select count(*)::int from memberships m join teams t on t.id = m.team_id where m.user_id = users.id and t.visibility = 'is_public')`,
    })
    .from(users)
    .where(ofWorkspace(clientId, filter))
    .$dynamic();
  // Teams of all members are counted only if the list is sorted by them.
  const counts = countTeams(db, clientId);
  const page = order.sortBy === "memberships_count" ? found.leftJoin(counts, eq(counts.userId, users.id)) : found;
  return page
    .orderBy(...orderOf(order, sql`coalesce(${counts.count}, 0)`))
    .limit(limit)
    .offset(offset);
}

/** The number of members; with a filter, counted up to `limits.exactTotal + 1`. */
export function countMembers(db: Queryable, { clientId }: Workspace, filter: MemberFilter): Promise<number> {
  const isNarrowed = Boolean(filter.term) || filter.role !== undefined;
  const all = db.select({ id: users.id }).from(users).where(ofWorkspace(clientId, filter)).$dynamic();
  return countRows(db, all, isNarrowed);
}

/** A member of the workspace. `lock` locks the row until the transaction ends. */
export async function findMember(db: Queryable, clientId: string, id: string, { lock = false } = {}) {
  const query = db
    .select({ id: users.id, role: users.role, clientId: users.clientId })
    .from(users)
    .where(and(ofWorkspace(clientId, {}), eq(users.id, id)));
  const [member] = lock ? await query.for("no key update") : await query;
  return member;
}

/** Does not change the owner's role. */
export async function updateRole(
  tx: Transaction,
  { clientId, id }: Permitted<{ clientId: string; id: string }, "member:manage">,
  role: Exclude<Role, "owner">,
): Promise<void> {
  await tx
    .update(users)
    .set({ role })
    .where(and(eq(users.clientId, clientId), eq(users.id, id), sql`${users.role} <> 'owner'`));
}

/** People without a name are sorted by their address. Has to match the index `users_client_name`. */
const sortName = sql`coalesce(${users.firstName}, ${users.lastName}, ${users.email}) collate "und-x-icu"`;

function orderOf({ sortBy, sortDir }: MemberOrder, teamsCount: SQL): SQL[] {
  const columns = {
    first_name: [sortName, sql`coalesce(${users.lastName}, '') collate "und-x-icu"`],
    email: [sql`lower(${users.email})`],
    memberships_count: [teamsCount],
    created_at: [users.createdAt],
  }[sortBy];
  return [...columns, users.id].map((column) => sql`${column} ${sql.raw(sortDir)}`);
}

const countTeams = (db: Queryable, clientId: string) =>
  db
    .select({ userId: memberships.userId, count: sql<number>`count(*)`.as("count") })
    .from(memberships)
    .innerJoin(teams, eq(teams.id, memberships.teamId))
    .where(and(eq(memberships.clientId, clientId), eq(teams.visibility, "is_public")))
    .groupBy(memberships.userId)
    .as("counts");

const ofWorkspace = (clientId: string, { term, role }: MemberFilter): SQL | undefined =>
  and(
    eq(users.clientId, clientId),
    isNull(users.removedAt),
    isNotNull(users.confirmedAt),
    role && eq(users.role, role),
    term ? holdsTerm(term) : undefined,
  );
