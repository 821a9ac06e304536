import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formAnswer, readForm, refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { pageBelow, useOverlay } from "~/layouts/overlay";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { listTags, mergeTag, requireUsedTag } from "~/upstream/tags.server";
import { TagDialog } from "./tag-dialog";
import { tagMergeSchema } from "./tag-form.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["client"] };

/** With the names of all others, which browsers complete what is typed from. */
export async function loader({ request, params: { tagId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const [{ name }, tags] = await Promise.all([requireUsedTag(upstream, tagId), listTags(upstream)]);
  return data({
    title: translator(locale)("client:tags.mergeInto.title"),
    name,
    others: tags.filter(({ id }) => id !== tagId).map((tag) => tag.name),
  });
}

export async function action({ request, params: { tagId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), tagMergeSchema, t);
  if (!reading.ok) return formAnswer(reading.form, {});
  const result = await mergeTag(upstream, tagId, reading.value.into);
  if (!result.ok) return formAnswer(refusedForm(result, reading.values, t), {}, refusalInit(result));
  return redirect(pageBelow(request, `${tagId}/merge`), { headers: { "Set-Cookie": showNotice("success", "tagsMerged") } });
}

export default function TagMerge() {
  const { t } = useTranslation("client");
  const { below } = useOverlay();
  const { name, others } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  return (
    <TagDialog
      title={t("tags.mergeInto.title")}
      text={t("tags.mergeInto.text", { name })}
      field={{ name: "into", label: t("tags.mergeInto.into"), hint: t("tags.mergeInto.hint"), suggestions: others }}
      submit={t("tags.mergeInto.submit")}
      form={form ?? { values: {}, errors: {} }}
      touched={form !== undefined}
      closeTo={below}
    />
  );
}
