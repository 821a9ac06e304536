import { z } from "zod";
import { fetchProblems } from "../errors";
import * as limits from "../limits";
import { tagNames } from "./contents";
import { folderSchema } from "./folders";
import { cleanLine, idSchema, optionalLine, timestampSchema } from "./shared";
import { sourceUrlSchema } from "./source-url";
import { teamReferenceSchema } from "./teams";
import { personSchema } from "./users";

/** Why a source could not be fetched: the general reasons, and those specific to sources. */
export const sourceProblems = [...fetchProblems, "gone", "not_a_feed", "not_permitted"] as const;
export type SourceProblem = (typeof sourceProblems)[number];

const wordsSchema = z.array(z.string().overwrite(cleanLine).min(1).max(limits.tag)).max(limits.sourceWords).default([]);

/** The settings of a source. */
const fieldsSchema = z.object({
  /** Defaults to the feed's title. */
  title: optionalLine(limits.feedName),
  /** Only entries with one of these words are filed, if there are any, and none with an excluded one. Case does not matter. */
  included_words: wordsSchema,
  excluded_words: wordsSchema,
  /** Added to every article. */
  tags: tagNames,
  /** Whether to fetch the entry's page for its full text. */
  full_text: z.boolean().default(false),
  is_paused: z.boolean().default(false),
});

/** Subscribes a folder to a feed. Repeating a request with the same `Idempotency-Key` header, fields and user returns the same source. */
export const createSourceBodySchema = z
  .object({ source: fieldsSchema.extend({ folder_id: idSchema, address: sourceUrlSchema }) })
  .meta({ id: "CreateSource" });

/** `lock_version` is the version that the change is based on. */
export const updateSourceBodySchema = z
  .object({ source: fieldsSchema.extend({ lock_version: z.int().min(0).optional() }) })
  .meta({ id: "UpdateSource" });

export const sourceSchema = z
  .object({
    id: idSchema,
    folder: folderSchema.pick({ id: true, name: true, purpose: true }),
    /** Of the feed. */
    address: z.string(),
    site_url: z.string().nullable(),
    title: z.string(),
    included_words: z.array(z.string()),
    excluded_words: z.array(z.string()),
    tags: z.array(z.string()),
    full_text: z.boolean(),
    is_paused: z.boolean(),
    /** The last person to save it, who is the author of its articles. */
    user: personSchema.pick({ id: true, first_name: true, last_name: true }),
    created_at: timestampSchema,
    /** When it was last fetched without a failure. */
    fetched_at: timestampSchema.nullable(),
    /** `null` if it is no longer fetched. */
    next_fetch_at: timestampSchema.nullable(),
    /** The first failure since it last succeeded, and the reason of the last one. */
    failing_since: timestampSchema.nullable(),
    problem: z.enum(sourceProblems).nullable(),
    /** Its address before a permanent redirect. */
    moved_from: z.string().nullable(),
    /** The number of articles that it has filed. */
    filed: z.int().min(0),
    lock_version: z.int().min(0),
  })
  .meta({ id: "Source" });

/** The sources of visible folders, as values of a filter. */
export const subscriptionsSchema = z.array(
  sourceSchema.pick({ id: true, title: true, folder: true }).extend({ team: teamReferenceSchema }).meta({ id: "Subscription" }),
);

/** The address of a feed or of a website, to be subscribed to for a folder. */
export const previewSourceBodySchema = z.object({ folder_id: idSchema, address: sourceUrlSchema }).meta({ id: "PreviewSource" });

/** A feed with its newest entries, or the feeds of a website. */
export const sourcePreviewSchema = z
  .object({
    /** The feed that was found; `null` for a website that offers several. */
    feed: z
      .object({
        address: z.string(),
        title: z.string(),
        site_url: z.string().nullable(),
        /** The number of entries in the feed. */
        entries_count: z.int().min(0),
        entries: z.array(
          z.object({ title: z.string(), url: z.string().nullable(), published_at: timestampSchema.nullable(), teaser: z.string() }),
        ),
      })
      .nullable(),
    /** The feeds of a website that offers several, by address. */
    choices: z.array(z.object({ address: z.string(), title: z.string() })),
  })
  .meta({ id: "SourcePreview" });
