import type { z } from "zod";
import type { folderFieldsSchema } from "../../../contract/rest/folders";
import type { Camel } from "../../../contract/wire";
import * as store from "../../db/folders/folders";
import { inTransaction, type Queryable } from "../../db/pool";
import { findTeam } from "../../db/teams/teams";
import { type Action, isPermitted, type Permitted, type Scope } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { InvalidFields, NotFound, Outdated } from "../errors";
import { makeOnce, toStoredKey } from "../idempotency";
import { isId, requireId } from "../ids";
import { requirePermission } from "../require-permission";
import { record, recordAll } from "../workspace/audit";

export type FolderInput = Camel<z.infer<typeof folderFieldsSchema>>;
export type FolderRemoval = store.FolderBelongings;

/** A folder that the viewer may see; also the place that permissions are asked for. */
export type Folder = store.FolderRow & {
  folder: NonNullable<Scope["folder"]>;
  /** Where its export begins. An inbox has none, as it has no menu for it. */
  exportUrl: string | null;
  permissions: { createContent: boolean; manageMailings: boolean; update: boolean; destroy: boolean };
};

/** The folders the viewer may see, by team, the inbox first, then by name. */
export async function listFolders(
  { database, config }: Services,
  viewer: Viewer,
  { writable = false, teamId, recent }: { writable?: boolean; teamId?: string; recent?: boolean } = {},
): Promise<Folder[]> {
  if (teamId !== undefined && !isId(teamId)) return [];
  const rows = await store.listFolders(database.db, viewer, { teamId, recent });
  const folders = rows.map((row) => forViewer(viewer, row, config));
  return writable ? folders.filter((folder) => folder.permissions.createContent) : folders;
}

/** Throws `NotFound`. */
export async function requireFolder({ database, config }: Services, viewer: Viewer, id: string): Promise<Folder> {
  const row = await store.findFolder(database.db, viewer, requireId(id));
  if (!row) throw new NotFound();
  return forViewer(viewer, row, config);
}

/**
 * Makes a folder; the same person's same key with the same fields answers the folder it made the first time. Throws `InvalidFields`
 * for a team in which this person makes none, or which they cannot see.
 */
export async function createFolder(services: Services, viewer: Viewer, input: FolderInput, key: string | null): Promise<Folder> {
  const storedKey = toStoredKey(key, { createFolder: input, by: viewer.userId });
  const folder = await inTransaction(services.database, (tx) =>
    makeOnce(
      storedKey,
      (found) => store.findFolderByKey(tx, viewer, found),
      async () => {
        const made = await store.insertFolder(tx, await requireOpenTeam(tx, viewer, input.teamId), input, storedKey);
        if (made) await record(tx, viewer, { kind: "folderCreated", folderId: made.id });
        return made;
      },
    ),
  );
  if (!folder) throw new NotFound();
  return requireFolder(services, viewer, folder.id);
}

/**
 * Changes a folder, and moves it when the team is another one, which then is asked as for a new folder. Throws `NotFound`, `NotAllowed`,
 * `InvalidFields`, and `Outdated` when `lockVersion` is not the present one.
 */
export async function changeFolder(
  services: Services,
  viewer: Viewer,
  id: string,
  { lockVersion, ...input }: FolderInput & { lockVersion?: number },
): Promise<Folder> {
  await inTransaction(services.database, async (tx) => {
    const place = await requireFolderPlace(tx, viewer, id, "folder:update", "no key update");
    const isMoved = input.teamId !== place.team.id;
    if (isMoved) requirePermission(viewer, "folder:delete", place);
    const { team } = isMoved ? await requireOpenTeam(tx, viewer, input.teamId) : place;
    if (lockVersion !== undefined && lockVersion !== place.lockVersion) throw new Outdated();
    await store.updateFolder(tx, place, input);
    await recordAll(tx, viewer, changesOf(place, { name: input.name, team }));
  });
  return requireFolder(services, viewer, id);
}

/** What is deleted with the folder; throws `NotFound` and `NotAllowed`. */
export async function requireFolderRemoval({ database }: Services, viewer: Viewer, id: string): Promise<FolderRemoval> {
  return store.countFolderBelongings(database.db, await requireFolderPlace(database.db, viewer, id, "folder:delete"));
}

/** Deletes a folder with everything in it; throws `NotFound` and `NotAllowed`. */
export async function removeFolder({ database }: Services, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    const place = await requireFolderPlace(tx, viewer, id, "folder:delete", "update");
    await record(tx, viewer, { kind: "folderDeleted", folderId: id });
    await store.deleteFolder(tx, place);
  });
}

/** Where the folder stands, as something this person may do that with; throws `NotFound` and `NotAllowed`. */
export async function requireFolderPlace<A extends Action>(
  db: Queryable,
  viewer: Viewer,
  id: string,
  action: A,
  lock?: "key share" | "no key update" | "update",
): Promise<Permitted<store.FolderPlace, A>> {
  const place = await store.findFolderPlace(db, viewer, requireId(id), { lock });
  if (!place) throw new NotFound();
  return requirePermission(viewer, action, place);
}

/** A team this person may make folders in. One they cannot see is refused as one that is not open to them: nobody learns which. */
async function requireOpenTeam(db: Queryable, viewer: Viewer, teamId: string) {
  const team = isId(teamId) ? await findTeam(db, viewer, teamId, { lock: true }) : undefined;
  const place = team && { clientId: team.clientId, team };
  if (!place || !isPermitted(viewer, "folder:create", place)) throw new InvalidFields({ team_id: [{ key: "teamNotOpen" }] });
  return requirePermission(viewer, "folder:create", place);
}

type Named = Pick<store.FolderPlace, "name" | "team">;

/** What the log tells of a change; names that only a personal team ever saw are nobody else's business. */
function changesOf(before: Named, after: Named) {
  const isPublic = ({ team }: Named) => team.visibility === "is_public";
  const nameOfTeam = (one: Named) => (isPublic(one) ? one.team.name : null);
  const names = isPublic(before) && isPublic(after) ? { from: before.name, to: after.name } : { from: null, to: null };
  const { name: folder } = isPublic(after) ? after : before;
  return [
    ...(after.name === before.name ? [] : [{ kind: "folderRenamed", ...names } as const]),
    ...(after.team.id === before.team.id
      ? []
      : [{ kind: "folderMoved", folder, from: nameOfTeam(before), to: nameOfTeam(after) } as const]),
  ];
}

function forViewer(viewer: Viewer, row: store.FolderRow, { publicUrl, productSlug }: Services["config"]): Folder {
  const place = { clientId: row.clientId, team: row.team, folder: { id: row.id, purpose: row.purpose } };
  return {
    ...row,
    folder: place.folder,
    exportUrl: row.purpose === "inbox" ? null : new URL(`/${productSlug}/${row.id}/export/format`, publicUrl).href,
    permissions: {
      createContent: isPermitted(viewer, "article:create", place),
      manageMailings: isPermitted(viewer, "mailing:manage", place),
      update: isPermitted(viewer, "folder:update", place),
      destroy: isPermitted(viewer, "folder:delete", place),
    },
  };
}
