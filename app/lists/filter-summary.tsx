import { Link, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Empty } from "~/ui/empty";
import { Icon } from "~/ui/icon";
import { overlay } from "../../contract/paths";

export interface FilterPart {
  label: string;
  text: string;
  /** The query string without this part. */
  without: string;
}

/** The filter of a list, formatted on the server for display. */
export interface FilterView {
  parts: FilterPart[];
  /** Number of active filters, not counting term and folders. */
  active: number;
  /** The query string without any filter. */
  reset: string;
  /** Corrections of the URL's filter. */
  notes: string[];
}

const filterButton = "filter-button";

/** Opens the filter, and shows how many filters are active. */
export function FilterButton({ count }: { count: number }) {
  const { t } = useTranslation("lists");
  const { search } = useLocation();
  return (
    <Link className="btn" id={filterButton} to={`${overlay("filter")}${search}`} preventScrollReset>
      <Icon name="filter" />
      <span>{`${t("filter.button")} `}</span>
      {count > 0 ? (
        <span className="n on">
          {count}
          <span className="vh"> {t("filter.active")}</span>
        </span>
      ) : null}
    </Link>
  );
}

/** The active filters, each removable, and corrections of the URL; in a folder also a link to the same search in all folders. */
export function FilterSummary({ filter: { parts, reset, notes }, everywhere }: { filter: FilterView; everywhere?: string }) {
  const { t } = useTranslation("lists");
  const { group, onRemove } = useFocusAfter(parts);
  return (
    <>
      {notes.map((note) => (
        <p className="soft" role="status" key={note}>
          {note}
        </p>
      ))}
      {parts.length > 0 ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls; these are links
        <div className="filters" role="group" aria-label={t("filter.label")} ref={group}>
          <span>{t("filter.by")} </span>
          {parts.map(({ label, text, without }, index) => (
            <Link className="tag on" to={`.${without}`} key={without} onClick={() => onRemove(index)} preventScrollReset>
              <span className="key">{label}</span> {`${text} `}
              <Icon name="close" />
              <span className="vh">{t("filter.remove")} </span>
            </Link>
          ))}
          <Link to={`.${reset}`} onClick={() => onRemove(0)} preventScrollReset>
            {t("filter.reset")}
          </Link>
          {everywhere ? <Link to={everywhere}>{t("filter.everywhere")}</Link> : null}
        </div>
      ) : null}
    </>
  );
}

/** Removing a part removes its focused link too; focus then moves to the next part, or to the filter button. */
function useFocusAfter(parts: FilterPart[]) {
  const group = useRef<HTMLDivElement>(null);
  const removed = useRef<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the list is shown without the part
  useEffect(() => {
    if (removed.current === undefined) return;
    const left = [...(group.current?.querySelectorAll<HTMLElement>("a.tag") ?? [])];
    const next = left[Math.min(removed.current, left.length - 1)] ?? document.getElementById(filterButton);
    if (document.activeElement === document.body) next?.focus();
    removed.current = undefined;
  }, [parts]);
  const onRemove = (index: number) => {
    removed.current = index;
  };
  return { group, onRemove };
}

/** The number of articles in another list. */
export interface Elsewhere {
  count: number;
  isExact: boolean;
}

interface NoMatchesProps {
  filter: FilterView;
  /** The list without any filter. */
  unfiltered: Elsewhere | undefined;
  /** The list with the same filter in all folders, if the current one is a folder's. */
  everywhere?: Elsewhere & { to: string };
  children?: string;
}

/** Shown if nothing matches: the number of articles without the filter and in all folders, with links to them. */
export function NoMatches({ filter, unfiltered, everywhere, children }: NoMatchesProps) {
  const { t, i18n } = useTranslation("lists");
  const hits = ({ count, isExact }: Elsewhere) =>
    `${isExact ? "" : `${t("controls.moreThan")} `}${t("filter.none.hits", { count, total: count.toLocaleString(i18n.language) })}`;
  const hasMore = everywhere !== undefined && everywhere.count > 0;
  const actions = (
    <>
      {hasMore ? (
        <Link className="btn primary" to={everywhere.to}>
          {`${t("filter.everywhere")}: ${hits(everywhere)}`}
        </Link>
      ) : null}
      <Link className={hasMore ? "btn" : "btn primary"} to={`.${filter.reset}`} preventScrollReset>
        {t("filter.reset")}
      </Link>
    </>
  );
  const without = unfiltered && (unfiltered.count > 0 ? t("filter.none.without", { hits: hits(unfiltered) }) : t("filter.none.neither"));
  return (
    <Empty title={t("filter.none.title")} action={filter.parts.length > 0 ? actions : undefined}>
      {[children ?? t("filter.none.text"), without].filter(Boolean).join(" ")}
    </Empty>
  );
}
