import { randomUUID } from "node:crypto";
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
 * Copies articles with their tags, countries and attachments, but without their comments. The copies belong to the viewer and are dated now.
 * With a key, a copy is missing if a concurrent request with the same key of the same person created it.
 */
export async function copyArticles(
  tx: Transaction,
  viewer: Viewer,
  originals: readonly Permitted<ArticleScope, "folder:read">[],
  { folder }: Permitted<{ folder: { id: string } }, "article:create">,
  storedKey: string | null = null,
): Promise<{ id: string; title: string }[]> {
  const ids = originals.map(({ id }) => ({ id: randomUUID(), original: id }));
  const pairs = sql`jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) as pair (id uuid, original uuid)`;
  const { rows } = await tx.execute<{ id: string; title: string }>(sql`
    insert into articles (id, ${copiedOfArticle}, folder_id, user_id, idempotency_key)
    select pair.id, ${copiedOfArticle}, ${folder.id}, ${viewer.userId}, ${storedKey}
    from articles a join ${pairs} on pair.original = a.id where client_id = ${viewer.clientId}
    on conflict (user_id, idempotency_key) do nothing
    returning id, title`);
  if (rows.length === 0) return [];
  const toCopy = sql`${pairs} join articles copy on copy.id = pair.id`;
  await tx.execute(sql`
    insert into article_tags (article_id, tag_id, position, created_at)
    select copy.id, x.tag_id, x.position, copy.created_at from ${toCopy} join article_tags x on x.article_id = pair.original`);
  await tx.execute(sql`
    insert into article_countries (article_id, client_id, country, created_at)
    select copy.id, copy.client_id, c.country, copy.created_at from ${toCopy} join article_countries c on c.article_id = pair.original`);
  await tx.execute(sql`
    insert into attachments (${copiedOfFile}, article_id)
    select ${copiedOfFile}, pair.id from ${pairs} join attachments on article_id = pair.original`);
  return rows;
}
