import * as limits from "../../contract/limits";
import { requestSignal } from "../../contract/request-scope.server";
import { createSemaphore } from "../../contract/semaphore.server";
import { createWorkerPool, PoolBusy, ShareUsedUp } from "../../contract/worker-pool.server";
import { feedWorker } from "../config";
import { unlessAborted } from "../unless-aborted";
import type { FeedReading, Validators } from "./feed-reading";
import type { DocumentToRead, FeedDocument } from "./feeds/document";
import { freshnessOf } from "./feeds/freshness";
import { longest } from "./feeds/schedule";
import { fetchGuarded, type GuardedFetchOptions, type GuardedResponse } from "./fetch-guarded";
import { OutboundError } from "./outbound-error";
import { withinTime } from "./within-time";

interface FeedToRead extends Pick<GuardedFetchOptions, "allowHosts" | "lookup" | "signal"> {
  url: string;
  /** Those of the last reading of a feed that is subscribed already, even if it had none. Without them, a website's usual feed addresses are tried. */
  validators?: Validators;
  /** `PUBLIC_URL`, sent to the feeds' servers so that webmasters know whom to contact. */
  publicUrl?: string;
}

const feedLimits = { timeoutMs: 20_000, maxBytes: limits.sourceMb * 1024 * 1024, maxRedirects: 5 };
/** Milliseconds for everything, including usual addresses. */
const timeoutMs = 30_000;

const accept = [
  "application/atom+xml",
  "application/rss+xml",
  "application/rdf+xml",
  "application/feed+json",
  "application/xml",
  "text/xml",
  "text/html",
  // Judged by content: half of all feeds have another type.
  "*/*",
];

/** Where websites have their feed, if they do not link to it. */
const usualPaths = ["/feed", "/rss.xml", "/atom.xml", "/feed.xml", "/index.xml"];

/**
 * Fetches and parses the feed at an address; a page results in the feeds that it links to. The `address` of a feed is the one to be fetched from
 * now on: after permanent redirects, but before temporary ones.
 * Throws OutboundError: those of the fetch (`status` with the seconds of `Retry-After`), `not_a_feed` for other content, `empty`, `unreadable`
 * for a feed that cannot be parsed, `busy`; or the reason of `signal`, by default that of the request.
 */
export function readFeed({ signal = requestSignal(), ...toRead }: FeedToRead): Promise<FeedReading> {
  return withinTime({ timeoutMs, signal }, async (limit) => {
    const reading = await readAddress(toRead.url, { ...toRead, signal: limit });
    const isToBeSearched = reading.kind === "page" && reading.feeds.length === 0 && toRead.validators === undefined;
    return isToBeSearched ? ((await readUsualAddress(toRead.url, { ...toRead, signal: limit })) ?? reading) : reading;
  });
}

type Options = Omit<FeedToRead, "url" | "signal"> & { signal: AbortSignal };

async function readAddress(url: string, options: Options): Promise<FeedReading> {
  const { validators, publicUrl, ...guard } = options;
  const userAgent = `Folda/1.0 (feed reader${publicUrl ? `; +${publicUrl}` : ""})`;
  const response = await fetchGuarded(url, { ...guard, ...feedLimits, accept, userAgent, ...(validators && { validators }) });
  const { movedTo } = response;
  const freshFor = freshnessOf(response.headers, Date.now());
  if (response.status === 304) return { kind: "unchanged", movedTo, freshFor };
  if (response.body.byteLength === 0) throw new OutboundError("empty");
  const document = await unlessAborted(options.signal, parse(response));
  switch (document.kind) {
    case "feed": {
      const schedule = { ...document.schedule, freshFor: longest(freshFor, document.schedule.freshFor) };
      return { kind: "feed", address: movedTo ?? url, movedTo, feed: document.feed, schedule, validators: validatorsOf(response) };
    }
    case "page":
      return { kind: "page", feeds: document.feeds };
    case "broken":
      throw new OutboundError("unreadable", { reason: "malformed" });
    case "other":
      throw new OutboundError("not_a_feed", { contentType: response.contentType });
  }
}

async function readUsualAddress(website: string, options: Options): Promise<FeedReading | undefined> {
  for (const path of usualPaths) {
    try {
      const reading = await readAddress(new URL(path, website).href, options);
      if (reading.kind === "feed") return reading;
    } catch (error) {
      if (!(error instanceof OutboundError) || options.signal.aborted) throw error;
    }
  }
  return undefined;
}

const parseInPool = createWorkerPool<DocumentToRead, FeedDocument>({ filename: feedWorker });
// One at a time: the threads also serve people, who wait for them.
const withPermit = createSemaphore(1, { maxWaiting: 100, busy: () => new OutboundError("busy") });

async function parse({ body, contentType, url }: GuardedResponse): Promise<FeedDocument> {
  try {
    return await withPermit(() => parseInPool({ body, contentType, url, now: new Date() }));
  } catch (error) {
    if (error instanceof OutboundError || error instanceof ShareUsedUp) throw error;
    throw error instanceof PoolBusy ? new OutboundError("busy") : new OutboundError("unreadable", { reason: "worker" }, { cause: error });
  }
}

/** Longer values are ignored, because they would be stored. */
const longestValidator = 1_000;

function validatorsOf({ headers }: GuardedResponse): Validators {
  const short = (text: string | undefined) => (text && text.length <= longestValidator ? text : null);
  return { etag: short(headers.etag), lastModified: short(headers["last-modified"]) };
}
