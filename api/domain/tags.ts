import type { TagRow } from "../db/article-rows";
import { listTags } from "../db/tags";
import type { Services } from "../services";
import { isId } from "./ids";
import type { Viewer } from "./viewer";

/** The tags of the workspace by name; with a folder those of its articles, none when this person does not see it. */
export async function listWorkspaceTags({ database }: Services, viewer: Viewer, folderId?: string): Promise<TagRow[]> {
  if (folderId !== undefined && !isId(folderId)) return [];
  return listTags(database.db, viewer, folderId);
}
