import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formAnswer, readForm, refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { pageBelow, useOverlay } from "~/layouts/overlay";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { createTag } from "~/upstream/tags.server";
import { TagDialog } from "./tag-dialog";
import { tagNameSchema } from "./tag-form.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["client"] };

export async function loader({ request }: LoaderFunctionArgs) {
  const { locale } = await requireSession(request);
  return data({ title: translator(locale)("client:tags.new.title") });
}

export async function action({ request }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), tagNameSchema, t);
  if (!reading.ok) return formAnswer(reading.form, {});
  const result = await createTag(upstream, reading.value.name);
  if (!result.ok) return formAnswer(refusedForm(result, reading.values, t), {}, refusalInit(result));
  return redirect(pageBelow(request, "new"), { headers: { "Set-Cookie": showNotice("success", "saved") } });
}

export default function TagNew() {
  const { t } = useTranslation("client");
  const { below } = useOverlay();
  const form = useActionData<typeof action>()?.form;
  return (
    <TagDialog
      title={t("tags.new.title")}
      field={{ name: "name", label: t("tags.name") }}
      submit={t("tags.new.submit")}
      form={form ?? { values: {}, errors: {} }}
      touched={form !== undefined}
      closeTo={below}
    />
  );
}
