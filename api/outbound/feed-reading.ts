/** A feed. All texts are plain text, all addresses absolute http or https URLs. */
export interface Feed {
  title: string;
  siteUrl: string | null;
  /** BCP 47. */
  language: string | null;
  /** Newest first, at most `limits.sourceEntries`. */
  entries: FeedEntry[];
}

export interface FeedEntry {
  /** Its guid or id; its address, or a hash of its content, if it has none. */
  id: string;
  /** Whether the id is unique among all feeds (a URI), not only within its own. */
  isGlobalId: boolean;
  url: string | null;
  title: string;
  author: string | null;
  publishedAt: Date | null;
  /** Its content, or else its summary, as unsanitised HTML. */
  html: string;
}

/** When a feed wants to be fetched again. */
export interface Schedule {
  /** Seconds for which its content is valid: the longest of `Cache-Control`, `ttl` and `sy:updatePeriod`. */
  freshFor: number | null;
  /** Hours (0 to 23, UTC) and days (0 = Sunday, UTC) at which it must not be fetched. */
  skipHours: number[];
  skipDays: number[];
}

export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

/** The result of fetching the address of a feed or of a website. */
export type FeedReading =
  | { kind: "unchanged"; movedTo: string | null; freshFor: number | null }
  /** `address` is the one to fetch from now on: after permanent redirects, before temporary ones. */
  | { kind: "feed"; address: string; movedTo: string | null; feed: Feed; schedule: Schedule; validators: Validators }
  /** A website, with the feeds that it links to. */
  | { kind: "page"; feeds: { address: string; title: string }[] };
