import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EnterButton } from "~/forms/submit-button";
import { locales } from "~/i18n/locale";
import { translator } from "~/i18n/resources.server";
import { pageBelow, useOverlay } from "~/layouts/overlay";
import { listChoices } from "~/lists/filter-choices.server";
import { withFirst } from "~/lists/most-used.server";
import { requireSession } from "~/session/session.server";
import { Dialog } from "~/ui/dialog";
import type { PickerOption } from "~/ui/picker";
import { listFrequent, listSources } from "~/upstream/choices.server";
import { type FilterName, filterNames, isFilterOf } from "../../../contract/article-filter";
import * as limits from "../../../contract/limits";
import { overlay } from "../../../contract/paths";
import { type FilterChoice, type FilterChoices, FilterFields } from "./filter-fields";
import { filterForm, readFilterForm, searchBefore, toListSearch } from "./filter-form.server";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["filter", "lists"] };

const listNames = filterNames.filter((name) => isFilterOf(name, "list"));

/** The filter of the underlying list. When submitted, redirects to that list, or shows the errors. */
export async function loader({ request, params: { folderId } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const { searchParams } = new URL(request.url);
  const reading = searchParams.has("apply") ? readFilterForm(searchParams, t) : undefined;
  if (reading?.ok) return redirect(`${pageBelow(request, overlay("filter")).split("?")[0]}${toListSearch(reading.value)}`);
  const [options, sources, frequent] = await Promise.all([
    Promise.all(listNames.map((name) => listChoices[name](upstream, t, folderId))),
    listSources(upstream, { folderId }),
    listFrequent(upstream, folderId),
  ]);
  const firsts: Partial<Record<FilterName, readonly string[]>> = { ...frequent, languages: locales };
  const lists = Object.fromEntries(listNames.map((name, index) => [name, toChoice(options[index] ?? [], firsts[name] ?? [])]));
  const form = { ...filterForm(searchParams), ...reading?.form };
  return data(
    {
      title: t("filter:title"),
      form,
      before: searchBefore(searchParams),
      choices: {
        lists: lists as FilterChoices["lists"],
        sources: { sources, hasAll: sources.length < limits.sourcesFound, folderId },
      },
    },
    reading ? 422 : 200,
  );
}

function toChoice(options: PickerOption[], frequent: readonly string[]): FilterChoice {
  const known = new Set(options.map(({ value }) => value));
  return { options: withFirst(options, frequent, ({ value }) => value), first: frequent.filter((value) => known.has(value)).length };
}

export default function FilterOverlay() {
  const { t } = useTranslation(["filter", "shell"]);
  const { form, before, choices } = useLoaderData<typeof loader>();
  const { pathname } = useOverlay();
  const below = `${pathname}${before}`;
  return (
    <Dialog title={t("filter:title")} closeTo={below} closeLabel={t("shell:close")} kind="side">
      <Form className="dialog-form" method="get" role="search" noValidate replace preventScrollReset>
        <EnterButton>{t("filter:submit")}</EnterButton>
        <div className="dialog-body form">
          <input type="hidden" name="apply" value={before} />
          <FilterFields form={form} choices={choices} />
        </div>
        <div className="dialog-foot">
          <Link className="btn quiet" to={pathname} replace preventScrollReset>
            {t("filter:reset")}
          </Link>
          <span className="end">
            <button className="btn primary" type="submit">
              {t("filter:submit")}
            </button>
          </span>
        </div>
      </Form>
    </Dialog>
  );
}
