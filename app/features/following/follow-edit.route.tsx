import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formAnswer, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { renameFollow, requireSavedSearch } from "~/upstream/follows.server";
import { href } from "../../../contract/paths";
import { SearchDialog, searchTyped } from "./search-dialog";
import { searchFormSchema } from "./search-form.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["following"], typed: searchTyped };

/** Renames a saved search. */
export async function loader({ request, params: { followId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const { name } = await requireSavedSearch(upstream, followId);
  return data({ title: translator(locale)("following:edit.title"), form: newForm(searchFormSchema, { name }) });
}

export async function action({ request, params: { followId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), searchFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form);
  const result = await renameFollow(upstream, followId, reading.value.name);
  if (!result.ok) return refusalAnswer(result, reading.values, t);
  return redirectWithFlash(href("following"), "saved");
}

export default function FollowEdit() {
  const { t } = useTranslation("following");
  const answer = useActionData<typeof action>()?.form;
  const form = { ...useLoaderData<typeof loader>().form, ...answer };
  return (
    <SearchDialog
      title={t("edit.title")}
      submit={t("edit.submit")}
      form={form}
      touched={answer !== undefined}
      closeTo={href("following")}
    />
  );
}
