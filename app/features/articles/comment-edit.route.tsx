import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { TextAreaField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf } from "~/forms/form-state";
import { formAnswer, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { FormDialog } from "~/layouts/form-dialog";
import { pageBelow } from "~/layouts/overlay";
import { replaceWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { editComment, listComments } from "~/upstream/comments.server";
import * as limits from "../../../contract/limits";
import { overlay } from "../../../contract/paths";
import { commentBodySchema } from "../../../contract/rest/comments";
import { MentionSuggestions } from "./mention-suggestions";
import { sendWithEnter } from "./send-with-enter";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";

const typed = { body: "articles:comment.label" } as const;

export const handle = { i18n: ["articles"], typed, textAreas: ["body"] };

export async function loader({ request, params: { contentId = "", commentId = "" } }: LoaderFunctionArgs) {
  const { upstream, userId, locale } = await requireSession(request);
  const comments = await listComments(upstream, contentId);
  const comment = comments.find(({ id }) => id === commentId);
  const below = pageBelow(request, overlay("commentEdit", { commentId }));
  if (!comment) return replaceWithFlash(`${below}#kommentare`, "commentGone", { type: "warning" });
  if (comment.user.id !== userId) throw new Response(null, { status: 403 });
  const t = translator(locale);
  // No redirect: without JavaScript, this loader also runs after a rejected post, and a redirect would discard the input.
  const errors = comment.permissions.update ? {} : { body: [t("errors:commentFinal", { minutes: limits.commentMinutes })] };
  return data({ title: t("articles:comment.editTitle"), form: { ...newForm(commentBodySchema, { body: comment.body }), errors } });
}

export async function action({ request, params: { commentId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), commentBodySchema, t);
  if (!reading.ok) return formAnswer(reading.form);
  const result = await editComment(upstream, commentId, reading.value);
  if (!result.ok) return refusalAnswer(result, reading.values, t);
  return replaceWithFlash(`${pageBelow(request, overlay("commentEdit", { commentId }))}#kommentar-${commentId}`, "saved");
}

export default function CommentEdit() {
  const { t } = useTranslation(["articles"]);
  const { contentId = "" } = useParams();
  const answer = useActionData<typeof action>()?.form;
  const form = { ...useLoaderData<typeof loader>().form, ...answer };
  const fields = fieldsOf(form, { body: t(typed.body) });
  return (
    <FormDialog title={t("comment.editTitle")} submit={t("comment.save")} touched={answer !== undefined}>
      <FormErrors form={form} fields={fields} />
      <div>
        <TextAreaField field={fields.body} rows={6} dir="auto" onKeyDown={sendWithEnter} />
        <MentionSuggestions textArea="body" articleId={contentId} />
      </div>
    </FormDialog>
  );
}
