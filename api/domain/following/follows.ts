import type { z } from "zod";
import * as limits from "../../../contract/limits";
import type { createFollowBodySchema } from "../../../contract/rest/follows";
import type { CamelKeys } from "../../../contract/wire";
import * as store from "../../db/following/follows";
import { inTransaction, type Transaction } from "../../db/pool";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { InvalidFields, NotFound } from "../errors";
import { requireFolderScope } from "../folders/folders";
import { requireId } from "../ids";
import { toStoredQuery } from "../stored-query";

export type Follow = store.FollowRow;
export type FollowInput = CamelKeys<z.output<typeof createFollowBodySchema>["follow"]>;

/** The viewer's follows, newest first, without those of things that they may not see now. */
export const listFollows = ({ database }: Services, viewer: Viewer): Promise<Follow[]> => store.listFollows(database.db, viewer);

/**
 * Follows a visible folder, a tag or a search. Idempotent; a search that is saved again gets the new name. Throws `NotFound`, and `InvalidFields`
 * if the viewer follows too much.
 */
export async function createFollow({ database }: Services, viewer: Viewer, input: FollowInput): Promise<Follow> {
  const follow = await inTransaction(database, async (tx) => {
    const subject = await requireSubject(tx, viewer, input);
    const isFull = (await store.countFollows(tx, viewer)) >= limits.followsPerUser;
    if (isFull && !(await store.findFollow(tx, viewer, subject))) {
      throw new InvalidFields({ [fieldOf(input)]: [{ key: "tooManyFollows", values: { max: limits.followsPerUser } }] });
    }
    await store.insertFollow(tx, viewer, subject);
    return store.findFollow(tx, viewer, subject);
  });
  if (!follow) throw new NotFound();
  return follow;
}

/** Renames one of the viewer's saved searches. Throws `NotFound`, also for a folder or tag. */
export async function renameFollow({ database }: Services, viewer: Viewer, id: string, name: string): Promise<Follow> {
  const followId = requireId(id);
  const follow = await inTransaction(database, async (tx) =>
    (await store.renameFollow(tx, viewer, followId, name)) ? store.findFollow(tx, viewer, { id: followId }) : undefined,
  );
  if (!follow) throw new NotFound();
  return follow;
}

/** Throws `NotFound`. */
export async function removeFollow({ database }: Services, viewer: Viewer, id: string): Promise<void> {
  const followId = requireId(id);
  if (!(await inTransaction(database, (tx) => store.deleteFollow(tx, viewer, followId)))) throw new NotFound();
}

async function requireSubject(tx: Transaction, viewer: Viewer, { folderId, tagId, query, name }: FollowInput): Promise<store.Subject> {
  if (folderId !== null) return { folder: await requireFolderScope(tx, viewer, folderId, "folder:read", "key share") };
  if (tagId === null) return { query: toStoredQuery(query ?? {}), name: name ?? "" };
  if (!(await store.lockTag(tx, viewer, requireId(tagId)))) throw new NotFound();
  return { tagId };
}

const fieldOf = ({ folderId, tagId }: FollowInput) => (folderId !== null ? "folder_id" : tagId !== null ? "tag_id" : "name");
