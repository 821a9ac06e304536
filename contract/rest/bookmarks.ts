import { z } from "zod";
import * as limits from "../limits";
import { contentQuerySchema } from "./contents";
import { cleanLine, idSchema, timestampSchema } from "./shared";

/** `netscape` is the HTML of browsers and most services, `csv` any other table with a column of addresses. */
export const bookmarkFormats = ["netscape", "raindrop", "pocket", "instapaper", "readwise", "csv"] as const;
export type BookmarkFormat = (typeof bookmarkFormats)[number];

/**
 * What became of an entry: filed, skipped because the address is filed already, left out as requested, not filed because the user may no longer
 * file into the folder or because filing failed for a day, or unreadable: without an address, with an unusable one, or with quotes that do not end.
 */
export const bookmarkOutcomes = [
  "filed",
  "duplicate",
  "left_out",
  "not_allowed",
  "failed",
  "no_address",
  "bad_address",
  "damaged",
] as const;
export type BookmarkOutcome = (typeof bookmarkOutcomes)[number];

const countSchema = z.int().min(0);

export const bookmarkImportSchema = z
  .object({
    id: idSchema,
    filename: z.string(),
    format: z.enum(bookmarkFormats),
    /** `draft` until the user has started it. */
    state: z.enum(["draft", "working", "done"]),
    /** All entries of the file, and how many have an outcome. */
    total: countSchema,
    processed: countSchema,
    /** The number of entries with each outcome that occurs. */
    outcomes: z.array(z.object({ outcome: z.enum(bookmarkOutcomes), count: z.int().min(1) })),
    created_at: timestampSchema,
  })
  .meta({ id: "BookmarkImport" });

/** With what the user needs before the start, or to understand the result. */
export const bookmarkImportDetailsSchema = bookmarkImportSchema
  .extend({
    /** The first `limits.bookmarkFolders` of the folders with readable entries, those with most first, and the number of all. */
    folders: z.array(
      z.object({
        /** Identifies the folder within the import. */
        number: countSchema,
        path: z.array(z.string()),
        count: z.int().min(1),
      }),
    ),
    folders_count: countSchema,
    /** The most frequent tags, and the number of all. */
    tags: z.array(z.string()),
    tags_count: countSchema,
    untagged_count: countSchema,
    /** Readable entries whose address is already filed where the user sees it, or occurs earlier in the file. Only of a draft. */
    known_count: countSchema,
    repeated_count: countSchema,
    /** The first entries that were not filed, with the reason. */
    problems: z.array(z.object({ line: z.int().min(1), title: z.string(), outcome: z.enum(bookmarkOutcomes) })),
  })
  .meta({ id: "BookmarkImportDetails" });

/** What the user decides before the start. */
export const startBookmarkImportBodySchema = z
  .object({
    import: z.object({
      /** The folder for everything that `targets` does not mention. */
      folder_id: idSchema,
      /** `null` leaves the bookmarks of that folder out. */
      targets: z
        .array(z.object({ number: countSchema, folder_id: idSchema.nullable() }))
        .max(limits.bookmarksPerImport)
        .default([]),
      folders_as_tags: z.boolean().default(false),
      /** For bookmarks that would have no tag. */
      fallback_tag: z.string().overwrite(cleanLine).min(1).max(limits.tag),
    }),
  })
  .meta({ id: "StartBookmarkImport" });

export const bookmarkFileFormats = ["html", "csv", "json"] as const;

/** The articles to export, as in the query of the list. */
export const bookmarksQuerySchema = contentQuerySchema
  .omit({ page: true, per_page: true, shareable: true })
  .extend({ format: z.enum(bookmarkFileFormats) });
