import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { toSnakeKey } from "../../../contract/wire";
import type { Permitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import type { Transaction } from "../pool";
import { articles, attachments } from "../schema";
import type { ArticleScope } from "./articles";

function columnsExcept<T extends PgTable>(table: T, ...excluded: (keyof T["$inferSelect"] & string)[]): SQL {
  const names: string[] = Object.keys(getTableColumns(table));
  const copied = names.filter((name) => !excluded.some((other) => other === name));
  return sql.raw(copied.map(toSnakeKey).join(", "));
}

const copiedOfArticle = columnsExcept(articles, "id", "folderId", "userId", "lockVersion", "idempotencyKey", "createdAt", "updatedAt");
const copiedOfFile = columnsExcept(attachments, "id", "articleId", "createdAt");

/**
 * Copies an article with its tags, countries and attachments, but without its comments. The copy belongs to the viewer and is dated now.
 * Returns `undefined` if a concurrent request with the same key of the same person created it.
 */
export async function copyArticle(
  tx: Transaction,
  viewer: Viewer,
  article: Permitted<ArticleScope, "folder:read">,
  { folder }: Permitted<{ folder: { id: string } }, "article:create">,
  storedKey: string | null,
): Promise<{ id: string; title: string } | undefined> {
  const { rows } = await tx.execute<{ id: string; title: string }>(sql`
    insert into articles (${copiedOfArticle}, folder_id, user_id, idempotency_key)
    select ${copiedOfArticle}, ${folder.id}, ${viewer.userId}, ${storedKey}
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
    insert into attachments (${copiedOfFile}, article_id)
    select ${copiedOfFile}, ${copy.id}
    from attachments where article_id = ${article.id}`);
  return copy;
}
