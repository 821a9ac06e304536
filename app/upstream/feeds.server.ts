import { z } from "zod";
import { createdFeedSchema, feedContentsSchema, feedSchema } from "../../contract/rest/feeds";
import type { Camel } from "../../contract/wire";
import type { Upstream } from "./client.server";

export type Feed = Camel<z.output<typeof feedSchema>>;
export type FeedContents = Camel<z.output<typeof feedContentsSchema>>;

export interface FeedFields {
  name: string;
  folderId: string | null;
  /** As the query of the article list. */
  query: Record<string, string>;
}

/** One's own feeds, the newest first. */
export const listFeeds = (upstream: Upstream) => upstream.get("/feeds", z.array(feedSchema));

/** A new feed with its secret, which no other call answers. */
export const createFeed = (upstream: Upstream, fields: FeedFields, idempotencyKey?: string) =>
  upstream.write("POST", "/feeds", createdFeedSchema, { feed: fields }, { idempotencyKey });

/** Makes a feed's address worth nothing. */
export const revokeFeed = (upstream: Upstream, id: string) => upstream.write("DELETE", `/feeds/${encodeURIComponent(id)}`, z.undefined());

/** What a feed holds now, for whoever has its secret. */
export const readFeed = (upstream: Upstream, token: string) =>
  upstream.ask(`/feeds/${encodeURIComponent(token)}/contents`, feedContentsSchema);
