import * as limits from "../../../contract/limits";
import * as store from "../../db/articles/choices";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { isId } from "../ids";

/** Names that contain these letters of sources of visible articles, or of one folder; by name, at most `limits.sourcesFound`. */
export async function listSources(
  { database }: Services,
  viewer: Viewer,
  { name, folderId }: { name: string; folderId: string | undefined },
): Promise<string[]> {
  if (folderId !== undefined && !isId(folderId)) return [];
  return store.listSources(database.db, viewer, { name, folderId, limit: limits.sourcesFound });
}

/** The most frequent tags and countries of the newest visible articles, or of those in one folder. */
export async function listFrequent({ database }: Services, viewer: Viewer, folderId?: string): Promise<store.Frequent> {
  if (folderId !== undefined && !isId(folderId)) return { tags: [], countries: [] };
  return store.listFrequent(database.db, viewer, folderId, limits.frequent);
}
