import { z } from "zod";
import { limits } from "../limits";

/** Identifiers are opaque, unguessable strings. */
export const idSchema = z.string().min(1).max(64);

/** ISO 8601 in UTC. */
export const timestampSchema = z.iso.datetime();

/** A calendar day, `YYYY-MM-DD`. */
export const daySchema = z.iso.date();

/** Control characters but tab and line feed say nothing to a reader, and PostgreSQL refuses NUL. */
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/g;
/** A half of a surrogate pair is not a character: PostgreSQL refuses it in JSON, `encodeURIComponent` throws on it. */
const loneSurrogates = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text of several lines: normalised, line ends as `\n`, without control characters and outer white space. */
export const cleanText = (text: string) =>
  text.replace(/\r\n?/g, "\n").replace(controlCharacters, "").replace(loneSurrogates, "").normalize("NFC").trim();

/** Text of one line: as `cleanText`, with every run of white space a single space. */
export const cleanLine = (text: string) => cleanText(text).replace(/\s+/g, " ");

/** One line a person has to give. */
export const requiredLine = (max: number = limits.text) => z.string().overwrite(cleanLine).min(1).max(max);

/** One line a person may give; an empty one is `null`. */
export const optionalLine = (max: number = limits.text) => optional(cleanLine, max);

/** Text of several lines a person may give; an empty one is `null`. */
export const optionalText = (max: number = limits.text) => optional(cleanText, max);

const optional = (clean: (text: string) => string, max: number) =>
  z.preprocess(
    (value) => (value === undefined || (typeof value === "string" && clean(value) === "") ? null : value),
    z.string().overwrite(clean).max(max).nullable(),
  );

const emailLine = z.string().overwrite(cleanLine).min(1).max(limits.email);

/** An address that is kept, as browsers judge `type=email` (HTML standard): also one within a network, where a host has no dot. */
export const storedEmailSchema = emailLine.pipe(z.email({ pattern: z.regexes.html5Email }));

/** The same with a dot in the domain at least once: without it somebody has stopped typing too early, and no mail would arrive. */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

/** An address that somebody gives; the case of its letters is kept. */
export const emailSchema = emailLine.pipe(z.email({ pattern: emailPattern }));

/** A secret of a mail's link: 256 bits as base64url. */
export const linkTokenSchema = z.string().min(1).max(200);

/** Words that a list is searched by. */
export const termSchema = z.string().overwrite(cleanLine).max(limits.text).optional();

/** A page of a list, counted from 0. */
export const pageSchema = z.coerce.number().int().min(0).max(100_000).default(0);

/** List metadata. `total_is_exact` is false where `total_count` is a lower bound. */
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
