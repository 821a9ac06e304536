import { Link, useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Discover } from "~/ui/discover";
import { Empty } from "~/ui/empty";
import { onPlainClick } from "~/ui/history-trail";
import { ArticleCard, ArticleLine, ArticleRow } from "./article-card";
import { changedSearch, compactPerPage, type ListState, mostPages } from "./list-state";
import { mayLead } from "./picture-sources";
import { Selectable, type SelectableProps, SelectBox, useHasBoxes } from "./selection";

const items = { grid: ArticleCard, list: ArticleRow, compact: ArticleLine };

interface ArticleListProps extends Omit<SelectableProps, "children"> {
  state: ListState;
  /** In the stream, the first card spans four cells if its picture is large enough, and every card names its folder. */
  lead?: boolean;
  showFolder?: boolean;
}

/** Articles in the chosen layout, with a link to more of them. */
export function ArticleList({ page, state, lead = false, showFolder = false, within, newsletterKey }: ArticleListProps) {
  const { t, i18n } = useTranslation("lists");
  const { search } = useLocation();
  const { cards, nextPage } = page;
  const navigate = useNavigate();
  const sized: { layout?: string } = page.perPage === compactPerPage ? { layout: "compact" } : {};
  const next = nextPage ? `.${changedSearch(search, { ...sized, page: String(nextPage) })}` : "";
  // With script, the next page is appended; the address names all pages that are shown.
  const longer =
    nextPage && nextPage - page.page < mostPages
      ? changedSearch(search, { ...sized, page: String(nextPage), from: String(page.page) })
      : undefined;
  const { location } = useNavigation();
  const isLoading = longer !== undefined && location?.search === longer;
  const hasBoxes = useHasBoxes();
  const list = useRef<HTMLDivElement>(null);
  const shownBefore = useRef(cards.length);
  const Item = items[state.layout];
  const leadPicture = lead ? cards[0]?.picture : null;
  const hasLead = leadPicture ? mayLead(leadPicture) : false;
  const before = (page.page - 1) * page.perPage;
  const shown = before + cards.length;
  const firstPage = `.${changedSearch(search, {})}`;

  // The link disappears with the last page, and focus with it. Move focus to the first new article.
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
    <Selectable page={page} within={within} newsletterKey={newsletterKey}>
      <div ref={list} className={state.layout === "grid" ? `grid${hasLead ? " lead" : ""}` : "rows"}>
        {cards.map((card, index) => (
          <Discover.Provider key={card.id} value={index === 0 ? "render" : "none"}>
            <Item
              card={card}
              showFolder={showFolder}
              eager={hasLead ? index === 0 : index < 3}
              isLead={hasLead && index === 0}
              box={hasBoxes ? <SelectBox id={card.id} title={card.title} /> : null}
            />
          </Discover.Provider>
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
            <Link
              className="btn"
              to={next}
              onClick={longer ? onPlainClick(() => navigate(`.${longer}`, { replace: true, preventScrollReset: true })) : undefined}
              aria-busy={isLoading || undefined}
            >
              {t("loadMore", { count: Math.min(page.perPage, Math.max(page.totalCount - shown, 1)) })}
            </Link>
          ) : null}
          {before > 0 ? <Link to={firstPage}>{t("toFirstPage")}</Link> : null}
        </div>
      ) : null}
    </Selectable>
  );
}
