import { Form, Link, useLocation } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMayWrite } from "~/layouts/shell";
import { Icon } from "~/ui/icon";
import { Menu } from "~/ui/menu";
import { useIsLive } from "~/ui/use-is-live";
import { type FilterParam, filterParams } from "../../contract/article-filter";
import { overlay } from "../../contract/paths";
import type { batchKinds } from "../../contract/rest/batches";
import type { ArticleCardPage } from "./article-card";

/** Whether the URL asks for checkboxes. */
function useIsSelecting(): boolean {
  return new URLSearchParams(useLocation().search).has("select");
}

/** Whether articles have checkboxes: with JavaScript always, hidden until the pointer is over one; without it only if the URL asks for them. */
export function useHasBoxes(): boolean {
  const [isLive, isSelecting, mayWrite] = [useIsLive(), useIsSelecting(), useMayWrite()];
  return mayWrite && (isLive || isSelecting);
}

export function SelectBox({ id, title }: { id: string; title: string }) {
  const { t } = useTranslation("lists");
  return (
    <label className="pick">
      <input type="checkbox" name="contentIds" value={id} />
      <span className="vh">{t("select.one", { title })} </span>
    </label>
  );
}

/** Begins and ends selecting, for devices without a pointer that hovers, and without JavaScript. */
export function SelectLink() {
  const { t } = useTranslation("lists");
  const params = new URLSearchParams(useLocation().search);
  const isSelecting = useIsSelecting();
  if (!useMayWrite()) return null;
  if (isSelecting) params.delete("select");
  else params.set("select", "1");
  return (
    <Link className="btn" to={`.?${params}`} preventScrollReset replace>
      <Icon name="check" />
      <span>{t(isSelecting ? "select.end" : "select.begin")}</span>
    </Link>
  );
}

export interface SelectableProps {
  page: ArticleCardPage;
  /** Parameters of the filter that the page's path contains. */
  within?: Partial<Record<FilterParam, string>> | undefined;
  /** If a newsletter can be made of the list: the idempotency key of beginning one. */
  newsletterKey?: string | undefined;
  children: ReactNode;
}

/**
 * A list in a form with a bar of actions for selected articles. The checked boxes are the only state, so it works without JavaScript, and they
 * survive loading more articles.
 */
export function Selectable({ page, within, newsletterKey, children }: SelectableProps) {
  const { t, i18n } = useTranslation("lists");
  const hasBoxes = useHasBoxes();
  const isSelecting = useIsSelecting();
  const { search } = useLocation();
  const filter = useListFilter(within);
  const form = useRef<HTMLFormElement>(null);
  const [count, setCount] = useState(0);
  const last = useRef<HTMLInputElement>();
  const boxes = () => [...(form.current?.querySelectorAll<HTMLInputElement>("[name=contentIds]") ?? [])];
  const all = () => form.current?.querySelector<HTMLInputElement>("[name=all]");
  const update = () => {
    const isAll = all()?.checked;
    if (isAll) for (const box of boxes()) box.checked = true;
    setCount(isAll ? page.selectable : boxes().filter((box) => box.checked).length);
  };
  // The list may have become longer or shorter.
  useEffect(update);
  const { totalCount } = page;
  const before = useRef({ filter, totalCount, isSelecting });
  useEffect(() => {
    const was = before.current;
    before.current = { filter, totalCount, isSelecting };
    // "All" refers to the articles that were listed when it was checked.
    const isOutdated = was.filter !== filter || (was.totalCount !== totalCount && all()?.checked);
    if (isOutdated || (was.isSelecting && !isSelecting)) form.current?.reset();
  });
  const onClick = ({ target, shiftKey }: MouseEvent) => {
    if (!(target instanceof HTMLInputElement)) return;
    const everything = all();
    if (target === everything && !target.checked) for (const box of boxes()) box.checked = false;
    if (target.name === "contentIds") {
      const [from, to] = [boxes().indexOf(last.current?.isConnected ? last.current : target), boxes().indexOf(target)];
      if (shiftKey) for (const box of boxes().slice(Math.min(from, to), Math.max(from, to) + 1)) box.checked = target.checked;
      if (everything && !target.checked) everything.checked = false;
      last.current = target;
    }
    update();
  };
  const onReset = () => {
    // The bar, which may have the focus, is about to disappear.
    const next = last.current?.isConnected ? last.current : document.getElementById("inhalt");
    const hadFocus = form.current?.querySelector(".select-bar")?.contains(document.activeElement);
    setTimeout(() => {
      update();
      if (hadFocus) next?.focus({ preventScroll: true });
      last.current = undefined;
    });
  };
  if (!useMayWrite()) return children;
  return (
    <Form
      className={isSelecting ? "selectable on" : "selectable"}
      method="post"
      action={`${overlay("selection")}${search}`}
      preventScrollReset
      ref={form}
      onClick={onClick}
      onReset={onReset}
    >
      {children}
      {hasBoxes ? (
        <>
          {/* Outside of the bar, because text that appears together with its live region is not announced. */}
          <output className="vh">{count > 0 ? t("select.count", { total: count.toLocaleString(i18n.language) }) : null}</output>
          <SelectionBar count={count} page={page} filter={filter} newsletterKey={newsletterKey} hasExport={within?.tags === undefined} />
        </>
      ) : null}
    </Form>
  );
}

/** The filter of the list as a query string. */
function useListFilter(within: SelectableProps["within"]): string {
  const params = new URLSearchParams(useLocation().search);
  const filter = new URLSearchParams(within);
  for (const name of filterParams) if (params.has(name) && !filter.has(name)) filter.set(name, params.getAll(name).join(","));
  return filter.toString();
}

interface BarProps extends Pick<SelectableProps, "page" | "newsletterKey"> {
  count: number;
  filter: string;
  hasExport: boolean;
}

function SelectionBar({ count, page: { selectable, totalCount, totalIsExact }, filter, newsletterKey, hasExport }: BarProps) {
  const { t, i18n } = useTranslation("lists");
  const number = (value: number) => value.toLocaleString(i18n.language);
  const isAll = totalIsExact && totalCount === selectable;
  return (
    <fieldset className="select-bar">
      <legend className="vh">{t("select.label")}</legend>
      <input type="hidden" name="filter" value={filter} />
      {newsletterKey ? <input type="hidden" name="newsletterKey" value={newsletterKey} /> : null}
      <span className="count">
        <b>{count > 0 ? t("select.count", { total: number(count) }) : t("select.none")}</b>{" "}
        <label className="choice">
          <input type="checkbox" name="all" />
          <span>
            {t(isAll ? "select.all" : "select.newest", { total: number(selectable) })}
            <span className="vh">{t("select.ofList")}</span>
          </span>
        </label>
        <button className="btn quiet small" type="reset">
          {t("select.reset")}
        </button>
      </span>
      <span className="end">
        <Change change="move" icon="folder" />
        <Change change="copy" icon="copy" />
        <Change change="tag" icon="tag" />
        <Menu button="btn small" placement="up" summary={<Icon name="more" />} label={t("select.more")}>
          <Change change="untag" icon="tag" isEntry />
          <Change change="priority" icon="high" isEntry />
          <Change change="shareable" icon="share" isEntry />
          {hasExport ? <Change change="export" icon="export" isEntry /> : null}
          {newsletterKey ? <Change change="newsletter" icon="newsletter" isEntry /> : null}
          <hr />
          <Change change="delete" icon="trash" isEntry />
        </Menu>
      </span>
    </fieldset>
  );
}

interface ChangeProps {
  change: (typeof batchKinds)[number] | "export" | "newsletter";
  icon: string;
  /** Of the menu. */
  isEntry?: boolean;
}

function Change({ change, icon, isEntry = false }: ChangeProps) {
  const { t } = useTranslation("lists");
  const look = isEntry ? `menu-item${change === "delete" ? " danger" : ""}` : "btn small";
  return (
    <button className={look} type="submit" name="change" value={change}>
      <Icon name={icon} />
      {t(`select.${change}`)}{" "}
    </button>
  );
}
