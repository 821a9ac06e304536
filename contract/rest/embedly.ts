import { z } from "zod";
import { invalidSchema, pageProblems } from "../errors";
import { sourceUrlSchema } from "./source-url";

export const embedlyQuerySchema = z.object({ url: sourceUrlSchema });

/** `code` is the reason why a page could not be read; missing if the URL is invalid. */
export const pageUnreadSchema = invalidSchema.extend({ code: z.enum(pageProblems).optional() }).meta({ id: "PageUnread" });

/**
 * What a person should check after an import: `guessed_date` is one in the address or without a label, `modified_date` that of the last change,
 * `cut_text` the beginning of a text that is longer than an article may be, `partial_text` one that may lack its beginning or end.
 */
export const pageDoubts = ["no_date", "guessed_date", "modified_date", "cut_text", "partial_text"] as const;
export type PageDoubt = (typeof pageDoubts)[number];

/** Doubts of another API that are unknown here are ignored. */
const doubtsSchema = z.preprocess(
  (doubts) => (Array.isArray(doubts) ? pageDoubts.filter((doubt) => doubts.includes(doubt)) : []),
  z.array(z.enum(pageDoubts)),
);

/** The content of a web page. `content` is sanitised HTML, `published_at` milliseconds since 1970. */
export const embedlySchema = z
  .object({
    /** The URL after redirects, with the fragment of the URL that was asked for if it is still the same page. */
    url: z.string(),
    /** The address that the page states as its own. */
    canonical_url: z.string().nullable().default(null),
    title: z.string().nullable(),
    images: z.array(z.object({ url: z.string(), width: z.int().nullable(), height: z.int().nullable(), alt: z.string().nullable() })),
    media: z.object({ html: z.string() }).nullable(),
    content: z.string().nullable(),
    doubts: doubtsSchema,
    /** The doubt `cut_text`, for programs that do not know the others. */
    content_is_cut: z.boolean().default(false),
    authors: z.array(z.object({ name: z.string() })),
    source_name: z.string().nullable(),
    published_at: z.int().nullable(),
    language: z.string().nullable(),
  })
  .meta({ id: "Embedly" });
