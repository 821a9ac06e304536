import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";
import { Menu, MenuLink } from "~/ui/menu";
import { articleSorts } from "../../contract/article-filter";
import { FilterButton, FilterSummary, type FilterView } from "./filter-summary";
import { changedSearch, type ListLayout, type ListState, listLayouts } from "./list-state";
import { SelectLink } from "./selection";

interface ListControlsProps {
  state: ListState;
  filter: FilterView;
  /** Lists with a term can be sorted by relevance. */
  hasTerm: boolean;
  totalCount: number;
  totalIsExact: boolean;
  /** For lists of a folder: the same filter in all folders. */
  everywhere?: string;
  /** Further menus. */
  children?: ReactNode;
}

/** Count, sort order, layout and filter of a list. All controls are links, so every state has a URL. */
export function ListControls({ state, filter, hasTerm, totalCount, totalIsExact, everywhere, children }: ListControlsProps) {
  const { t, i18n } = useTranslation("lists");
  const total = totalCount.toLocaleString(i18n.language);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls; these are links */}
      <div className="controls" role="group" aria-label={t("controls.label")}>
        <p className="count">
          {totalIsExact ? null : `${t("controls.moreThan")} `}
          <b>{total}</b>
          {` ${t("controls.articles", { count: totalCount })}`}
        </p>
        <LayoutSwitch state={state} />
        <SortMenu state={state} hasTerm={hasTerm} />
        {children}
        {totalCount > 0 ? <SelectLink /> : null}
        <FilterButton count={filter.active} />
      </div>
      <FilterSummary filter={filter} everywhere={everywhere} />
    </>
  );
}

/** Each entry names the order it selects: the reverse of the current one, or descending for another field. */
function SortMenu({ state: { sortBy, sortDir }, hasTerm }: { state: ListState; hasTerm: boolean }) {
  const { t } = useTranslation("lists");
  const { search } = useLocation();
  const current = sortBy === "relevance" ? t("sort.relevance") : t(`sort.${sortBy}.${sortDir}`);
  return (
    <Menu
      button="btn"
      placement="at-start"
      name={t("sort.label", { order: current })}
      summary={
        <>
          <Icon name={sortDir === "desc" || sortBy === "relevance" ? "sort-down" : "sort-up"} />
          <span>{current}</span>
        </>
      }
    >
      {hasTerm && sortBy !== "relevance" ? (
        <MenuLink to={`.${changedSearch(search, { sort_by: null, sort_dir: null })}`}>{t("sort.relevance")}</MenuLink>
      ) : null}
      {articleSorts.map((field) => {
        const direction = field === sortBy && sortDir === "desc" ? "asc" : "desc";
        return (
          <MenuLink key={field} to={`.${changedSearch(search, { sort_by: field, sort_dir: direction })}`}>
            {t(`sort.${field}.${direction}`)}
          </MenuLink>
        );
      })}
    </Menu>
  );
}

function LayoutSwitch({ state }: { state: ListState }) {
  const { t } = useTranslation("lists");
  const { search } = useLocation();
  const withLayout = (layout: ListLayout) => {
    // A page of the compact layout has other articles.
    if (layout !== state.layout && [layout, state.layout].includes("compact")) return `.${changedSearch(search, { layout })}`;
    const params = new URLSearchParams(search);
    params.set("layout", layout);
    return `.?${params}`;
  };
  return (
    <nav className="radiobar" aria-label={t("layout.label")}>
      {listLayouts.map((layout) => (
        <Link key={layout} to={withLayout(layout)} aria-current={state.layout === layout ? "true" : undefined} preventScrollReset replace>
          <Icon name={layout} />
          <span className="vh">{`${t(`layout.${layout}`)} `}</span>
        </Link>
      ))}
    </nav>
  );
}
