import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formAnswer, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { pageBelow, useOverlay } from "~/layouts/overlay";
import { loadFilterNames } from "~/lists/filter-view.server";
import { describeFilter, readSearchQuery, toFilter } from "~/lists/search-query.server";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { saveSearch } from "~/upstream/follows.server";
import * as limits from "../../../contract/limits";
import { overlay } from "../../../contract/paths";
import { SearchDialog, searchTyped } from "./search-dialog";
import { searchFormSchema } from "./search-form.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["following"], typed: searchTyped };

/** Saves the search in the URL. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const filter = toFilter(readSearchQuery(new URL(request.url).searchParams));
  const words = describeFilter(filter, await loadFilterNames(upstream, [filter], t), t) || t("following:everything");
  return data({ title: t("following:save.title"), words, form: newForm(searchFormSchema, { name: words.slice(0, limits.feedName) }) });
}

export async function action({ request }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), searchFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form);
  const { name } = reading.value;
  const result = await saveSearch(upstream, { name, query: readSearchQuery(new URL(request.url).searchParams) });
  if (!result.ok) return refusalAnswer(result, reading.values, t);
  return redirectWithFlash(pageBelow(request, overlay("searchSave")), "searchSaved", { name });
}

export default function SearchSave() {
  const { t } = useTranslation("following");
  const { words, form } = useLoaderData<typeof loader>();
  const { below } = useOverlay();
  const answer = useActionData<typeof action>()?.form;
  return (
    <SearchDialog
      title={t("save.title")}
      text={t("save.text", { words })}
      submit={t("save.submit")}
      form={{ ...form, ...answer }}
      touched={answer !== undefined}
      closeTo={below}
    />
  );
}
