import { z } from "zod";
import * as limits from "../limits";

/** Identifiers are opaque, unguessable strings. */
export const idSchema = z.string().min(1).max(64);

/** ISO 8601 in UTC. */
export const timestampSchema = z.iso.datetime();

/** A calendar day, `YYYY-MM-DD`. */
export const daySchema = z.iso.date();

/** PostgreSQL rejects lone surrogates in JSON, and `encodeURIComponent` throws on them. */
const loneSurrogates = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const joined = String.raw`\p{Extended_Pictographic}`;
/** Scripts in which joiners change the form of letters, and scripts that separate words with zero-width spaces. */
const joining = "Arabic Syriac Mandaic Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala";
const spaceless = "Thai Lao Khmer Myanmar Tibetan";
const inScripts = (names: string) => `(?<=[${names.replace(/\w+/g, String.raw`\p{Script=$&}`).replaceAll(" ", "")}])`;

/**
 * Control characters except white space (PostgreSQL rejects NUL), and format characters, for example soft hyphens and zero-width spaces.
 * The group matches the ones to keep, because emoji and scripts need them.
 */
const invisible = new RegExp(
  [
    String.raw`((?<=${joined}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=${joined})`,
    String.raw`\u{1f3f4}[\u{e0061}-\u{e007a}\u{e0030}-\u{e0039}]{1,8}\u{e007f}`,
    String.raw`${inScripts(`${joining} ${spaceless}`)}[\u200c\u200d]`,
    String.raw`${inScripts(spaceless)}\u200b`,
    String.raw`[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])`,
    String.raw`(?![\t\n\f\r])[\p{Cc}\p{Cf}\ufffe\uffff]`,
  ].join("|"),
  "gu",
);
/** Direction marks, which texts with right-to-left scripts need. */
const direction = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const everyDirection = new RegExp(direction, "g");
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Removes invisible characters, except `exception`, and direction marks unless the text has right-to-left letters. */
export function removeInvisible(text: string, exception = ""): string {
  const keepsDirection = rightToLeft.test(text);
  const isKept = (character: string) => character === exception || (keepsDirection && direction.test(character));
  return text.replace(invisible, (character, kept?: string) => kept ?? (isKept(character) ? character : ""));
}

/** More marks on a letter than any script uses (UAX 15, "Stream-Safe Text Format"). Normalising them would take quadratic time. */
const excessMarks = /(\p{M}{30})\p{M}+/gu;

/**
 * Normalises multi-line text: line and page ends become `\n`; outer whitespace and invisible characters (except `exception`) are removed.
 */
export const cleanText = (text: string, exception?: string) =>
  removeInvisible(text.replace(/\r\n?|\f/g, "\n").replace(loneSurrogates, ""), exception)
    .replace(excessMarks, "$1")
    .normalize("NFC")
    .trim();

/** Normalises single-line text: like `cleanText`, with every run of whitespace replaced by a single space. */
export const cleanLine = (text: string) => cleanText(text).replace(/\s+/g, " ");

/** Like `cleanLine`, and without direction marks, which can make `fdp.exe` look like `exe.pdf`. */
export const plainLine = (text: string) => cleanLine(text.replace(everyDirection, ""));

/** A required single-line text. */
export const requiredLine = (max: number = limits.text) => z.string().overwrite(cleanLine).min(1).max(max);

/** An optional single-line text; `null` if empty. */
export const optionalLine = (max: number = limits.text) => optional(cleanLine, max);

/** An optional multi-line text; `null` if empty. */
export const optionalText = (max: number = limits.text) => optional(cleanText, max);

const optional = (clean: (text: string) => string, max: number) =>
  z.preprocess(
    (value) => (value === undefined || (typeof value === "string" && clean(value) === "") ? null : value),
    z.string().overwrite(clean).max(max).nullable(),
  );

const emailLine = z.string().overwrite(cleanLine).min(1).max(limits.email);

/** A stored e-mail address, by the rules of `type=email` (HTML standard). The host may lack a dot, as in local networks. */
export const storedEmailSchema = emailLine.pipe(z.email({ pattern: z.regexes.html5Email }));

/** The same with at least one dot in the domain, because an address without one is probably incomplete. */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

/** A typed e-mail address. Its case is preserved. */
export const emailSchema = emailLine.pipe(z.email({ pattern: emailPattern }));

/** The token in a mail's link: 256 bits as base64url. */
export const linkTokenSchema = z.string().min(1).max(200);

/** The search term of a list. */
export const termSchema = z.string().overwrite(cleanLine).max(limits.text).optional();

/** A page of a list, zero-based. */
export const pageSchema = z.coerce.number().int().min(0).max(100_000).default(0);

/** `total_is_exact` is false if `total_count` is a lower bound. */
export const metaSchema = z
  .object({
    current_page: z.int().min(0),
    per_page: z.int().min(1),
    next_page: z.int().nullable(),
    total_count: z.int().min(0),
    total_is_exact: z.boolean(),
  })
  .meta({ id: "Meta" });

export const entriesSchema = <T extends z.ZodType>(entry: T) => z.object({ entries: z.array(entry), meta: metaSchema });
