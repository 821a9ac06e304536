import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Viewer } from "../domain/viewer";
import type { Queryable } from "./pool";
import { teams } from "./schema";

export type TeamRow = Awaited<ReturnType<typeof selectTeams>>[number];

/** Public teams by name, the personal one last, as people read an alphabet. */
export const teamOrder = [sql`${teams.visibility} = 'is_personal'`, sql`${teams.name} collate "und-x-icu"`, teams.id];

/** Owners and admins of the client see its public teams without being members. */
export const seesPublicTeams = (viewer: Viewer) => viewer.role === "owner" || viewer.role === "admin";

/** The same of a column. */
export const roleSeesPublicTeams = (role: SQL): SQL => sql`${role} in ('owner', 'admin')`;

/** The teams that the person may read. */
export function listTeams(db: Queryable, viewer: Viewer): Promise<TeamRow[]> {
  return selectTeams(db, isReadable(viewer)).orderBy(...teamOrder);
}

/** The team, when the person may read it. With `lock` it is not deleted before the transaction ends. */
export async function findTeam(db: Queryable, viewer: Viewer, id: string, { lock = false } = {}): Promise<TeamRow | undefined> {
  const query = selectTeams(db, and(isReadable(viewer), eq(teams.id, id)));
  const [team] = await (lock ? query.for("key share") : query);
  return team;
}

/** `team:read` of the permission table as SQL. */
function isReadable(viewer: Viewer): SQL | undefined {
  return and(
    eq(teams.clientId, viewer.clientId),
    sql`(${inArray(teams.id, [...viewer.teams.keys()])} or (${seesPublicTeams(viewer)} and ${teams.visibility} = 'is_public'))`,
  );
}

function selectTeams(db: Queryable, where: SQL | undefined) {
  // Written with the table's name, because Drizzle leaves it out in the columns of a query over one table.
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
