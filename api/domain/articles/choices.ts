import { limits } from "../../../contract/limits";
import * as store from "../../db/articles/choices";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { isId } from "../ids";

/** Names of sources of the articles this person sees, or of one folder's, that hold these letters; by name, `limits.sourcesFound` at most. */
export async function listSources(
  { database }: Services,
  viewer: Viewer,
  { name, folderId }: { name: string; folderId: string | undefined },
): Promise<string[]> {
  if (folderId !== undefined && !isId(folderId)) return [];
  return store.listSources(database.db, viewer, { name, folderId, limit: limits.sourcesFound });
}

/** The tags and countries that the newest articles this person sees carry most often, or those of one folder. */
export async function listFrequent({ database }: Services, viewer: Viewer, folderId?: string): Promise<store.Frequent> {
  if (folderId !== undefined && !isId(folderId)) return { tags: [], countries: [] };
  return store.listFrequent(database.db, viewer, folderId, limits.frequent);
}
