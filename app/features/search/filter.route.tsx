import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { translator } from "~/i18n/resources.server";
import { pageBelow, useOverlay } from "~/layouts/overlay";
import { requireSession } from "~/session/session.server";
import { Dialog } from "~/ui/dialog";
import type { PickerOption } from "~/ui/picker";
import { listFrequent, listSources } from "~/upstream/choices.server";
import { listCountries } from "~/upstream/countries.server";
import { listFolders } from "~/upstream/folders.server";
import { listTags } from "~/upstream/tags.server";
import { type FilterChoice, FilterFields } from "./filter-fields";
import { filterValues, readFilterForm, searchBefore, toListSearch } from "./filter-form.server";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["filter", "lists"] };

/** The filter of the list below. Sent, it leads to that list, or comes back with what is wrong. */
export async function loader({ request, params: { folderId } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const { searchParams } = new URL(request.url);
  const reading = searchParams.has("apply") ? readFilterForm(searchParams, t) : undefined;
  if (reading?.ok) return redirect(`${pageBelow(request, "filter").split("?")[0]}${toListSearch(reading.value)}`);
  // The folder's own tags; folders are chosen where a list shows those of several.
  const [tags, countries, folders, sources, frequent] = await Promise.all([
    listTags(upstream, folderId),
    listCountries(upstream),
    folderId ? [] : listFolders(upstream),
    listSources(upstream, { folderId }),
    listFrequent(upstream, folderId),
  ]);
  const form = reading?.form ?? { values: filterValues(searchParams), errors: {} };
  return data(
    {
      title: t("filter:title"),
      form,
      before: searchBefore(searchParams),
      choices: {
        tags: withFirst(
          tags.map(({ slug, name }) => ({ value: slug, label: name })),
          frequent.tags,
        ),
        countries: withFirst(
          countries.map(({ code, name }) => ({ value: code, label: name })),
          frequent.countries,
        ),
        folders: { options: folders.map(({ id, name }) => ({ value: id, label: name })), first: 0 },
        sources,
        folderId,
      },
    },
    reading ? 422 : 200,
  );
}

/** The options with those in front that are chosen most often. */
function withFirst(options: PickerOption[], values: string[]): FilterChoice {
  const first = values.flatMap((value) => options.find((option) => option.value === value) ?? []);
  return { options: [...first, ...options.filter((option) => !first.includes(option))], first: first.length };
}

export default function FilterOverlay() {
  const { t } = useTranslation(["filter", "shell"]);
  const { form, before, choices } = useLoaderData<typeof loader>();
  const { pathname } = useOverlay();
  const below = `${pathname}${before}`;
  return (
    <Dialog title={t("filter:title")} closeTo={below} closeLabel={t("shell:close")} kind="side">
      <Form className="dialog-form" method="get" role="search" noValidate preventScrollReset>
        <div className="dialog-body form">
          <input type="hidden" name="apply" value={before} />
          <FilterFields form={form} choices={choices} />
        </div>
        <div className="dialog-foot">
          <Link className="btn quiet" to={pathname} preventScrollReset>
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
