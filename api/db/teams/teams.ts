import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Role } from "../../../contract/rest/users";
import type { Permitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import type { Queryable, Transaction } from "../pool";
import { memberships, teams } from "../schema";
import { freeSlug, isSlugLike, toSlug } from "../slugs";

export type TeamRow = Awaited<ReturnType<typeof selectTeams>>[number];

/** Public teams in alphabetical order, the personal one last. */
export const teamOrder = [sql`${teams.visibility} = 'is_personal'`, sql`${teams.name} collate "und-x-icu"`, teams.id];

/** Owners and admins of the workspace see its public teams without being members. */
export const seesPublicTeams = (viewer: Viewer) => viewer.role === "owner" || viewer.role === "admin";

/** The same for a column. */
export const roleSeesPublicTeams = (role: SQL): SQL => sql`${role} in ('owner', 'admin')`;

/** The teams that the viewer may read. */
export function listTeams(db: Queryable, viewer: Viewer): Promise<TeamRow[]> {
  return selectTeams(db, isReadable(viewer)).orderBy(...teamOrder);
}

/** The team, if the viewer may read it. `lock` blocks its deletion until the transaction ends. */
export async function findTeam(db: Queryable, viewer: Viewer, id: string, { lock = false } = {}): Promise<TeamRow | undefined> {
  const query = selectTeams(db, and(isReadable(viewer), eq(teams.id, id)));
  const [team] = await (lock ? query.for("key share") : query);
  return team;
}

/** Whether the viewer may read a public team with this name, ignoring case. */
export async function hasNamesake(db: Queryable, viewer: Viewer, name: string, exceptId?: string): Promise<boolean> {
  const found = await db
    .select({ id: teams.id })
    .from(teams)
    .where(
      and(
        isReadable(viewer),
        eq(teams.visibility, "is_public"),
        sql`lower(${teams.name}) = lower(${name})`,
        exceptId ? ne(teams.id, exceptId) : undefined,
      ),
    )
    .limit(1);
  return found.length > 0;
}

export type TeamScope = NonNullable<Awaited<ReturnType<typeof findTeamScope>>>;

/** The permission scope of a team that the viewer may read. `lock` locks it until the transaction ends. */
export async function findTeamScope(
  db: Queryable,
  viewer: Viewer,
  id: string,
  { lock }: { lock?: "key share" | "no key update" | "update" } = {},
) {
  // A separate statement, because one that waits for a lock has taken its snapshot before it waited.
  if (lock) await db.execute(sql`select 1 from teams where id = ${id} and client_id = ${viewer.clientId} for ${sql.raw(lock)}`);
  const [scope] = await db
    .select({ id: teams.id, clientId: teams.clientId, name: teams.name, team: { id: teams.id, visibility: teams.visibility } })
    .from(teams)
    .where(and(isReadable(viewer), eq(teams.id, id)));
  return scope;
}

/** The team that this person created with this key, if they are still a member. */
export async function findTeamByKey(db: Queryable, { clientId, userId }: Viewer, storedKey: string): Promise<OwnTeam | undefined> {
  const [row] = await db
    .select({ id: teams.id, role: memberships.role })
    .from(teams)
    .innerJoin(memberships, and(eq(memberships.teamId, teams.id), eq(memberships.userId, userId), memberships.active))
    .where(and(eq(teams.clientId, clientId), eq(teams.idempotencyKey, storedKey)));
  return row;
}

interface OwnTeam {
  id: string;
  role: Role;
}

const attempts = 5;

/** The new team with its owner; `undefined` if a concurrent request with the same key created it. */
export async function insertTeam(
  tx: Transaction,
  { clientId }: Permitted<{ clientId: string }, "team:create">,
  { name, ownerId }: { name: string; ownerId: string },
  storedKey: string | null,
): Promise<OwnTeam | undefined> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    // If two teams of one name are created together, the later insert waits for the earlier one, conflicts, and takes the next slug.
    const slug = await findFreeSlug(tx, clientId, name);
    const [team] = await tx
      .insert(teams)
      .values({ clientId, name, slug, idempotencyKey: storedKey })
      .onConflictDoNothing()
      .returning({ id: teams.id });
    if (team) {
      await tx.insert(memberships).values({ clientId, teamId: team.id, userId: ownerId, role: "owner" });
      return { id: team.id, role: "owner" };
    }
    if (storedKey !== null && (await hasTeamOfKey(tx, clientId, storedKey))) return undefined;
  }
  throw new Error(`no free slug for the team in ${attempts} attempts`);
}

async function hasTeamOfKey(tx: Transaction, clientId: string, storedKey: string): Promise<boolean> {
  const found = await tx
    .select({ id: teams.id })
    .from(teams)
    .where(and(eq(teams.clientId, clientId), eq(teams.idempotencyKey, storedKey)));
  return found.length > 0;
}

/** Maximum length of a slug, because index entries have a limited size. */
const slugLength = 80;

async function findFreeSlug(tx: Transaction, clientId: string, name: string): Promise<string> {
  const base = toSlug(name, "team", slugLength);
  const rows = await tx
    .select({ slug: teams.slug })
    .from(teams)
    .where(and(eq(teams.clientId, clientId), isSlugLike(teams.slug, base)));
  return freeSlug(base, new Set(rows.map(({ slug }) => slug)));
}

export async function updateTeam(tx: Transaction, scope: Permitted<TeamScope, "team:update">, values: { name: string }): Promise<void> {
  await tx.update(teams).set(values).where(isTeam(scope));
}

/** Deletes the viewer's active membership, unless they are the team's last owner. The caller must have locked the team. */
export async function deleteOwnMembership(
  tx: Transaction,
  { userId }: Viewer,
  { id, clientId }: Permitted<TeamScope, "team:leave">,
): Promise<"left" | "gone" | "lastOwner"> {
  const owners = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.teamId, id), eq(memberships.clientId, clientId), memberships.active, eq(memberships.role, "owner")));
  if (owners.length === 1 && owners[0]?.userId === userId) return "lastOwner";
  const { rowCount } = await tx
    .delete(memberships)
    .where(and(eq(memberships.teamId, id), eq(memberships.clientId, clientId), eq(memberships.userId, userId), memberships.active));
  return rowCount === 1 ? "left" : "gone";
}

export interface TeamDeletionPreview extends Record<string, unknown> {
  memberships: number;
  folders: number;
  contents: number;
  comments: number;
  attachments: number;
  newsletters: number;
}

/** Counts the data that is deleted with a team. */
export async function previewTeamDeletion(
  db: Queryable,
  { id, clientId }: Permitted<TeamScope, "team:delete">,
): Promise<TeamDeletionPreview> {
  const { rows } = await db.execute<TeamDeletionPreview>(sql`
    with own as (select f.id from folders f where f.team_id = ${id} and f.client_id = ${clientId}),
    contents as (select s.comments_count from article_stats s where s.client_id = ${clientId} and s.folder_id in (select id from own))
    select
      (select count(*) from memberships m where m.team_id = ${id} and m.active) as memberships,
      (select count(*) from own) as folders,
      (select count(*) from contents) as contents,
      (select coalesce(sum(comments_count), 0)::bigint from contents) as comments,
      (select count(*) from attachments x join articles a on a.id = x.article_id where a.folder_id in (select id from own)) as attachments,
      (select count(*) from mailings m where m.folder_id in (select id from own)) as newsletters`);
  const [preview] = rows;
  if (!preview) throw new Error("no counts returned");
  return preview;
}

/** Deletes a team with its folders, their articles and everything that belongs to them. The cleanup job deletes the stored files. */
export async function deleteTeam(tx: Transaction, scope: Permitted<TeamScope, "team:delete">): Promise<void> {
  // Locks folders and the counters of their articles first, like every other writer, to avoid deadlocks.
  await tx.execute(
    sql`select count(*) from (select 1 from folders where team_id = ${scope.id} and client_id = ${scope.clientId} order by id for update) locked`,
  );
  await tx.execute(sql`
    select count(*) from (
      select 1 from article_stats where folder_id in (select id from folders where team_id = ${scope.id}) order by article_id for update) locked`);
  await tx.delete(teams).where(isTeam(scope));
}

const isTeam = ({ id, clientId }: TeamScope) => and(eq(teams.id, id), eq(teams.clientId, clientId));

/** `team:read` of the permission table as SQL. */
function isReadable(viewer: Viewer): SQL | undefined {
  return and(
    eq(teams.clientId, viewer.clientId),
    sql`(${inArray(teams.id, [...viewer.teams.keys()])} or (${seesPublicTeams(viewer)} and ${teams.visibility} = 'is_public'))`,
  );
}

function selectTeams(db: Queryable, where: SQL | undefined) {
  // Subqueries write `teams.id`, because Drizzle omits the table name in the columns of a query over one table.
  return db
    .select({
      id: teams.id,
      clientId: teams.clientId,
      name: teams.name,
      slug: teams.slug,
      visibility: teams.visibility,
      foldersCount: sql<number>`(select count(*) from folders f where f.team_id = teams.id)`,
      membershipsCount: sql<number>`(select count(*) from memberships m where m.team_id = teams.id and m.active)`,
      ownersCount: sql<number>`(select count(*) from memberships m where m.team_id = teams.id and m.active and m.role = 'owner')`,
    })
    .from(teams)
    .where(where)
    .$dynamic();
}
