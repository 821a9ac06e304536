import { z } from "zod";
import { createdFeedSchema, feedContentsSchema, feedSchema } from "../../contract/rest/feeds";
import type { Camel } from "../../contract/wire";
import type { Upstream } from "./client.server";

export type FeedContents = Camel<z.output<typeof feedContentsSchema>>;

export interface FeedFields {
  name: string;
  folderId: string | null;
  /** The query of the article list. */
  query: Record<string, string>;
}

/** The user's own feeds, newest first. */
export const listFeeds = (upstream: Upstream) => upstream.get("/feeds", z.array(feedSchema));

/** Creates a feed. Only this call returns its secret. */
export const createFeed = (upstream: Upstream, fields: FeedFields, idempotencyKey?: string) =>
  upstream.write("POST", "/feeds", createdFeedSchema, { feed: fields }, { idempotencyKey });

/** Invalidates a feed's URL. */
export const revokeFeed = (upstream: Upstream, id: string) => upstream.write("DELETE", `/feeds/${encodeURIComponent(id)}`, z.undefined());

/** The content of a feed, given its secret. */
export const readFeed = (upstream: Upstream, token: string) =>
  upstream.ask(`/feeds/${encodeURIComponent(token)}/contents`, feedContentsSchema);
