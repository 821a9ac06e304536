import { z } from "zod";
import { invalidSchema, pageProblems } from "../errors";
import { sourceUrlSchema } from "./source-url";

export const embedlyQuerySchema = z.object({ url: sourceUrlSchema });

/** `code` is the reason why a page could not be read; missing if the URL is invalid. */
export const pageUnreadSchema = invalidSchema.extend({ code: z.enum(pageProblems).optional() }).meta({ id: "PageUnread" });

/**
 * Reasons to check an import before saving it. `guessed_date`: the date was taken from the address, or from a line without a label.
 * `modified_date`: it is the date of the last change. `cut_text`: the text exceeds the limit of articles, and only its beginning was kept.
 * `partial_text`: the beginning or end of the text may be missing.
 */
export const pageDoubts = ["no_date", "guessed_date", "modified_date", "cut_text", "partial_text"] as const;
export type PageDoubt = (typeof pageDoubts)[number];

/** Ignores unknown doubts, which a newer API may return. */
const doubtsSchema = z.preprocess(
  (doubts) => (Array.isArray(doubts) ? pageDoubts.filter((doubt) => doubts.includes(doubt)) : []),
  z.array(z.enum(pageDoubts)),
);

/** The content of a web page. `content` is sanitised HTML, `published_at` milliseconds since 1970. */
export const embedlySchema = z
  .object({
    /** The URL after redirects. Keeps the fragment of the requested URL unless they led to another page. */
    url: z.string(),
    /** The address that the page states as its own. */
    canonical_url: z.string().nullable().default(null),
    title: z.string().nullable(),
    images: z.array(z.object({ url: z.string(), width: z.int().nullable(), height: z.int().nullable(), alt: z.string().nullable() })),
    media: z.object({ html: z.string() }).nullable(),
    content: z.string().nullable(),
    doubts: doubtsSchema,
    /** Whether `doubts` contains `cut_text`; for clients written before `doubts` existed. */
    content_is_cut: z.boolean().default(false),
    authors: z.array(z.object({ name: z.string() })),
    source_name: z.string().nullable(),
    published_at: z.int().nullable(),
    language: z.string().nullable(),
  })
  .meta({ id: "Embedly" });
