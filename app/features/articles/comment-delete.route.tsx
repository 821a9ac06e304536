import { type ActionFunctionArgs, data, type LoaderFunctionArgs, replace } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { formAnswer, refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { pageBelow, useOverlay } from "~/layouts/overlay";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { displayName } from "~/ui/display-name";
import { deleteComment, listComments } from "~/upstream/comments.server";
import { unlessGone } from "~/upstream/failure.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["articles", "lists"] };

export async function loader({ request, params: { contentId = "", commentId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const comments = await listComments(upstream, contentId);
  const comment = comments.find(({ id }) => id === commentId);
  if (!comment) return replace(commentsBelow(request, commentId));
  if (!comment.permissions.destroy) throw new Response(null, { status: 403 });
  return data({ title: translator(locale)("articles:comment.confirmTitle"), name: displayName(comment.user), body: comment.body });
}

export async function action({ request, params: { commentId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const result = await unlessGone(deleteComment(upstream, commentId));
  if (result && !result.ok) return formAnswer(refusedForm(result, {}, translator(locale)), {}, refusalInit(result));
  return replace(commentsBelow(request, commentId), { headers: { "Set-Cookie": showNotice("success", "commentDeleted") } });
}

const commentsBelow = (request: Request, commentId: string) => `${pageBelow(request, `comments/${commentId}/delete`)}#kommentare`;

export default function CommentDelete() {
  const { t } = useTranslation(["articles", "shell"]);
  const { name, body } = useLoaderData<typeof loader>();
  const { below } = useOverlay();
  return (
    <ConfirmDialog
      title={t("articles:comment.confirmTitle")}
      confirm={t("articles:comment.confirm")}
      cancel={t("shell:cancel")}
      closeTo={below}
      errors={<FormErrors form={useActionData<typeof action>()?.form} labels={{}} />}
    >
      {t("articles:comment.confirmText", { name, body: body.length > 160 ? `${body.slice(0, 160)}…` : body })}
    </ConfirmDialog>
  );
}
