import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData, useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { translator } from "~/i18n/resources.server";
import { Page } from "~/layouts/page";
import { toCardPage } from "~/lists/article-cards.server";
import { isNarrowed } from "~/lists/article-filter.server";
import { ArticleList } from "~/lists/article-list";
import { countElsewhere } from "~/lists/elsewhere.server";
import { NoMatches } from "~/lists/filter-summary";
import { toFilterView } from "~/lists/filter-view.server";
import { ListControls } from "~/lists/list-controls";
import { readListState } from "~/lists/list-state.server";
import { listShown } from "~/lists/shown-articles.server";
import { keepSearch, lastSearches } from "~/session/last-searches.server";
import { requireSession } from "~/session/session.server";
import { Empty } from "~/ui/empty";
import { HiddenFields } from "~/ui/hidden-fields";
import { Icon } from "~/ui/icon";
import { type TagPair, Tags } from "~/ui/tags";
import * as limits from "../../../contract/limits";
import { href, overlay } from "../../../contract/paths";
import { quotedTerm } from "./quoted-term";

export { pageMeta as meta } from "~/layouts/page-meta";
export { shouldRevalidateList as shouldRevalidate } from "~/lists/list-state";
export const handle = { i18n: ["search", "lists"], takesArticles: true };

const perPage = 96;

export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, locale, userId } = await requireSession(request);
  const t = translator(locale);
  const { state, query, headers: kept, ...narrowing } = readListState(request);
  const [found, filter] = await Promise.all([
    isNarrowed(narrowing.filter) ? listShown(upstream, { ...query, perPage }, state) : null,
    toFilterView(request, upstream, { ...narrowing, hasBar: true }, t),
  ]);
  const { term = "" } = query;
  const unfiltered = found && (await countElsewhere(upstream, found, { ...narrowing.filter, term: undefined }, { term: query.term }));
  const headers = new Headers(kept);
  const search = keepSearch(request, userId, term);
  if (search) headers.append("Set-Cookie", search);
  return data(
    {
      title: term ? t("search:titleOf", { term: quotedTerm(term, locale) }) : t("search:title"),
      term,
      quoted: quotedTerm(term, locale),
      list: found && toCardPage(found, state, locale),
      last: found ? [] : lastSearches(request, userId).map((one): TagPair => [one, one]),
      replaced: found?.meta.replaced ?? [],
      state,
      filter,
      unfiltered: unfiltered ?? undefined,
    },
    { headers },
  );
}

export default function SearchPage() {
  const { t } = useTranslation("search");
  const { term, quoted, list, last, replaced, state, filter, unfiltered } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const results = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const isEmpty = list === null;
  const lastTerm = useRef<string>();
  // Focus the field while there is nothing to read, and the results after a search. Runs after the page frame has moved the focus.
  useEffect(() => {
    const isFirst = lastTerm.current === undefined;
    lastTerm.current = term;
    if (isEmpty) field.current?.focus({ preventScroll: true });
    else if (!isFirst) results.current?.focus({ preventScroll: true });
  }, [term, isEmpty]);
  return (
    <Page>
      <div className="head">
        <div>
          <h1>{t("title")}</h1>
        </div>
      </div>
      <SearchBar term={term} field={field} isEmpty={isEmpty} />
      {list ? (
        <>
          <h2 className="vh" tabIndex={-1} ref={results}>
            {t("results")}
          </h2>
          <ListControls state={state} filter={filter} hasTerm={term !== ""} totalCount={list.totalCount} totalIsExact={list.totalIsExact}>
            <Link className="btn" to={`${overlay("feedNew")}${search}`} preventScrollReset>
              <Icon name="link" />
              <span>{t("feed")}</span>
            </Link>
            <Link className="btn" to={`${overlay("searchSave")}${search}`} preventScrollReset>
              <Icon name="bookmark" />
              <span>{t("save")}</span>
            </Link>
            {list.totalCount > 0 ? (
              <Link className="btn" to={`${overlay("exportFormat")}${search}`} preventScrollReset>
                <Icon name="export" />
                <span>{t("export")}</span>
              </Link>
            ) : null}
          </ListControls>
          {replaced.length > 0 ? <p role="status">{replaced.map((words) => t("replaced", words)).join(" ")}</p> : null}
          {list.totalCount > 0 ? (
            <ArticleList page={list} state={state} showFolder />
          ) : (
            <NoMatches filter={filter} unfiltered={unfiltered}>
              {term ? t(filter.parts.length > 0 ? "noneFiltered" : "none", { term: quoted }) : undefined}
            </NoMatches>
          )}
        </>
      ) : (
        <>
          {last.length > 0 ? (
            <nav className="stack tight" aria-labelledby="last">
              <h2 className="soft" id="last">
                {t("start.last")}
              </h2>
              <Tags large tags={last} to={toSearch} />
            </nav>
          ) : null}
          <Empty
            icon="search"
            title={t("start.title")}
            action={
              <Link className="btn" id="filter-button" to={`${overlay("filter")}${search}`} preventScrollReset>
                <Icon name="filter" />
                {t("start.filter")}
              </Link>
            }
          >
            {t("start.text")}
          </Empty>
        </>
      )}
    </Page>
  );
}

const toSearch = (term: string) => `${href("search")}?${new URLSearchParams({ term })}`;

/** A new term keeps filters, sort order and layout, and starts at the first page. */
function SearchBar({ term, field, isEmpty }: { term: string; field: RefObject<HTMLInputElement>; isEmpty: boolean }) {
  const { t } = useTranslation("search");
  const kept = [...new URLSearchParams(useLocation().search)].filter(([name]) => !["term", "page", "from"].includes(name));
  return (
    <Form className="inline-form" role="search" method="get" action={href("search")}>
      <HiddenFields fields={kept} />
      <div className="with-icon">
        <Icon name="search" />
        <label className="vh" htmlFor="search-term">
          {t("term")}
        </label>
        <input
          className="input"
          id="search-term"
          type="search"
          name="term"
          key={term}
          ref={field}
          // biome-ignore lint/a11y/noAutofocus: the only thing to do on a page without results
          autoFocus={isEmpty}
          defaultValue={term}
          maxLength={limits.text}
          dir="auto"
        />
      </div>
      <button className="btn primary" type="submit">
        {t("submit")}
      </button>
    </Form>
  );
}
