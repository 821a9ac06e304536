import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import * as limits from "../../../contract/limits";
import type { Permitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import { visibleFolders } from "../folders/folders";
import { personColumns } from "../people/users";
import type { Queryable, Transaction } from "../pool";
import { articles, comments, folders, teams, users } from "../schema";

export type CommentRow = Awaited<ReturnType<typeof selectComments>>[number];

/** The comments of an article, oldest first. The caller checks that the article is visible. */
export function listComments(db: Queryable, articleId: string): Promise<CommentRow[]> {
  return selectComments(db, eq(comments.articleId, articleId));
}

/** The comment, if the viewer may see its article. */
export async function findComment(db: Queryable, viewer: Viewer, id: string): Promise<CommentRow | undefined> {
  const [row] = await selectComments(db, and(eq(comments.id, id), inVisibleFolder(viewer)));
  return row;
}

/** The comment that this person created with this key, if they still see its article. */
export async function findCommentByKey(db: Queryable, viewer: Viewer, storedKey: string): Promise<CommentRow | undefined> {
  const isTheirs = and(eq(comments.userId, viewer.userId), eq(comments.idempotencyKey, storedKey));
  const [row] = await selectComments(db, and(isTheirs, inVisibleFolder(viewer)));
  return row;
}

export type CommentText = Pick<typeof comments.$inferInsert, "body" | "mentions">;

/** The new comment's id; `undefined` if a concurrent request with the same key of the same person created it. */
export async function insertComment(
  tx: Transaction,
  viewer: Viewer,
  article: Permitted<{ id: string }, "comment:create">,
  { body, mentions }: CommentText,
  storedKey: string | null,
): Promise<string | undefined> {
  const [row] = await tx
    .insert(comments)
    .values({ articleId: article.id, body, mentions, idempotencyKey: storedKey, clientId: viewer.clientId, userId: viewer.userId })
    .onConflictDoNothing({ target: [comments.userId, comments.idempotencyKey] })
    .returning({ id: comments.id });
  return row?.id;
}

/** Returns `false` if the comment no longer exists. */
export async function updateComment(
  tx: Transaction,
  comment: Permitted<CommentRow, "comment:update">,
  text: CommentText,
): Promise<boolean> {
  const isThis = and(eq(comments.id, comment.id), eq(comments.clientId, comment.clientId));
  const { rowCount } = await tx
    .update(comments)
    .set({ ...text, editedAt: sql`clock_timestamp()` })
    .where(isThis);
  return rowCount === 1;
}

/** Returns `false` if the comment no longer exists. */
export async function deleteComment(tx: Transaction, comment: Permitted<CommentRow, "comment:delete">): Promise<boolean> {
  const { rowCount } = await tx.delete(comments).where(and(eq(comments.id, comment.id), eq(comments.clientId, comment.clientId)));
  return rowCount === 1;
}

function inVisibleFolder(viewer: Viewer): SQL {
  return sql`${comments.clientId} = ${viewer.clientId} and ${articles.folderId} in (${visibleFolders(viewer)})`;
}

function selectComments(db: Queryable, where: SQL | undefined) {
  return db
    .select({
      id: comments.id,
      clientId: comments.clientId,
      articleId: comments.articleId,
      body: comments.body,
      mentions: comments.mentions,
      createdAt: comments.createdAt,
      editedAt: comments.editedAt,
      /** By the clock that set `createdAt`. */
      isRecent: sql<boolean>`${comments.createdAt} > clock_timestamp() - make_interval(mins => ${limits.commentMinutes})`,
      user: personColumns,
      team: { id: teams.id, visibility: teams.visibility },
      folder: { id: folders.id, purpose: folders.purpose },
    })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.userId))
    .innerJoin(articles, eq(articles.id, comments.articleId))
    .innerJoin(folders, eq(folders.id, articles.folderId))
    .innerJoin(teams, eq(teams.id, folders.teamId))
    .where(where)
    .orderBy(asc(comments.createdAt), asc(comments.id));
}
