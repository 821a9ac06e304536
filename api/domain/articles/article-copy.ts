import { copyArticles } from "../../db/articles/article-copy";
import { findArticleByKey } from "../../db/articles/articles";
import { inTransaction } from "../../db/pool";
import { indexArticles } from "../../db/search/article-search";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { NotFound } from "../errors";
import { makeOnce, toStoredKey } from "../idempotency";
import { requireArticle, requireWritableFolder } from "./articles";

/**
 * Copies an article that the viewer may see into a folder they may write to. A repeated request with the same key returns the copy created first.
 * Throws `NotFound` and `InvalidFields`.
 */
export async function copyArticleToFolder(
  { database }: Services,
  viewer: Viewer,
  { articleId, folderId }: { articleId: string; folderId: string },
  key: string | null,
): Promise<{ id: string; title: string }> {
  const storedKey = toStoredKey(key, { copy: articleId, folderId });
  const copy = await inTransaction(database, (tx) =>
    makeOnce(
      storedKey,
      (found) => findArticleByKey(tx, viewer, found),
      async () => {
        const article = await requireArticle(tx, viewer, articleId, "folder:read", { lock: true });
        const folder = await requireWritableFolder(tx, viewer, folderId);
        const [made] = await copyArticles(tx, viewer, [article], folder, storedKey);
        if (made) await indexArticles(tx, [made.id]);
        return made;
      },
    ),
  );
  if (!copy) throw new NotFound();
  return copy;
}
