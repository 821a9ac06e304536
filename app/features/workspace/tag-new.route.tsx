import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { fieldsOf } from "~/forms/form-state";
import { formAnswer, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { listBelow, useOverlay } from "~/layouts/overlay";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { createTag } from "~/upstream/tags.server";
import { href } from "../../../contract/paths";
import { TagDialog } from "./tag-dialog";
import { tagNameSchema } from "./tag-form.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";

const typed = { name: "client:tags.name" } as const;

export const handle = { i18n: ["client"], typed };

export async function loader({ request }: LoaderFunctionArgs) {
  const { locale } = await requireSession(request);
  return data({ title: translator(locale)("client:tags.new.title"), form: newForm(tagNameSchema) });
}

export async function action({ request }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), tagNameSchema, t);
  if (!reading.ok) return formAnswer(reading.form);
  const result = await createTag(upstream, reading.value.name);
  if (!result.ok) return refusalAnswer(result, reading.values, t);
  return redirectWithFlash(listBelow(request, href("clientTags")), "saved");
}

export default function TagNew() {
  const { t } = useTranslation(["client"]);
  const { below } = useOverlay();
  const answer = useActionData<typeof action>()?.form;
  const form = { ...useLoaderData<typeof loader>().form, ...answer };
  return (
    <TagDialog
      title={t("tags.new.title")}
      field={fieldsOf(form, { name: t(typed.name) }).name}
      submit={t("tags.new.submit")}
      form={form}
      touched={answer !== undefined}
      closeTo={below}
    />
  );
}
