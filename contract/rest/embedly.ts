import { z } from "zod";
import { invalidSchema, pageProblems } from "../errors";
import { sourceUrlSchema } from "./source-url";

export const embedlyQuerySchema = z.object({ url: sourceUrlSchema });

/** `code` is the reason why a page could not be read; missing if the URL is invalid. */
export const pageUnreadSchema = invalidSchema.extend({ code: z.enum(pageProblems).optional() }).meta({ id: "PageUnread" });

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
    /** Whether `content` is only the beginning: the page has more text than an article may have, or the connection was cut. */
    content_is_cut: z.boolean().default(false),
    authors: z.array(z.object({ name: z.string() })),
    source_name: z.string().nullable(),
    published_at: z.int().nullable(),
    language: z.string().nullable(),
  })
  .meta({ id: "Embedly" });
