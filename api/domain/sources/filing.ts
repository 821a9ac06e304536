import * as limits from "../../../contract/limits";
import { cleanLine } from "../../../contract/rest/shared";
import { readerWorker } from "../../config";
import { type ArticleOfMany, insertArticles } from "../../db/articles/articles";
import { inTransaction } from "../../db/pool";
import { indexArticles } from "../../db/search/article-search";
import { identifyEntries, reserveKeys } from "../../db/sources/entries";
import { countFiled, lockActiveSource } from "../../db/sources/polling";
import { htmlToPlainText } from "../../html/article-html";
import { plainTextToHtml } from "../../html/plain-text-html";
import { findAllowedSource } from "../../outbound/allowed-hosts";
import type { Feed, FeedEntry } from "../../outbound/feed-reading";
import { importPage } from "../../outbound/in-worker";
import { OutboundError } from "../../outbound/outbound-error";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { readArticleHtml } from "../articles/article-html";
import { requireWritableFolder } from "../articles/articles";
import { beginningOf } from "../articles/link-preview";
import { calendarDay } from "../calendar";
import { RateLimitReached } from "../errors";
import { rest } from "../paced";
import { requireTagIds } from "../workspace/tags";
import type { PermittedSource, Polling } from "./run";
import { isWanted } from "./wanted";

/** The entries of each transaction. */
const entriesAtOnce = { postgres: 50, embedded: 10 };
/** Pages that are read for one source before the others have their turn. */
const pagesPerTurn = 20;

interface NewEntry {
  entry: FeedEntry;
  keys: string[];
}
type EntryValues = Omit<ArticleOfMany["values"], "createdAt">;
interface NewArticle {
  values: EntryValues;
  keys: string[];
}

/**
 * Files the entries of a feed that have not been filed before, the oldest first. Returns the keys of all, and whether none is left for the next
 * turn. Throws `Busy` and `RateLimitReached`, also after it has filed some.
 */
export async function fileEntries(
  services: Services,
  viewer: Viewer,
  source: PermittedSource,
  { entries, language }: Feed,
  polling: Polling,
): Promise<{ seen: string[]; isComplete: boolean }> {
  const { database } = services;
  const atOnce = entriesAtOnce[database.engine];
  // Other ids may occur in any feed.
  const toIdentity = ({ id, isGlobalId, url }: FeedEntry) => ({ id: isGlobalId ? id : `${source.id} ${id}`, url });
  const identified = await identifyEntries(database.db, source, entries.map(toIdentity));
  const seen = identified.flatMap(({ keys }) => keys);
  const found = new Set<string>();
  const fresh: NewEntry[] = [];
  for (const [index, entry] of entries.entries()) {
    const { keys = [], isKnown = true } = identified[index] ?? {};
    if (!isKnown && !keys.some((key) => found.has(key))) fresh.unshift({ entry, keys });
    for (const key of keys) found.add(key);
  }
  const turn = source.fullText ? fresh.slice(0, pagesPerTurn) : fresh;
  for (let start = 0; start < turn.length; start += atOnce) {
    const made: NewArticle[] = [];
    for (const { entry, keys } of turn.slice(start, start + atOnce)) {
      polling.signal.throwIfAborted();
      const values = await toArticle(services, source, { language, ...entry }, polling);
      if (values) made.push({ values, keys });
    }
    const begin = performance.now();
    if (made.length > 0) await fileArticles(services, viewer, source, made);
    await rest(database, begin, polling.signal);
  }
  return { seen, isComplete: turn.length === fresh.length };
}

/** The article of an entry; `undefined` if the source's words exclude it. Throws `Busy`. */
async function toArticle(
  { config }: Services,
  source: PermittedSource,
  entry: FeedEntry & { language: string | null },
  polling: Polling,
): Promise<EntryValues | undefined> {
  const own = await clean(entry.html.slice(0, limits.body));
  const title = toLine(entry.title) || toLine(entry.url ?? source.title);
  if (!isWanted(`${title} ${own ? htmlToPlainText(own.html) : ""}`, source)) return undefined;
  const page = source.fullText && entry.url ? await readPage(entry.url, config.importAllowHosts, polling) : undefined;
  const text = page?.content ? await clean(await beginningOf(page.content)) : undefined;
  const { html, teaser } = text ?? own ?? { html: plainTextToHtml(title), teaser: title.slice(0, limits.text) };
  const author = entry.author ?? (page?.authors.map(({ name }) => name).join(", ") || null);
  const isUsable = entry.url !== null && findAllowedSource(entry.url, config.importAllowHosts) !== undefined;
  return {
    sourceId: source.id,
    title,
    body: html,
    teaser,
    language: entry.language ?? page?.language ?? null,
    sourceUrl: isUsable ? entry.url : null,
    sourceName: source.title,
    author: author && toLine(author),
    publishedAt: calendarDay(config.timeZone, entry.publishedAt ?? new Date()),
  };
}

const toLine = (text: string): string => cleanLine(text.slice(0, limits.text));

async function clean(html: string) {
  const read = await readArticleHtml(html, limits.body);
  return read?.isEmpty ? undefined : read;
}

/** The page of an entry; `undefined` if it cannot be read: then the feed's own text has to do. */
async function readPage(url: string, allowHosts: readonly string[], { politely, withPage, signal }: Polling) {
  try {
    return await withPage(() => politely(url, () => importPage({ url, allowHosts }, { workerPath: readerWorker })));
  } catch (error) {
    if (signal.aborted || !(error instanceof OutboundError)) throw error;
    return undefined;
  }
}

/** Files articles in one transaction, which also remembers their keys, so that they are filed once even if this process is killed. */
async function fileArticles(
  { database, rateLimits }: Services,
  viewer: Viewer,
  source: PermittedSource,
  made: NewArticle[],
): Promise<void> {
  await inTransaction(database, async (tx) => {
    const folder = await requireWritableFolder(tx, viewer, source.folderId);
    if (!(await lockActiveSource(tx, source))) return;
    const { used, max, seconds } = await rateLimits.countIn(tx, "source-articles", viewer.clientId, { points: made.length });
    if (used > max) throw new RateLimitReached(seconds);
    const keys = made.flatMap((article) => article.keys);
    const reserved = await reserveKeys(tx, source, keys);
    const values = made.filter((article) => article.keys.every((key) => reserved.has(key))).map((article) => article.values);
    if (values.length === 0) return;
    const tagIds = await requireTagIds(tx, viewer, source.tags);
    // In lists, the newest entry is first.
    const first = Date.now() - values.length;
    const many = values.map((fields, index) => ({ folder, values: { ...fields, createdAt: new Date(first + index) }, tagIds }));
    const ids = await insertArticles(tx, viewer, many);
    await indexArticles(tx, ids);
    await countFiled(tx, source, ids.length);
  });
}
