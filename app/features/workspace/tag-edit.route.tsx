import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formAnswer, readForm, refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { pageBelow, useOverlay } from "~/layouts/overlay";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { renameTag, requireUsedTag } from "~/upstream/tags.server";
import { TagDialog } from "./tag-dialog";
import { tagNameSchema } from "./tag-form.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["client"] };

export async function loader({ request, params: { tagId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const { name } = await requireUsedTag(upstream, tagId);
  return data({ title: translator(locale)("client:tags.edit.title"), name });
}

export async function action({ request, params: { tagId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), tagNameSchema, t);
  if (!reading.ok) return formAnswer(reading.form, {});
  const result = await renameTag(upstream, tagId, reading.value.name);
  if (!result.ok) return formAnswer(refusedForm(result, reading.values, t), {}, refusalInit(result));
  return redirect(pageBelow(request, `${tagId}/edit`), { headers: { "Set-Cookie": showNotice("success", "saved") } });
}

export default function TagEdit() {
  const { t } = useTranslation("client");
  const { below } = useOverlay();
  const { name } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  return (
    <TagDialog
      title={t("tags.edit.title")}
      field={{ name: "name", label: t("tags.name"), hint: t("tags.edit.hint") }}
      submit={t("tags.edit.submit")}
      form={form ?? { values: { name }, errors: {} }}
      touched={form !== undefined}
      closeTo={below}
    />
  );
}
