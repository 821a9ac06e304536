import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { translator } from "~/i18n/resources.server";
import { useShownNews } from "~/layouts/news";
import { Page } from "~/layouts/page";
import { toCardPage } from "~/lists/article-cards.server";
import { ArticleList } from "~/lists/article-list";
import { countElsewhere } from "~/lists/elsewhere.server";
import { NoMatches } from "~/lists/filter-summary";
import { toFilterView } from "~/lists/filter-view.server";
import { ListControls } from "~/lists/list-controls";
import { readListState } from "~/lists/list-state.server";
import { findNewcomersStep, type NextStep } from "~/lists/newcomer.server";
import { listShown } from "~/lists/shown-articles.server";
import { keepSeenStream } from "~/session/seen-stream.server";
import { requireSession } from "~/session/session.server";
import { isWebview } from "~/session/webview.server";
import { Empty } from "~/ui/empty";
import { Icon } from "~/ui/icon";
import { href, overlay } from "../../../contract/paths";
import { findSourceUrl } from "../../../contract/rest/source-url";
import { FreshArticles } from "./fresh-articles";
import { findNewestShown } from "./newest-shown.server";

export { pageMeta as meta } from "~/layouts/page-meta";
export { shouldRevalidateList as shouldRevalidate } from "~/lists/list-state";
export const handle = { i18n: ["stream", "lists"], takesArticles: true };

export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, user, locale } = await requireSession(request);
  const { pathname, searchParams } = new URL(request.url);
  // The bookmarklet opens the form of a new article over the stream.
  if (pathname === href("stream") && searchParams.has("url")) {
    return redirect(
      `${href("stream")}/${overlay("articleNew")}?${new URLSearchParams({ url: toFieldText(searchParams.get("url") ?? "") })}`,
    );
  }
  const t = translator(locale);
  const { state, query, headers: kept, ...narrowing } = readListState(request);
  const [articles, filter] = await Promise.all([listShown(upstream, query, state), toFilterView(request, upstream, narrowing, t)]);
  const unfiltered = await countElsewhere(upstream, articles, narrowing.filter, {});
  const newest = findNewestShown(request, articles, state);
  const headers = new Headers(kept);
  if (newest !== undefined) headers.append("Set-Cookie", keepSeenStream(newest));
  const list = toCardPage(articles, state, locale);
  const step = list.totalCount > 0 || filter.parts.length > 0 ? undefined : await findStep();
  return data({ title: t("stream:title"), list, state, filter, unfiltered, hasTerm: query.term !== undefined, newest, step }, { headers });

  async function findStep(): Promise<NextStep> {
    const add = user.role === "reader" || isWebview(request) ? {} : { to: overlay("articleNew"), label: t("shell:add") };
    const first = { title: t("stream:empty.title"), text: t("stream:empty.text"), ...add };
    return (await findNewcomersStep(upstream, user.role, t)) ?? first;
  }
}

/** Replaces an invalid URL by a text that says so: see docs/product.md, "Stream". */
const toFieldText = (url: string) => (findSourceUrl(url, { allowLocalHosts: true }) ? url : "invalid url");

export default function StreamPage() {
  const { t } = useTranslation(["stream", "lists"]);
  const { list, state, filter, unfiltered, hasTerm, newest, step } = useLoaderData<typeof loader>();
  useShownNews(list, newest);
  return (
    <Page>
      <div className="head">
        <div>
          <h1>{t("stream:title")}</h1>
          <p>{t("stream:lead")}</p>
        </div>
        <Link className="btn quiet" to={href("stream")}>
          <Icon name="refresh" />
          {t("stream:news.look")}
        </Link>
      </div>
      <ListControls state={state} filter={filter} hasTerm={hasTerm} totalCount={list.totalCount} totalIsExact={list.totalIsExact} />
      <FreshArticles />
      {list.totalCount > 0 ? (
        <ArticleList page={list} state={state} lead showFolder />
      ) : filter.parts.length > 0 ? (
        <NoMatches filter={filter} unfiltered={unfiltered} />
      ) : (
        <Empty
          title={step?.title ?? ""}
          action={
            step?.to ? (
              <Link className="btn primary" to={step.to} preventScrollReset>
                {step.label}
              </Link>
            ) : null
          }
        >
          {step?.text}
        </Empty>
      )}
    </Page>
  );
}
