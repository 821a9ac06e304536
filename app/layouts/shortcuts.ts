import type { NavigateFunction } from "@remix-run/react";
import { href } from "../../contract/paths";
import { pastedAddresses } from "./pasted-addresses";

/** A second key counts within this time. */
const sequenceMs = 1_500;

/**
 * Listens for pasted addresses and, with `hasKeys`, for single keys, outside of text fields and dialogs. Whatever they do can also be done with
 * links. Returns a function that stops it.
 */
export function listenForShortcuts(navigate: NavigateFunction, product: string, hasKeys: boolean): () => void {
  let goesUntil = 0;
  const places: Record<string, string> = {
    s: href("stream"),
    f: href("folders", { product }),
    t: href("teams"),
  };
  const keys: Record<string, () => void> = {
    "/": () => {
      const field = document.querySelector<HTMLInputElement>("main input[type=search]");
      if (field) return field.focus();
      // From a Folda, within it.
      const [, folderId] = new RegExp(`^${places.f}/([\\w-]{36})(/|$)`).exec(location.pathname) ?? [];
      navigate(`${href("search")}${folderId ? `?folder_ids=${folderId}` : ""}#search-term`);
    },
    g: () => {
      goesUntil = Date.now() + sequenceMs;
    },
    n: () => press(document, ".add"),
    f: () => press(document, "#filter-button"),
    j: () => moveBy(1),
    k: () => moveBy(-1),
    o: () => press(currentArticle(), titleLink),
    e: () => follow("/edit"),
    m: () => {
      // Selected articles come before the one with the focus.
      if (document.querySelector("[name=contentIds]:checked")) press(document, ".select-bar [value=move]");
      else follow("/move");
    },
    x: () => press(currentArticle(), "[name=contentIds]"),
    "?": () => navigate(href("settingsShortcuts")),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented || isTyping(target)) return;
    if (document.querySelector("dialog[open]")) return;
    const place = Date.now() < goesUntil ? places[key] : undefined;
    goesUntil = 0;
    const act = place ? () => navigate(place) : keys[key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  /** Addresses that are pasted anywhere open the form of a new article, which fetches them. */
  const onPaste = (event: ClipboardEvent) => {
    const add = document.querySelector<HTMLAnchorElement>(".add");
    const text = pastedAddresses(event.clipboardData?.getData("text/plain") ?? "");
    if (!add || isTyping(event.target) || document.querySelector("dialog[open]") || !text) return;
    event.preventDefault();
    // Not in the query, which has a limit.
    navigate(add.pathname + add.search, { state: { pasted: text }, preventScrollReset: true });
  };
  if (hasKeys) document.addEventListener("keydown", onKeyDown);
  document.addEventListener("paste", onPaste);
  return () => {
    document.removeEventListener("keydown", onKeyDown);
    document.removeEventListener("paste", onPaste);
  };
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio]), textarea, select"));

/** Not the headings within an article's text. */
const titleLink = ".card-title a";

const articles = () => [...document.querySelectorAll<HTMLElement>("main article")];

/** The article with the focus, or the only one of its page. */
function currentArticle(): HTMLElement | undefined {
  const all = articles();
  return all.find((article) => article.contains(document.activeElement)) ?? (all.length === 1 ? all[0] : undefined);
}

/** Moves the focus to the title of the next or previous article; from elsewhere to the first one. */
function moveBy(step: 1 | -1): void {
  const all = articles();
  const current = all.findIndex((article) => article.contains(document.activeElement));
  const next = all[current < 0 ? 0 : current + step];
  next?.querySelector<HTMLElement>(titleLink)?.focus();
}

/** Follows a link of the current article's menu or head, by the end of its path. Comments have such links, too. */
function follow(end: string): void {
  const links = currentArticle()?.querySelectorAll<HTMLAnchorElement>(":is(.menu-item, .article-head .btn)[href]") ?? [];
  [...links].find(({ pathname }) => pathname.endsWith(end))?.click();
}

const press = (within: ParentNode | undefined, selector: string) => within?.querySelector<HTMLElement>(selector)?.click();
