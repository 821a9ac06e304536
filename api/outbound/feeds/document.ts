import { decodeText } from "@folda/page-reader/charset";
import { DetectError, detectJsonFeed, parseAtomFeed, parseJsonFeed, parseRdfFeed, parseRssFeed } from "feedsmith";
import type { Feed, Schedule } from "../feed-reading";
import { controlCharacters } from "./control-characters";
import type { FeedDraft, ScheduleDraft } from "./draft";
import { finishFeed } from "./finish";
import { draftOfAtom, draftOfJson, draftOfRdf, draftOfRss } from "./formats";
import { type FeedLink, findFeedLinks } from "./links";
import { finishSchedule } from "./schedule";

export interface DocumentToRead {
  body: Uint8Array;
  /** Of the response. */
  contentType: string | null;
  /** Its address after all redirects. */
  url: string;
  now: Date;
}

export type FeedDocument =
  | { kind: "feed"; feed: Feed; schedule: Schedule }
  | { kind: "page"; feeds: FeedLink[] }
  /** Neither a feed nor a page. */
  | { kind: "other" }
  /** A feed that cannot be parsed. */
  | { kind: "broken" };

/** Reads the response to the request of a feed or website, in linear time. Runs in a worker thread, because the parsers may not cope with hostile input. */
export function readDocument({ body, contentType, url, now }: DocumentToRead): FeedDocument {
  const text = decodeText(body, contentType).replace(controlCharacters, "");
  if (/^\s*\{/.test(text)) return finish(() => draftOfJsonText(text));
  const root = findRoot(text);
  if (root === undefined) return /^text\/html|\+?xhtml/i.test(contentType ?? "") ? { kind: "page", feeds: [] } : { kind: "other" };
  if (root.local === "html") return { kind: "page", feeds: findFeedLinks(text, url) };
  return finish(() => draftOfXml(text, root));

  function finish(parse: () => FeedDraft | undefined): FeedDocument {
    let draft: FeedDraft | undefined;
    try {
      draft = parse();
    } catch (error) {
      return { kind: error instanceof DetectError ? "other" : "broken" };
    }
    return draft ? { kind: "feed", feed: finishFeed(draft, url, now), schedule: finishSchedule(draft.schedule) } : { kind: "other" };
  }
}

interface Root {
  /** With its prefix, as written. */
  name: string;
  /** In lower case. */
  local: string;
  start: number;
}

/** Characters before the root element: declarations, comments, and what a broken server prints before the feed. */
const longestPreamble = 100_000;

function findRoot(text: string): Root | undefined {
  const found = /<((?:[\w.-]{1,64}:)?(rss|feed|rdf|channel|html|head|body))(?=[\s>/])/i.exec(text.slice(0, longestPreamble));
  if (!found) return undefined;
  const [, name = "", written = ""] = found;
  const local = written.toLowerCase();
  // Unlike the others, these are elements of other documents, too.
  const isCommon = local === "channel" || local === "head" || local === "body";
  if (isCommon && /<[a-z]/i.test(text.slice(0, found.index))) return undefined;
  return { name, local: local === "head" || local === "body" ? "html" : local, start: found.index };
}

function draftOfXml(text: string, root: Root): FeedDraft {
  // From the root element: the document type is dropped with its entities, which could grow to gigabytes.
  const xml = closed(text.slice(root.start), root.name);
  switch (root.local) {
    case "feed":
      return draftOfAtom(parseAtomFeed(xml));
    case "rdf":
      return draftOfRdf(parseRdfFeed(withoutContents(xml)));
    case "channel":
      return draftOfRss(parseRssFeed(`<rss version="0.91">${xml}</rss>`), skipped(xml));
    default:
      return draftOfRss(parseRssFeed(xml), skipped(xml));
  }
}

/** Drops the table of contents: it only repeats the items, and the parser matches it with them in quadratic time. */
function withoutContents(xml: string): string {
  const start = xml.search(/<items[\s>]/i);
  const end = start < 0 ? null : /<\/items>/i.exec(xml.slice(start));
  return end ? xml.slice(0, start) + xml.slice(start + end.index + end[0].length) : xml;
}

/** Drops what follows the root element. A document that was cut off keeps its complete entries. */
function closed(xml: string, rootName: string): string {
  const end = xml.lastIndexOf(`</${rootName}`);
  if (end >= 0) return `${xml.slice(0, end)}</${rootName}>`;
  const lastEntry = Array.from(xml.matchAll(/<\/(?:[\w.-]{1,64}:)?(?:item|entry)\s{0,9}>/gi)).at(-1);
  return lastEntry ? `${xml.slice(0, lastEntry.index + lastEntry[0].length)}</${rootName}>` : xml;
}

/** Hours and days at which the feed must not be fetched. The parser misses them if there is only one. */
function skipped(xml: string): Pick<ScheduleDraft, "skipHours" | "skipDays"> {
  const channel = xml.slice(0, longestPreamble);
  const valuesIn = (list: RegExp, item: RegExp) => Array.from((list.exec(channel)?.[1] ?? "").matchAll(item), ([, value = ""]) => value);
  return {
    skipHours: valuesIn(/<skipHours>([\s\S]{0,4000}?)<\/skipHours>/i, /<hour>\s{0,9}(\d{1,2})\b/gi).map(Number),
    skipDays: valuesIn(/<skipDays>([\s\S]{0,2000}?)<\/skipDays>/i, /<day>\s{0,9}(\w{6,9})\b/gi),
  };
}

function draftOfJsonText(text: string): FeedDraft | undefined {
  const json: unknown = JSON.parse(text);
  return detectJsonFeed(json) ? draftOfJson(parseJsonFeed(json)) : undefined;
}
