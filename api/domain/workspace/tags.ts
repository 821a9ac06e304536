import * as limits from "../../../contract/limits";
import type { TagRow } from "../../db/articles/article-rows";
import { inTransaction, isUniqueViolation, type Transaction } from "../../db/pool";
import * as store from "../../db/workspace/tags";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { InvalidFields, NotFound } from "../errors";
import { isId, requireId } from "../ids";
import { requirePermission } from "../require-permission";
import { askForIndexing } from "../search/search-refresh";
import { record, recordAll } from "./audit";

export type UsedTag = store.UsedTagRow;

const taken = () => new InvalidFields({ name: [{ key: "tagTaken" }] });

/**
 * The tags of the workspace by name; with a folder, those of its articles, or none if the viewer cannot see it. `follows` adds the viewer's
 * follows of them.
 */
export async function listWorkspaceTags(
  { database }: Services,
  viewer: Viewer,
  { folderId, follows }: { folderId?: string | undefined; follows?: boolean | undefined } = {},
): Promise<(TagRow & { followId?: string | null })[]> {
  if (folderId !== undefined && !isId(folderId)) return [];
  return store.listTags(database.db, viewer, { folderId, follows });
}

/** The ids of the tags with these names, in this order and without duplicates. Creates missing tags. */
export async function requireTagIds(tx: Transaction, viewer: Viewer, names: readonly string[]): Promise<string[]> {
  const { ids, made } = await store.requireTagIds(tx, viewer.clientId, names);
  await recordAll(
    tx,
    viewer,
    made.map((tag) => ({ kind: "tagCreated", tag })),
  );
  return ids;
}

/** A page, counted from 0, of tags with their usage counts. Throws `NotAllowed`. */
export async function listUsedTags({ database }: Services, viewer: Viewer, { term, page }: { term: string; page: number }) {
  const { clientId } = requirePermission(viewer, "tag:manage", { clientId: viewer.clientId });
  const limit = limits.tagsPerPage;
  return store.listUsedTags(database.db, clientId, { term, limit, offset: page * limit });
}

/** The first tags by name that are probably unfinished words. Throws `NotAllowed`. */
export async function listTagLeftovers({ database }: Services, viewer: Viewer) {
  const { clientId } = requirePermission(viewer, "tag:manage", { clientId: viewer.clientId });
  return store.listTagLeftovers(database.db, clientId, limits.tagLeftovers);
}

/** A tag with its usage count. Throws `NotAllowed` and `NotFound`. */
export async function requireUsedTag({ database }: Services, viewer: Viewer, id: string): Promise<UsedTag> {
  const { clientId } = requirePermission(viewer, "tag:manage", { clientId: viewer.clientId });
  const tag = await store.findUsedTag(database.db, clientId, { id: requireId(id) });
  if (!tag) throw new NotFound();
  return tag;
}

/** The deletion preview of a tag. Throws `NotAllowed` and `NotFound`. */
export async function requireTagRemoval({ database: { db } }: Services, viewer: Viewer, id: string) {
  const { clientId } = requirePermission(viewer, "tag:manage", { clientId: viewer.clientId });
  const tag = await store.findUsedTag(db, clientId, { id: requireId(id) });
  if (!tag) throw new NotFound();
  return { ...tag, ...(await store.countNaming(db, tag)) };
}

/** Creates a tag. Throws `NotAllowed`, and `InvalidFields` if the name is taken. */
export async function createTag(services: Services, viewer: Viewer, name: string): Promise<UsedTag> {
  const scope = requirePermission(viewer, "tag:manage", { clientId: viewer.clientId });
  const id = await inTransaction(services.database, async (tx) => {
    const made = await store.insertTag(tx, scope, name);
    if (made) await record(tx, viewer, { kind: "tagCreated", tag: name });
    return made;
  });
  if (!id) throw taken();
  return requireUsedTag(services, viewer, id);
}

/** Renames a tag everywhere; its slug stays. Throws `NotAllowed`, `NotFound`, and `InvalidFields` if the name is taken. */
export async function changeTag(services: Services, viewer: Viewer, id: string, name: string): Promise<UsedTag> {
  try {
    await inTransaction(services.database, async (tx) => {
      const tag = await requireManaged(tx, viewer, { id: requireId(id) });
      if (tag.name === name) return;
      await store.renameTag(tx, tag, name);
      await record(tx, viewer, { kind: "tagRenamed", from: tag.name, to: name });
      await askForIndexing(services, tx, await store.listTaggedArticles(tx, tag.id));
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw taken();
    throw error;
  }
  return requireUsedTag(services, viewer, id);
}

/**
 * Replaces a tag everywhere by the one with this name, and deletes it. Throws `NotAllowed`, `NotFound`, and `InvalidFields` if there is no tag of
 * that name or it is the same tag.
 */
export async function mergeTag(services: Services, viewer: Viewer, id: string, name: string): Promise<UsedTag> {
  const target = await inTransaction(services.database, async (tx) => {
    const found = await store.findUsedTag(tx, viewer.clientId, { name });
    // Locked in a fixed order, so that opposite merges do not deadlock.
    const locked = new Map<string, Awaited<ReturnType<typeof requireManaged>>>();
    for (const one of [requireId(id), ...(found ? [found.id] : [])].sort()) locked.set(one, await requireManaged(tx, viewer, { id: one }));
    const tag = locked.get(id);
    const into = found && locked.get(found.id);
    if (!tag) throw new NotFound();
    if (!into) throw new InvalidFields({ into: [{ key: "tagUnknown" }] });
    if (into.id === tag.id) throw new InvalidFields({ into: [{ key: "sameTag" }] });
    const articleIds = await store.listTaggedArticles(tx, tag.id);
    await store.replaceTag(tx, tag, into);
    await store.deleteTag(tx, tag);
    await record(tx, viewer, { kind: "tagMerged", tag: tag.name, into: into.name });
    await askForIndexing(services, tx, articleIds);
    return into;
  });
  return requireUsedTag(services, viewer, target.id);
}

/** Removes a tag from everything and deletes it. Throws `NotAllowed` and `NotFound`. */
export async function removeTag(services: Services, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(services.database, async (tx) => {
    const tag = await requireManaged(tx, viewer, { id: requireId(id) });
    const articleIds = await store.listTaggedArticles(tx, tag.id);
    await store.deleteTag(tx, tag);
    await record(tx, viewer, { kind: "tagDeleted", tag: tag.name });
    await askForIndexing(services, tx, articleIds);
  });
}

/** Locks a tag that the viewer may manage. Throws `NotAllowed` and `NotFound`. */
async function requireManaged(tx: Transaction, viewer: Viewer, by: { id: string }) {
  const { clientId } = requirePermission(viewer, "tag:manage", { clientId: viewer.clientId });
  const tag = await store.findUsedTag(tx, clientId, by, { lock: true });
  if (!tag) throw new NotFound();
  return requirePermission(viewer, "tag:manage", tag);
}
