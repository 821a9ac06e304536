import { sql } from "drizzle-orm";
import type { Permitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import type { Transaction } from "../pool";
import type { ArticlePlace } from "./articles";

/**
 * Copies an article with its tags, countries and attachments, not its comments; the copy is this person's and of now. `undefined`
 * when the same person's same key has made one in the meantime.
 */
export async function copyArticle(
  tx: Transaction,
  viewer: Viewer,
  article: Permitted<ArticlePlace, "folder:read">,
  { folder }: Permitted<{ folder: { id: string } }, "article:create">,
  storedKey: string | null,
): Promise<{ id: string; title: string } | undefined> {
  const { rows } = await tx.execute<{ id: string; title: string }>(sql`
    insert into articles (client_id, folder_id, user_id, title, teaser, body, language, source_url, source_name, author, published_at,
      priority, shareable, external, idempotency_key)
    select client_id, ${folder.id}, ${viewer.userId}, title, teaser, body, language, source_url, source_name, author, published_at,
      priority, shareable, external, ${storedKey}
    from articles where id = ${article.id} and client_id = ${viewer.clientId}
    on conflict (user_id, idempotency_key) do nothing
    returning id, title`);
  const [copy] = rows;
  if (!copy) return undefined;
  const toCopy = sql`articles copy where copy.id = ${copy.id}`;
  await tx.execute(sql`
    insert into article_tags (article_id, tag_id, position, created_at)
    select copy.id, x.tag_id, x.position, copy.created_at from article_tags x, ${toCopy} and x.article_id = ${article.id}`);
  await tx.execute(sql`
    insert into article_countries (article_id, client_id, country, created_at)
    select copy.id, copy.client_id, c.country, copy.created_at from article_countries c, ${toCopy} and c.article_id = ${article.id}`);
  await tx.execute(sql`
    insert into attachments (client_id, article_id, position, name, original_filename, content_type, file_size, is_remote, remote_url,
      width, height, alt, caption, storage_key)
    select client_id, ${copy.id}, position, name, original_filename, content_type, file_size, is_remote, remote_url,
      width, height, alt, caption, storage_key
    from attachments where article_id = ${article.id}`);
  return copy;
}
