import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { translator } from "~/i18n/resources.server";
import { Page } from "~/layouts/page";
import { toCardPage } from "~/lists/article-cards.server";
import { ArticleList } from "~/lists/article-list";
import { countElsewhere } from "~/lists/elsewhere.server";
import { NoMatches } from "~/lists/filter-summary";
import { toFilterView } from "~/lists/filter-view.server";
import { FollowButton } from "~/lists/follow-button";
import { toFollowButton } from "~/lists/follow-button.server";
import { ListControls } from "~/lists/list-controls";
import { readListState } from "~/lists/list-state.server";
import { listShown } from "~/lists/shown-articles.server";
import { requireSession } from "~/session/session.server";
import { Empty } from "~/ui/empty";
import { listTagsWithFollows } from "~/upstream/tags.server";
import * as limits from "../../../contract/limits";
import { href } from "../../../contract/paths";
import { findTag, readSlugs } from "./tag-slugs.server";

export { pageMeta as meta } from "~/layouts/page-meta";
export { shouldRevalidateList as shouldRevalidate } from "~/lists/list-state";
export const handle = { i18n: ["search", "lists"], takesArticles: true };

/** The articles that carry every tag in the URL. Unknown tags are listed as such and do not narrow the result. */
export async function loader({ request, params: { tag = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const typed = readSlugs(tag);
  const { state, query, headers, ...narrowing } = readListState(request);
  const all = await listTagsWithFollows(upstream);
  const found = typed.map((one) => findTag(all, one));
  const known = all.filter((one) => found.includes(one));
  const only = known.length === 1 ? known[0] : undefined;
  const tags = [...new Set([...known.map(({ slug }) => slug), ...(query.tags ?? [])])].slice(0, limits.tagsPerArticle);
  const [articles, filter] = await Promise.all([
    known.length > 0 ? listShown(upstream, { ...query, tags }, state) : null,
    toFilterView(request, upstream, narrowing, t),
  ]);
  const own = { tags: known.map(({ slug }) => slug).slice(0, limits.tagsPerArticle) };
  const unfiltered = articles && (await countElsewhere(upstream, articles, narrowing.filter, own));
  return data(
    {
      title: (known.length > 0 ? known.map(({ name }) => name) : typed).join(", ") || t("filter:parts.tags"),
      count: known.length,
      follow: only && toFollowButton({ tagId: only.id }, only.followId, t),
      slugs: tags,
      unknown: typed.filter((_, index) => found[index] === undefined),
      list: articles && toCardPage(articles, state, locale),
      state,
      filter,
      unfiltered: unfiltered ?? undefined,
      hasTerm: query.term !== undefined,
    },
    { headers },
  );
}

export default function TagPage() {
  const { t } = useTranslation(["search", "lists"]);
  const { title, count, follow, slugs, unknown, list, state, filter, unfiltered, hasTerm } = useLoaderData<typeof loader>();
  const toSearch = (
    <Link className="btn primary" to={`${href("search")}?${new URLSearchParams({ term: title })}`}>
      {t("search:tags.toSearch")}
    </Link>
  );
  const missing = unknown.map((tag) => t("search:tags.unknown", { tag })).join(" ");
  return (
    <Page>
      <div className="head">
        <div>
          <h1>{title}</h1>
          {count > 0 ? <p>{t("search:tags.lead", { count })}</p> : null}
        </div>
        {follow ? <FollowButton {...follow} /> : null}
      </div>
      {list ? (
        <>
          {missing ? <p role="status">{missing}</p> : null}
          <ListControls state={state} filter={filter} hasTerm={hasTerm} totalCount={list.totalCount} totalIsExact={list.totalIsExact} />
          {list.totalCount > 0 ? (
            <ArticleList page={list} state={state} within={{ tags: slugs.join(",") }} showFolder />
          ) : (
            <NoMatches filter={filter} unfiltered={unfiltered}>
              {filter.parts.length > 0 ? undefined : t("search:tags.none")}
            </NoMatches>
          )}
        </>
      ) : (
        <Empty icon="tag" title={t("lists:filter.none.title")} action={toSearch}>
          {missing}
        </Empty>
      )}
    </Page>
  );
}
