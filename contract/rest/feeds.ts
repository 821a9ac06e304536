import { z } from "zod";
import { limits } from "../limits";
import { contentQuerySchema, contentSummarySchema } from "./contents";
import { idSchema, requiredLine, timestampSchema } from "./shared";

/** What narrows a feed: as the query of the article list, and always the newest first. */
export const feedQuerySchema = contentQuerySchema.omit({ shareable: true, sort_by: true, sort_dir: true, page: true, per_page: true });

/** Articles for one's reader. Its address is known only where it was made: only a hash of its secret is kept. */
export const feedSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    /** `null` where it is a search through all folders. */
    folder: z.object({ id: idSchema, name: z.string() }).nullable(),
    /** As the query of the article list. */
    query: z.record(z.string(), z.string()),
    created_at: timestampSchema,
    /** To within a few minutes; `null` before the first time. */
    last_used_at: timestampSchema.nullable(),
  })
  .meta({ id: "Feed" });

/** A new feed. The same `Idempotency-Key` header with the same fields from the same person answers the same feed and secret. */
export const createFeedBodySchema = z
  .object({
    feed: z.object({
      name: requiredLine(limits.feedName),
      folder_id: idSchema.nullable().default(null),
      query: feedQuerySchema.default({}),
    }),
  })
  .meta({ id: "CreateFeed" });

/** With the secret, which no other call answers. */
export const createdFeedSchema = feedSchema.extend({ token: z.string() }).meta({ id: "CreatedFeed" });

/** What a reader gets: the newest articles that the feed's owner may see now. */
export const feedContentsSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    entries: z.array(contentSummarySchema.extend({ updated_at: timestampSchema })),
  })
  .meta({ id: "FeedContents" });
