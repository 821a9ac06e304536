import type { AtomFeed, JsonFeed, MediaNs, RdfFeed, RssFeed } from "feedsmith";
import { plainTextToHtml } from "../../html/plain-text-html";
import { type EntryDraft, type FeedDraft, markup, plain, type ScheduleDraft, type TextDraft } from "./draft";

/** RSS 0.91 to 2.0. */
export function draftOfRss(feed: RssFeed.Feed<string>, skipped: Pick<ScheduleDraft, "skipHours" | "skipDays">): FeedDraft {
  return {
    title: markup(feed.title ?? feed.dc?.titles?.[0]),
    siteUrl: feed.link ?? siteOf(feed.atom?.links),
    language: feed.language ?? feed.dc?.languages?.[0],
    base: feed.xml?.base,
    entries: (feed.items ?? []).map(entryOfRss),
    schedule: { ttlMinutes: feed.ttl, ...feed.sy, ...skipped },
  };
}

function entryOfRss(item: RssFeed.Item<string>): EntryDraft {
  const { guid, enclosures = [] } = item;
  const guidAsUrl = guid?.isPermaLink === false ? undefined : absolute(guid?.value);
  return {
    id: guid?.value,
    urls: [item.link, siteOf(item.atom?.links), guidAsUrl, item.media?.player?.url, enclosures[0]?.url],
    base: item.xml?.base,
    title: markup(item.title ?? item.media?.title?.value ?? item.dc?.titles?.[0] ?? item.itunes?.title),
    authors: item.dc?.creators ?? item.authors?.map(nameOf) ?? [item.itunes?.author ?? item.media?.credits?.[0]?.value],
    dates: [item.pubDate, item.dc?.dates?.[0], item.atom?.published, item.atom?.updated, item.dcterms?.created?.[0]],
    contents: [
      item.content?.encoded,
      item.description,
      item.atom?.content?.value,
      item.atom?.summary?.value,
      item.itunes?.summary,
      item.media?.description?.value,
    ],
  };
}

/** RSS 0.90 and 1.0. */
export function draftOfRdf(feed: RdfFeed.Feed<string>): FeedDraft {
  return {
    title: markup(textOf(feed.title) ?? feed.dc?.titles?.[0]),
    siteUrl: textOf(feed.link),
    language: feed.dc?.languages?.[0],
    base: feed.xml?.base,
    entries: (feed.items ?? []).map((item) => ({
      id: item.rdf?.about ?? item.dc?.identifiers?.[0],
      urls: [textOf(item.link), absolute(item.rdf?.about)],
      base: item.xml?.base,
      title: markup(textOf(item.title)),
      authors: item.dc?.creators ?? [],
      dates: [item.dc?.dates?.[0], item.dcterms?.created?.[0], item.dcterms?.modified?.[0]],
      contents: [item.content?.encoded, item.description, item.dc?.descriptions?.[0]],
    })),
    schedule: { ...feed.sy },
  };
}

/** Atom 0.3 and 1.0. */
export function draftOfAtom(feed: AtomFeed.Feed<string>): FeedDraft {
  const feedAuthors = feed.authors?.map(nameOf) ?? [];
  return {
    title: titleOfAtom(feed.title),
    siteUrl: siteOf(feed.links),
    language: feed.xml?.lang ?? feed.dc?.languages?.[0],
    base: feed.xml?.base,
    entries: (feed.entries ?? []).map((entry) => ({
      id: entry.id,
      urls: [siteOf(entry.links), absolute(entry.content?.src), absolute(entry.id), linkOf(entry.links, "enclosure")],
      base: entry.xml?.base,
      contentBase: entry.content?.xml?.base,
      title: titleOfAtom(entry.title ?? mediaOf(entry.media, "title")),
      authors: entry.authors?.map(nameOf) ?? entry.dc?.creators ?? entry.source?.authors?.map(nameOf) ?? feedAuthors,
      dates: [entry.published, entry.updated, entry.dc?.dates?.[0]],
      contents: [htmlOfAtom(entry.content), htmlOfAtom(entry.summary), asHtml(mediaOf(entry.media, "description")?.value)],
    })),
    schedule: { ...feed.sy },
  };
}

/** JSON Feed 1.0 and 1.1. */
export function draftOfJson(feed: JsonFeed.Feed<string>): FeedDraft {
  const feedAuthors = feed.authors?.map(({ name }) => name) ?? [];
  return {
    title: plain(textOf(feed.title)),
    siteUrl: feed.home_page_url,
    language: feed.language,
    base: undefined,
    entries: (feed.items ?? []).map((item) => ({
      id: textOf(item.id),
      urls: [item.url, item.external_url, absolute(textOf(item.id)), textOf(item.attachments?.[0]?.url)],
      base: undefined,
      title: plain(item.title),
      authors: item.authors?.map(({ name }) => name) ?? feedAuthors,
      dates: [item.date_published, item.date_modified],
      contents: [item.content_html, asHtml(item.content_text), asHtml(item.summary)],
    })),
    schedule: {},
  };
}

interface Link {
  href?: unknown;
  rel?: string | undefined;
  type?: string | undefined;
}

/** The page that a feed or entry is about. */
function siteOf(links: readonly Link[] | undefined): string | undefined {
  const alternates = (links ?? []).filter(({ rel }) => rel === undefined || rel.toLowerCase() === "alternate");
  const page = alternates.find(({ type }) => type === undefined || /html/i.test(type)) ?? alternates[0];
  return textOf(page?.href);
}

const linkOf = (links: readonly Link[] | undefined, rel: string) => textOf(links?.find((link) => link.rel === rel)?.href);

interface AtomText {
  value?: unknown;
  type?: string | undefined;
}

const isMarkup = (type: string | undefined) => /html|xml/i.test(type ?? "");

function titleOfAtom(title: AtomText | undefined): TextDraft | undefined {
  return title && { text: textOf(title.value), isPlain: !isMarkup(title.type) };
}

/** Without a type it should be text, but most of those that look like HTML are. */
function htmlOfAtom(content: AtomText | undefined): string | undefined {
  const value = textOf(content?.value);
  const isHtml = isMarkup(content?.type) || (content?.type === undefined && value !== undefined && /<\/\w+>|<(?:br|p|img)\b/i.test(value));
  return isHtml ? value : asHtml(value);
}

const asHtml = (text: string | undefined) => text && plainTextToHtml(text);

function mediaOf(media: MediaNs.ItemOrFeed | undefined, part: "title" | "description"): { value: string } | undefined {
  const found = media?.[part] ?? media?.groups?.[0]?.[part];
  const value = textOf(found?.value);
  return value === undefined ? undefined : { value };
}

type Person = string | { name?: unknown };

const nameOf = (person: Person): string | undefined => (typeof person === "string" ? person : textOf(person.name));

const absolute = (text: string | undefined) => (text !== undefined && /^https?:\/\//i.test(text) ? text : undefined);

// The parser types what a format requires as an unknown marker.
const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
