import * as limits from "../../../contract/limits";
import {
  type CommentRow,
  deleteComment,
  findComment,
  findCommentByKey,
  insertComment,
  listComments,
  updateComment,
} from "../../db/articles/comments";
import { listDiscussion } from "../../db/notifications/notifications";
import { inTransaction, type Transaction } from "../../db/pool";
import type { Mention } from "../../db/schema";
import { indexArticles } from "../../db/search/article-search";
import { trashComment } from "../../db/trash/trash";
import { isPermitted, type Scope } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { InvalidFields, NotFound } from "../errors";
import { makeOnce, toStoredKey } from "../idempotency";
import { requireId } from "../ids";
import { notify } from "../notifications/notify";
import { requirePermission } from "../require-permission";
import { record } from "../workspace/audit";
import { requireArticle } from "./articles";
import { findMentions } from "./mentions";

export type Comment = CommentRow & { permissions: { update: boolean; destroy: boolean } };

/** The comments of an article, oldest first. Throws `NotFound`. */
export async function listCommentsOf({ database }: Services, viewer: Viewer, articleId: string): Promise<Comment[]> {
  await requireArticle(database.db, viewer, articleId, "folder:read");
  const rows = await listComments(database.db, articleId);
  return rows.map((row) => withPermissions(viewer, row));
}

/**
 * Adds a comment and tells those who take part in the discussion or are mentioned. A repeated request with the same key and text returns the
 * comment created first. Throws `NotFound`, and `InvalidFields` for too many mentions.
 */
export async function createComment(
  services: Services,
  viewer: Viewer,
  articleId: string,
  body: string,
  key: string | null,
): Promise<Comment> {
  const storedKey = toStoredKey(key, { comment: body, articleId });
  const comment = await inTransaction(services.database, (tx) =>
    makeOnce(
      storedKey,
      (found) => findCommentByKey(tx, viewer, found),
      async () => {
        const article = await requireArticle(tx, viewer, articleId, "comment:create", { lock: true });
        const mentions = await findMentions(tx, article, body);
        const id = await insertComment(tx, viewer, article, { body, mentions }, storedKey);
        if (id === undefined) return undefined;
        await tellOf(services, tx, viewer, { id, articleId, mentions }, await listDiscussion(tx, articleId));
        await indexArticles(tx, [articleId]);
        return findComment(tx, viewer, id);
      },
    ),
  );
  if (!comment) throw new NotFound();
  return withPermissions(viewer, comment);
}

/**
 * Changes the text of the viewer's own comment, for a limited time after it was created, and tells people who were not mentioned before. Throws
 * `NotFound`, `NotAllowed`, and `InvalidFields` when the time is over or for too many mentions.
 */
export async function editComment(services: Services, viewer: Viewer, id: string, body: string): Promise<Comment> {
  const comment = await inTransaction(services.database, async (tx) => {
    const stored = await findComment(tx, viewer, requireId(id));
    if (!stored) return undefined;
    const article = await requireArticle(tx, viewer, stored.articleId, "folder:read", { lock: true });
    const permitted = requirePermission(viewer, "comment:update", toScope(stored));
    if (body === stored.body) return stored;
    if (!stored.isRecent) throw new InvalidFields({ body: [{ key: "commentFinal", values: { minutes: limits.commentMinutes } }] });
    const mentions = await findMentions(tx, article, body);
    if (!(await updateComment(tx, permitted, { body, mentions }))) return undefined;
    const before = new Set(stored.mentions.map(({ userId }) => userId));
    await tellOf(services, tx, viewer, { ...stored, mentions: mentions.filter(({ userId }) => !before.has(userId)) }, []);
    await indexArticles(tx, [stored.articleId]);
    return findComment(tx, viewer, stored.id);
  });
  if (!comment) throw new NotFound();
  return withPermissions(viewer, comment);
}

/** Somebody who is mentioned and takes part is told once. */
function tellOf(
  services: Services,
  tx: Transaction,
  { clientId, userId: actorId }: Viewer,
  { id, articleId, mentions }: { id: string; articleId: string; mentions: Mention[] },
  discussion: string[],
): Promise<void> {
  const mentioned = new Set(mentions.map(({ userId }) => userId));
  return notify(services, tx, { clientId, actorId, subjectId: articleId, commentId: id }, [
    ...[...mentioned].map((userId) => ({ userId, kind: "mention" as const })),
    ...discussion.filter((userId) => !mentioned.has(userId)).map((userId) => ({ userId, kind: "comment" as const })),
  ]);
}

/** Puts a comment into the trash. Deleting somebody else's is recorded in the audit log. Throws `NotFound` and `NotAllowed`. */
export async function removeComment({ database }: Services, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    const comment = await findComment(tx, viewer, requireId(id));
    if (!comment) throw new NotFound();
    await requireArticle(tx, viewer, comment.articleId, "folder:read", { lock: true });
    const permitted = requirePermission(viewer, "comment:delete", toScope(comment));
    await trashComment(tx, viewer, permitted);
    if (!(await deleteComment(tx, permitted))) throw new NotFound();
    const { articleId, user } = comment;
    if (user.id !== viewer.userId) await record(tx, viewer, { kind: "commentDeleted", userId: user.id, articleId });
    await indexArticles(tx, [comment.articleId]);
  });
}

const toScope = (comment: CommentRow): CommentRow & Scope => ({ ...comment, authorId: comment.user.id });

function withPermissions(viewer: Viewer, comment: CommentRow): Comment {
  const scope = toScope(comment);
  return {
    ...comment,
    permissions: {
      update: comment.isRecent && isPermitted(viewer, "comment:update", scope),
      destroy: isPermitted(viewer, "comment:delete", scope),
    },
  };
}
