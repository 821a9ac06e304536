import { limits } from "../../../contract/limits";
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

/** The tags of the workspace by name; with a folder those of its articles, none when this person does not see it. */
export async function listWorkspaceTags({ database }: Services, viewer: Viewer, folderId?: string): Promise<TagRow[]> {
  if (folderId !== undefined && !isId(folderId)) return [];
  return store.listTags(database.db, viewer, folderId);
}

/** The ids of the tags with these names, in their order and each once; those that nobody has used yet are made. */
export async function requireTagIds(tx: Transaction, viewer: Viewer, names: readonly string[]): Promise<string[]> {
  const { ids, made } = await store.requireTagIds(tx, viewer.clientId, names);
  await recordAll(
    tx,
    viewer,
    made.map((tag) => ({ kind: "tagCreated", tag })),
  );
  return ids;
}

/** A page of them with how often they are used, for who may manage them; throws `NotAllowed`. */
export async function listUsedTags({ database }: Services, viewer: Viewer, { term, page }: { term: string; page: number }) {
  const { clientId } = requirePermission(viewer, "tag:manage", { clientId: viewer.clientId });
  const limit = limits.tagsPerPage;
  return store.listUsedTags(database.db, clientId, { term, limit, offset: page * limit });
}

/** One of them; throws `NotAllowed` and `NotFound`. */
export async function requireUsedTag({ database }: Services, viewer: Viewer, id: string): Promise<UsedTag> {
  const { clientId } = requirePermission(viewer, "tag:manage", { clientId: viewer.clientId });
  const tag = await store.findUsedTag(database.db, clientId, { id: requireId(id) });
  if (!tag) throw new NotFound();
  return tag;
}

/** How much would change with a tag that is deleted; throws `NotAllowed` and `NotFound`. */
export async function requireTagRemoval({ database: { db } }: Services, viewer: Viewer, id: string) {
  const { clientId } = requirePermission(viewer, "tag:manage", { clientId: viewer.clientId });
  const tag = await store.findUsedTag(db, clientId, { id: requireId(id) });
  if (!tag) throw new NotFound();
  return { ...tag, ...(await store.countNaming(db, tag)) };
}

/** Makes a tag. Throws `NotAllowed`, and `InvalidFields` where there is one of this name. */
export async function createTag(services: Services, viewer: Viewer, name: string): Promise<UsedTag> {
  const place = requirePermission(viewer, "tag:manage", { clientId: viewer.clientId });
  const id = await inTransaction(services.database, async (tx) => {
    const made = await store.insertTag(tx, place, name);
    if (made) await record(tx, viewer, { kind: "tagCreated", tag: name });
    return made;
  });
  if (!id) throw taken();
  return requireUsedTag(services, viewer, id);
}

/** Gives a tag another name everywhere; its address stays. Throws `NotAllowed`, `NotFound`, and `InvalidFields` where another has this name. */
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
 * Puts another tag in the place of this one everywhere, and deletes it. Throws `NotAllowed`, `NotFound`, and `InvalidFields` where there is no
 * tag of that name, or it is this one.
 */
export async function mergeTag(services: Services, viewer: Viewer, id: string, name: string): Promise<UsedTag> {
  const target = await inTransaction(services.database, async (tx) => {
    const found = await store.findUsedTag(tx, viewer.clientId, { name });
    // Both in the same order, whoever merges which into which.
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

/** Takes a tag off everything, and deletes it; throws `NotAllowed` and `NotFound`. */
export async function removeTag(services: Services, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(services.database, async (tx) => {
    const tag = await requireManaged(tx, viewer, { id: requireId(id) });
    const articleIds = await store.listTaggedArticles(tx, tag.id);
    await store.deleteTag(tx, tag);
    await record(tx, viewer, { kind: "tagDeleted", tag: tag.name });
    await askForIndexing(services, tx, articleIds);
  });
}

/** The tag, locked, as something this person may manage. */
async function requireManaged(tx: Transaction, viewer: Viewer, by: { id: string }) {
  const { clientId } = requirePermission(viewer, "tag:manage", { clientId: viewer.clientId });
  const tag = await store.findUsedTag(tx, clientId, by, { lock: true });
  if (!tag) throw new NotFound();
  return requirePermission(viewer, "tag:manage", tag);
}
