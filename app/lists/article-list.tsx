import { Link, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Empty } from "~/ui/empty";
import { ArticleCard, type ArticleCardPage, ArticleRow } from "./article-card";
import { changedSearch, type ListState } from "./list-state";
import { useMorePages } from "./use-more-pages";

interface ArticleListProps {
  page: ArticleCardPage;
  state: ListState;
  /** In the stream the first card takes four cells, and every card names its folder. */
  lead?: boolean;
  showFolder?: boolean;
}

/** Articles in the chosen layout, and the way to more of them. */
export function ArticleList({ page, state, lead = false, showFolder = false }: ArticleListProps) {
  const { t, i18n } = useTranslation("lists");
  const { search } = useLocation();
  const { cards, nextPage, isLoading, loadMore } = useMorePages(page);
  const list = useRef<HTMLDivElement>(null);
  const shownBefore = useRef(cards.length);
  const Item = state.layout === "grid" ? ArticleCard : ArticleRow;
  const before = (page.page - 1) * page.perPage;
  const shown = before + cards.length;
  const next = new URLSearchParams(search);
  if (nextPage) next.set("page", String(nextPage));

  const firstPage = `.${changedSearch(search, {})}`;

  // With the last page its link is gone, and the focus with it.
  useEffect(() => {
    const firstNew = list.current?.children[shownBefore.current];
    shownBefore.current = cards.length;
    if (!nextPage && document.activeElement === document.body) firstNew?.querySelector("a")?.focus({ preventScroll: true });
  }, [cards.length, nextPage]);

  const number = (value: number) => value.toLocaleString(i18n.language);
  if (cards.length === 0) {
    const toFirst = (
      <Link className="btn" to={firstPage}>
        {t("toFirstPage")}
      </Link>
    );
    return (
      <Empty title={t("beyond.title")} action={toFirst}>
        {t("beyond.text")}
      </Empty>
    );
  }
  return (
    <>
      <div ref={list} className={state.layout === "grid" ? `grid${lead ? " lead" : ""}` : "rows"}>
        {cards.map((card, index) => (
          <Item key={card.id} card={card} showFolder={showFolder} eager={index < 3} isLead={lead && index === 0} />
        ))}
      </div>
      {nextPage || before > 0 ? (
        <div className="more">
          <p className="soft" aria-live="polite">
            {t("shownOfTotal", {
              shown: before > 0 ? `${number(before + 1)}–${number(shown)}` : number(shown),
              total: number(page.totalCount),
            })}
          </p>
          {nextPage ? (
            <Link className="btn" to={`?${next}`} onClick={loadMore} aria-busy={isLoading || undefined}>
              {t("loadMore", { count: Math.min(page.perPage, Math.max(page.totalCount - shown, 1)) })}
            </Link>
          ) : null}
          {before > 0 ? <Link to={firstPage}>{t("toFirstPage")}</Link> : null}
        </div>
      ) : null}
    </>
  );
}
