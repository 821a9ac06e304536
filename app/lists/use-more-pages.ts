import { useFetcher, useLocation, useResolvedPath } from "@remix-run/react";
import { type MouseEvent, useEffect, useState } from "react";
import type { ArticleCardPage } from "./article-card";
import { listSearch } from "./list-state";
import { cardsOf, withPage } from "./more-pages";

interface More {
  /** The list that these pages continue. */
  list: string;
  pages: ArticleCardPage[];
  /** Numbers of the pages that may no longer be as they are shown. */
  stale: number[];
}

/** The pages appended to the list of a history entry, so that Back finds the list as long as it was left. */
const appended = new Map<string, ArticleCardPage[]>();

/**
 * The cards of a page, and of the pages appended to it. The link to the next page works alone; with script it appends that
 * page. When the first page was asked again, so are the others, one after the other, and the list keeps its length meanwhile.
 */
export function useMorePages(first: ArticleCardPage) {
  const { key: entry, search } = useLocation();
  const { pathname } = useResolvedPath(".");
  const list = `${pathname}${listSearch(search)}`;
  // The key makes it another fetcher for another list: an answer that comes late is not appended to the wrong one.
  const { data, load, state } = useFetcher<{ list: ArticleCardPage }>({ key: `more ${list}` });
  const [more, setMore] = useState<More>(() => restore(list, entry));
  const pages = more.list === list ? more.pages : [];
  const { nextPage } = pages.at(-1) ?? first;
  const [asked, setAsked] = useState(first);

  if (asked !== first) {
    setAsked(first);
    setMore({ list, pages, stale: pages.map(({ page }) => page) });
  }

  useEffect(() => {
    if (data) setMore((before) => (before.list === list ? { ...before, pages: withPage(before.pages, data.list) } : before));
  }, [data, list]);

  useEffect(() => {
    const [page, ...stale] = more.list === list ? more.stale : [];
    if (page === undefined || state !== "idle") return;
    setMore({ ...more, stale });
    load(pageAddress(pathname, search, page));
  }, [more, list, state, load, pathname, search]);

  useEffect(() => {
    if (pages.length > 0) appended.set(entry, pages);
  }, [entry, pages]);

  const loadMore = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || !nextPage) return;
    event.preventDefault();
    if (state === "idle") load(pageAddress(pathname, search, nextPage));
  };

  return { cards: cardsOf([first, ...pages]), nextPage, isLoading: state !== "idle", loadMore };
}

function restore(list: string, entry: string): More {
  const pages = appended.get(entry) ?? [];
  return { list, pages, stale: pages.map(({ page }) => page) };
}

function pageAddress(pathname: string, search: string, page: number): string {
  const params = new URLSearchParams(search);
  params.set("page", String(page));
  return `${pathname}?${params}`;
}
