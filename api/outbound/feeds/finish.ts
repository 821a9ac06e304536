import { createHash } from "node:crypto";
import { readAuthorNames } from "@folda/page-reader/author-names";
import { toPlainLine, toPlainLineOnce } from "@folda/page-reader/plain-line";
import { addressLength } from "../../../contract/address-length";
import * as limits from "../../../contract/limits";
import { parseUrl } from "../../../contract/parse-url";
import { cleanLine } from "../../../contract/rest/shared";
import type { Feed, FeedEntry } from "../feed-reading";
import { controlCharacters } from "./control-characters";
import { readFeedDate } from "./dates";
import type { EntryDraft, FeedDraft, TextDraft } from "./draft";

/** Resolves addresses, strips markup from texts, clamps dates, and keeps the newest entries. */
export function finishFeed(draft: FeedDraft, url: string, now: Date): Feed {
  const siteUrl = toUrl(draft.siteUrl, [draft.base, url]);
  const bases = [draft.base, siteUrl ?? undefined, url];
  return {
    title: toLine(draft.title, limits.text) ?? new URL(url).hostname,
    siteUrl,
    language: toLanguage(draft.language),
    entries: finishEntries(draft.entries, bases, now),
  };
}

function finishEntries(drafts: EntryDraft[], bases: Bases, now: Date): FeedEntry[] {
  const dated = drafts.map((draft) => ({ draft, publishedAt: dateOf(draft, now) }));
  const entries = new Map<string, FeedEntry>();
  for (const { draft, publishedAt } of newestFirst(dated)) {
    if (entries.size === limits.sourceEntries) break;
    const entry = finishEntry(draft, publishedAt, [draft.base, ...bases]);
    if (entry && !entries.has(entry.id)) entries.set(entry.id, entry);
  }
  return [...entries.values()];
}

/** Entries without a date stay behind the one before them, because most feeds begin with the newest. */
function newestFirst<Entry extends { publishedAt: Date | null }>(entries: Entry[]): Entry[] {
  let time = Number.MAX_SAFE_INTEGER;
  const timed = entries.map((entry) => {
    time = entry.publishedAt?.getTime() ?? time;
    return { entry, time };
  });
  return timed.sort((one, other) => other.time - one.time).map(({ entry }) => entry);
}

function dateOf({ dates }: EntryDraft, now: Date): Date | null {
  for (const text of dates) {
    const date = text === undefined ? null : readFeedDate(text, now);
    if (date) return date;
  }
  return null;
}

/** `null` for an entry without title, address and text. */
function finishEntry(draft: EntryDraft, publishedAt: Date | null, bases: Bases): FeedEntry | null {
  const url = firstOf(draft.urls, (text) => toUrl(text, bases));
  const [, feedBase, ...outer] = bases;
  const contentBases = [draft.contentBase, draft.base, feedBase ?? url ?? undefined, ...outer];
  const html = firstOf(draft.contents, (text) => toHtml(text, contentBases)) ?? "";
  const title = toLine(draft.title, limits.text) ?? beginningOf(html) ?? url;
  if (title === null) return null;
  const id = draft.id?.slice(0, longestId).replace(controlCharacters, "") || url || hashOf(`${title}\n${html}`);
  return {
    id,
    isGlobalId: globalId.test(id),
    url,
    title,
    author: authorOf(draft),
    publishedAt,
    html,
  };
}

const longestId = 2_000;

/** A URL, a tag URI or a URN. */
const globalId = /^(?:https?:\/\/[^/\s]+\/\S|tag:\S+,\d{4}|urn:uuid:[\da-f]{8}|urn:[a-z\d]{2,31}:\S{4})/i;

type Bases = readonly (string | undefined)[];

/** Of relative bases, each is relative to the next one. */
const baseOf = (bases: Bases): URL | undefined =>
  bases.reduceRight<URL | undefined>((outer, base) => (base === undefined ? outer : (parseUrl(base, outer) ?? outer)), undefined);

function toUrl(text: string | undefined, bases: Bases): string | null {
  // Addresses are at times broken over several lines, and IDs of others are no addresses.
  const written = text?.replace(/\s+/g, "");
  if (!written || written === "#") return null;
  const url = parseUrl(written, baseOf(bases));
  const isUsable = url && (url.protocol === "http:" || url.protocol === "https:") && url.username === "" && url.password === "";
  return isUsable && addressLength(url.href) <= limits.url ? url.href : null;
}

/** Characters added by resolving links: with a long base, many short links could exhaust the memory. */
const mostGrowth = 20_000;

/** HTML that has a tag, so that it cannot be mistaken for text, with absolute addresses. */
function toHtml(text: string | undefined, bases: Bases): string | null {
  const html = text?.replace(controlCharacters, "").trim();
  if (!html) return null;
  const base = baseOf(bases);
  let growth = 0;
  const linked = html.replace(/(\s(?:href|src)=)(["'])([^"'<>]{0,2000})\2/gi, (whole, name: string, quote: string, link: string) => {
    if (/^\s*(?:[a-z][a-z\d+.-]*:|#)/i.test(link)) return whole;
    const url = growth > mostGrowth ? undefined : parseUrl(link.trim(), base);
    growth += url?.href.length ?? 0;
    return url ? `${name}${quote}${url.href.replace(/["']/g, encodeURIComponent)}${quote}` : whole;
  });
  return /<[a-z!/]/i.test(linked) ? linked : `<p>${linked}</p>`;
}

function toLine(draft: TextDraft | undefined, max: number): string | null {
  const written = draft?.text?.slice(0, 10 * max).replace(controlCharacters, "");
  const line = draft?.isPlain ? written?.replace(/\s+/g, " ").trim() : toPlainLineOnce(written);
  if (!line) return null;
  // Many texts are escaped once too often; with a bracket, decoding could remove words.
  const clean = cleanLine(line.includes("<") ? line : (toPlainLineOnce(line) ?? line));
  return clean === "" ? null : cut(clean, max);
}

const titleLength = 100;

/** A title for entries that have none, like short messages. */
function beginningOf(html: string): string | null {
  const line = toPlainLine(html.slice(0, 5_000).replace(/<(?:\/p|\/div|\/h\d|\/li|br)\b[^<>]*>/gi, "$& "));
  return line && cut(line, titleLength);
}

function cut(line: string, max: number): string {
  if (line.length <= max) return line;
  const start = line.slice(0, max - 1);
  const lastSpace = start.lastIndexOf(" ");
  return `${lastSpace > max / 2 ? start.slice(0, lastSpace) : start.replace(/[\ud800-\udbff]$/, "")}…`;
}

const mostAuthors = 20;

function authorOf({ authors }: EntryDraft): string | null {
  const written = authors
    .slice(0, mostAuthors)
    .map((name) => toPlainLine(name))
    .filter((name) => name !== null);
  const names = readAuthorNames(written, []);
  const line = (names.length > 0 ? names : written).join(", ");
  return line === "" ? null : cut(line, limits.text);
}

function toLanguage(text: string | undefined): string | null {
  const tag = text?.trim().replace(/_/g, "-");
  if (!tag) return null;
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}

function firstOf<Found>(texts: readonly (string | undefined)[], read: (text: string | undefined) => Found | null): Found | null {
  for (const text of texts) {
    const found = read(text);
    if (found !== null) return found;
  }
  return null;
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url");
