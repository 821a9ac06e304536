import { Link, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Empty } from "~/ui/empty";
import { Icon } from "~/ui/icon";

export interface FilterPart {
  label: string;
  text: string;
  /** The search of the address without this part. */
  without: string;
}

/** The filter of a list as it is shown: in words, made on the server. */
export interface FilterView {
  parts: FilterPart[];
  /** How many of them count as active filters; a term and folders do not. */
  active: number;
  /** The search of the address without any filter. */
  reset: string;
  /** What of the address was corrected. */
  notes: string[];
}

const filterButton = "filter-button";

/** Leads to the filter, and says how many parts of it are active. */
export function FilterButton({ count }: { count: number }) {
  const { t } = useTranslation("lists");
  const { search } = useLocation();
  return (
    <Link className="btn label-off" id={filterButton} to={`filter${search}`} preventScrollReset>
      <Icon name="filter" />
      <span>{t("filter.button")} </span>
      {count > 0 ? (
        <span className="n on">
          {count}
          <span className="vh"> {t("filter.active")}</span>
        </span>
      ) : null}
    </Link>
  );
}

/** What a list is filtered by, each part removable, and what of the address was corrected; in a folder also the way to the same in all. */
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

/** The part that was pressed is gone with its link: the focus goes to the next one, and from the last to where parts come from. */
function useFocusAfter(parts: FilterPart[]) {
  const group = useRef<HTMLDivElement>(null);
  const removed = useRef<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the list has come without the part
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

/** How many articles there would be elsewhere. */
export interface Elsewhere {
  count: number;
  isExact: boolean;
}

interface NoMatchesProps {
  filter: FilterView;
  /** Without any filter. */
  unfiltered: Elsewhere | undefined;
  /** With the same filter in all folders, where the list is a folder's. */
  everywhere?: Elsewhere & { to: string };
  children?: string;
}

/** Nothing matches the filter, what there is without it, and the ways back from there. */
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
