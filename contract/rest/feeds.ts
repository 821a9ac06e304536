import { z } from "zod";
import * as limits from "../limits";
import { contentQuerySchema, contentSummarySchema } from "./contents";
import { idSchema, requiredLine, timestampSchema } from "./shared";

/** The filter of a feed, like the query of the article list. Feeds are always sorted by newest. */
export const feedQuerySchema = contentQuerySchema.omit({ shareable: true, sort_by: true, sort_dir: true, page: true, per_page: true });

/** Articles for a feed reader. Its URL is returned only on creation, because only a hash of its secret is stored. */
export const feedSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    /** `null` for a search in all folders. */
    folder: z.object({ id: idSchema, name: z.string() }).nullable(),
    /** The query of the article list. */
    query: z.record(z.string(), z.string()),
    created_at: timestampSchema,
    /** Accurate to a few minutes; `null` if the feed was never read. */
    last_used_at: timestampSchema.nullable(),
  })
  .meta({ id: "Feed" });

/** A new feed. Repeating a request with the same `Idempotency-Key` header, fields and user returns the same feed and secret. */
export const createFeedBodySchema = z
  .object({
    feed: z.object({
      name: requiredLine(limits.feedName),
      folder_id: idSchema.nullable().default(null),
      query: feedQuerySchema.default({}),
    }),
  })
  .meta({ id: "CreateFeed" });

/** Includes the secret, which no other call returns. */
export const createdFeedSchema = feedSchema.extend({ token: z.string() }).meta({ id: "CreatedFeed" });

/** The content of a feed: the newest articles that its owner can currently see. */
export const feedContentsSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    entries: z.array(contentSummarySchema.extend({ updated_at: timestampSchema })),
  })
  .meta({ id: "FeedContents" });
