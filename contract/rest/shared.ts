import { z } from "zod";
import * as limits from "../limits";

/** Identifiers are opaque, unguessable strings. */
export const idSchema = z.string().min(1).max(64);

/** ISO 8601 in UTC. */
export const timestampSchema = z.iso.datetime();

/** A calendar day, `YYYY-MM-DD`. */
export const daySchema = z.iso.date();

/** Control characters except tab and line feed, which are invisible; PostgreSQL rejects NUL. */
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/g;
/** PostgreSQL rejects lone surrogates in JSON, and `encodeURIComponent` throws on them. */
const loneSurrogates = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Normalises multi-line text: line ends become `\n`, control characters and outer whitespace are removed. */
export const cleanText = (text: string) =>
  text.replace(/\r\n?/g, "\n").replace(controlCharacters, "").replace(loneSurrogates, "").normalize("NFC").trim();

/** Normalises single-line text: like `cleanText`, with every run of whitespace replaced by a single space. */
export const cleanLine = (text: string) => cleanText(text).replace(/\s+/g, " ");

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
