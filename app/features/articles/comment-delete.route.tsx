import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { ConfirmDialog } from "~/layouts/confirm-dialog";
import { pageBelow } from "~/layouts/overlay";
import { replaceWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { displayName } from "~/ui/display-name";
import { deleteComment, listComments } from "~/upstream/comments.server";
import { unlessGone } from "~/upstream/failure.server";
import * as limits from "../../../contract/limits";
import { href, overlay } from "../../../contract/paths";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["articles", "lists"] };

export async function loader({ request, params: { contentId = "", commentId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const comments = await listComments(upstream, contentId);
  const comment = comments.find(({ id }) => id === commentId);
  if (!comment) return replaceWithFlash(commentsBelow(request, commentId), "commentGone", { type: "warning" });
  if (!comment.permissions.destroy) throw new Response(null, { status: 403 });
  return data({ title: translator(locale)("articles:comment.confirmTitle"), name: displayName(comment.user), body: comment.body });
}

/** Puts it into the trash; a comment that is gone, or whose article the viewer no longer sees, is not an error. */
export async function action({ request, params: { contentId = "", commentId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const result = await unlessGone(deleteComment(upstream, commentId));
  if (result && !result.ok) return refusalAnswer(result, {}, translator(locale));
  const comments = commentsBelow(request, commentId);
  const to = `${pageBelow(request, overlay("commentDelete", { commentId }))}#kommentar-${commentId}`;
  if (result) return replaceWithFlash(comments, "commentDeleted", { undo: { of: "trash", id: commentId, to } });
  const isArticleThere = (await unlessGone(listComments(upstream, contentId))) !== undefined;
  return replaceWithFlash(isArticleThere ? comments : href("stream"), "commentGone", { type: "warning" });
}

const commentsBelow = (request: Request, commentId: string) => `${pageBelow(request, overlay("commentDelete", { commentId }))}#kommentare`;

export default function CommentDelete() {
  const { t } = useTranslation(["articles", "shell"]);
  const { name, body } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title={t("articles:comment.confirmTitle")}
      confirm={t("articles:comment.confirm")}
      answer={useActionData<typeof action>()?.form}
    >
      {t("articles:comment.confirmText", {
        name,
        body: body.length > limits.commentExcerpt ? `${body.slice(0, limits.commentExcerpt)}…` : body,
      })}
    </ConfirmDialog>
  );
}
