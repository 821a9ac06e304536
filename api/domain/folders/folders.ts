import type { z } from "zod";
import type { folderFieldsSchema } from "../../../contract/rest/folders";
import type { Camel } from "../../../contract/wire";
import * as store from "../../db/folders/folders";
import { inTransaction, type Queryable, type Transaction } from "../../db/pool";
import { findTeam } from "../../db/teams/teams";
import { moveTrashOfFolder, trashFolder } from "../../db/trash/trash";
import { type Action, isPermitted, type Permitted, type Scope } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { InvalidFields, NotFound, Outdated } from "../errors";
import { makeOnce, toStoredKey } from "../idempotency";
import { isId, requireId } from "../ids";
import { requirePermission } from "../require-permission";
import { record, recordAll } from "../workspace/audit";

export type FolderInput = Camel<z.infer<typeof folderFieldsSchema>>;
export type FolderRemoval = store.FolderDeletionPreview;

/** A folder that the viewer may see. It is also a scope for permissions. */
export type Folder = store.FolderRow & {
  folder: NonNullable<Scope["folder"]>;
  /** The page where its export starts; `null` for an inbox, which offers no export. */
  exportUrl: string | null;
  permissions: { createContent: boolean; manageNewsletters: boolean; manageSources: boolean; update: boolean; destroy: boolean };
};

/** The folders that the viewer may see, by team; within a team the inbox first, then by name. */
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
 * Creates a folder. A repeated request with the same key and fields returns the folder created first. Throws `InvalidFields` if the viewer may not
 * create folders in the team or cannot see it.
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
 * Changes a folder. Another team moves it there, which needs permission to delete it here and to create it there. Throws `NotFound`, `NotAllowed`,
 * `InvalidFields`, and `Outdated` if `lockVersion` is not the current one.
 */
export async function changeFolder(
  services: Services,
  viewer: Viewer,
  id: string,
  { lockVersion, ...input }: FolderInput & { lockVersion?: number },
): Promise<Folder> {
  await inTransaction(services.database, async (tx) => {
    const scope = await requireFolderScope(tx, viewer, id, "folder:update", "no key update");
    const isMoved = input.teamId !== scope.team.id;
    if (isMoved) requirePermission(viewer, "folder:delete", scope);
    const { team } = isMoved ? await requireOpenTeam(tx, viewer, input.teamId) : scope;
    if (lockVersion !== undefined && lockVersion !== scope.lockVersion) throw new Outdated();
    await store.updateFolder(tx, scope, input);
    if (isMoved) await moveTrashOfFolder(tx, id, team.id);
    await recordAll(tx, viewer, changesOf(scope, { ...input, team }));
  });
  return requireFolder(services, viewer, id);
}

/** Throws `NotFound` and `NotAllowed`. */
export async function changeHiddenFromStream(services: Services, viewer: Viewer, id: string, hidden: boolean): Promise<Folder> {
  await inTransaction(services.database, async (tx) => {
    await setHiddenFromStream(tx, viewer, await requireFolderScope(tx, viewer, id, "source:manage"), hidden);
  });
  return requireFolder(services, viewer, id);
}

/** Sets whether the stream leaves out the folder's articles. */
export async function setHiddenFromStream(
  tx: Transaction,
  viewer: Viewer,
  scope: Permitted<store.FolderScope, "source:manage">,
  hidden: boolean,
): Promise<void> {
  if (!(await store.updateHiddenFromStream(tx, scope, hidden))) return;
  await record(tx, viewer, { kind: hidden ? "folderHidden" : "folderShown", folder: isPublic(scope) ? scope.name : null });
}

/** The deletion preview of a folder. Throws `NotFound` and `NotAllowed`. */
export async function requireFolderRemoval({ database }: Services, viewer: Viewer, id: string): Promise<FolderRemoval> {
  return store.previewFolderDeletion(database.db, await requireFolderScope(database.db, viewer, id, "folder:delete"));
}

/** Puts a folder with everything in it into the trash. Throws `NotFound` and `NotAllowed`. */
export async function removeFolder({ database }: Services, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    const scope = await requireFolderScope(tx, viewer, id, "folder:delete", "update");
    await record(tx, viewer, { kind: "folderDeleted", folderId: id });
    await store.lockArticlesOf(tx, scope);
    await trashFolder(tx, viewer, scope);
    await store.deleteFolder(tx, scope);
  });
}

/** The scope of a folder, if the viewer may do this with it. Throws `NotFound` and `NotAllowed`. */
export async function requireFolderScope<A extends Action>(
  db: Queryable,
  viewer: Viewer,
  id: string,
  action: A,
  lock?: "key share" | "no key update" | "update",
): Promise<Permitted<store.FolderScope, A>> {
  const scope = await store.findFolderScope(db, viewer, requireId(id), { lock });
  if (!scope) throw new NotFound();
  return requirePermission(viewer, action, scope);
}

/** A team in which the viewer may create folders. The error does not reveal whether another team exists. */
async function requireOpenTeam(db: Queryable, viewer: Viewer, teamId: string) {
  const team = isId(teamId) ? await findTeam(db, viewer, teamId, { lock: true }) : undefined;
  const scope = team && { clientId: team.clientId, team };
  if (!scope || !isPermitted(viewer, "folder:create", scope)) throw new InvalidFields({ teamId: [{ key: "teamNotOpen" }] });
  return requirePermission(viewer, "folder:create", scope);
}

type Audited = Pick<store.FolderScope, "name" | "team">;

const isPublic = ({ team }: Pick<Audited, "team">) => team.visibility === "is_public";

/** The audit entries for a change. Names that only a personal team has seen are private. */
function changesOf(before: Audited, after: Audited) {
  const nameOfTeam = (one: Audited) => (isPublic(one) ? one.team.name : null);
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
  const scope = { clientId: row.clientId, team: row.team, folder: { id: row.id, purpose: row.purpose } };
  return {
    ...row,
    folder: scope.folder,
    exportUrl: row.purpose === "inbox" ? null : new URL(`/${productSlug}/${row.id}/export/format`, publicUrl).href,
    permissions: {
      createContent: isPermitted(viewer, "article:create", scope),
      manageNewsletters: isPermitted(viewer, "newsletter:manage", scope),
      manageSources: isPermitted(viewer, "source:manage", scope),
      update: isPermitted(viewer, "folder:update", scope),
      destroy: isPermitted(viewer, "folder:delete", scope),
    },
  };
}
