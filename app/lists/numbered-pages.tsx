import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Empty } from "~/ui/empty";
import { Pagination } from "~/ui/pagination";
import { changedSearch } from "./list-state";
import type { PageOfTotal } from "./numbered-list.server";

/** The pagination above or below a list. Above, it also shows the range; below, it is omitted for a single page. */
export function NumberedPages({ where, of }: { where: "above" | "below"; of: PageOfTotal }) {
  const { t, i18n } = useTranslation("people");
  const { search } = useLocation();
  const { page, pages, first, last, total, totalIsExact } = of;
  if (last < first) return null;
  const number = (value: number) => value.toLocaleString(i18n.language);
  const shown = t(totalIsExact ? "pages.shown" : "pages.shownOfMore", { first: number(first), last: number(last), total: number(total) });
  if (pages <= 1)
    return where === "above" ? (
      <p className="pages" role="status">
        {shown}
      </p>
    ) : null;
  return (
    <Pagination
      label={t(`pages.${where}`)}
      shown={shown}
      isSaid={where === "above"}
      page={page}
      pages={pages}
      toPage={(to) => `.${changedSearch(search, { page: to === 0 ? null : String(to + 1) })}`}
      previous={t("pages.previous")}
      next={t("pages.next")}
      word={t("pages.page")}
    />
  );
}

/** Shown if this page of a list of people is empty. */
export function NobodyShown({ isNarrowed, page }: { isNarrowed: boolean; page: number }) {
  const { t } = useTranslation("people");
  return (
    <NothingShown icon="teams" page={page} all={isNarrowed ? t("none.all") : undefined}>
      {isNarrowed ? t("none.narrowed") : null}
    </NothingShown>
  );
}

interface NothingShownProps {
  icon: string;
  page: number;
  /** URL of the list without its filter. */
  all?: string;
  /** Why the first page is empty. */
  children: ReactNode;
}

/** Shown if this page of a list is empty. Beyond the last page, it links to the first. */
export function NothingShown({ icon, page, all, children }: NothingShownProps) {
  const { t } = useTranslation(["people", "lists"]);
  const { search } = useLocation();
  const isBeyond = page > 0;
  const text = isBeyond ? t("lists:toFirstPage") : all;
  return (
    <Empty
      icon={icon}
      title={t("people:none.title")}
      action={
        text ? (
          <Link className="btn" to={`.${changedSearch(search, isBeyond ? {} : { term: null, role: null })}`}>
            {text}
          </Link>
        ) : null
      }
    >
      {isBeyond ? t("people:none.beyond") : children}
    </Empty>
  );
}
