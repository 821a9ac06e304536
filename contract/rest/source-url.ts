import { tlds } from "@hapi/tlds";
import { z } from "zod";
import { addressLength } from "../address-length";
import { cleanAddress } from "../clean-address";
import * as limits from "../limits";
import { parseUrl } from "../parse-url";

/** A host of 2 to 256 characters with a top-level domain of letters. */
const hostPattern = /^(?=.{1,253}$)(?:[\p{L}\p{N}](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}])?\.)+(?:[\p{L}]{2,63}|xn--[a-z0-9-]{2,59})$/iu;
/** A top-level domain of 2 to 4 letters, or a longer one that exists: on IANA's list, or reserved for examples and for private networks. */
const isTopLevel = (domain: string) => domain.length <= 4 || tlds.has(domain) || domain === "example" || domain === "internal";

/** A host without a top-level domain. */
const bareHostPattern = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/i;

interface Options {
  /** Accepts the hosts of an intranet as well, which the operator may have listed (`IMPORT_ALLOW_HOSTS`). */
  allowLocalHosts?: boolean;
}

/** Parses the URL of a web page, without invisible characters; prepends `https://` to a bare host. `undefined` if invalid or too long. */
export function findSourceUrl(text: string, options: Options = {}): URL | undefined {
  const reading = readSourceUrl(text, options);
  return "url" in reading ? reading.url : undefined;
}

/** Like `findSourceUrl`, but returns the key of the error message if it fails. */
export function readSourceUrl(
  text: string,
  { allowLocalHosts = false }: Options = {},
): { url: URL } | { problem: "invalidUrl" | "tooLong" } {
  if (text.length > longestEncoded) return { problem: "tooLong" };
  const cleaned = cleanAddress(text);
  const url = parseSourceUrl(cleaned, allowLocalHosts);
  if (addressLength(url?.href ?? cleaned) > limits.url) return { problem: "tooLong" };
  return url ? { url } : { problem: "invalidUrl" };
}

/** In UTF-16 code units. An encoded code point has at most four bytes ("%F0%9F%8E%89"). */
const longestEncoded = 12 * limits.url;

function parseSourceUrl(text: string, allowLocalHosts: boolean): URL | undefined {
  if (text === "" || /\s/.test(text)) return undefined;
  const withScheme = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/:.]+(?:\.[^/:.]+)+:\d+(?:\/|$)/.test(text) ? text : `https://${text}`;
  const url = parseUrl(withScheme);
  if (!url) return undefined;
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  if (url.username !== "" || url.password !== "") return undefined;
  // The dot is valid, but usually the end of a sentence. Certificates and servers use the name without it.
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.slice(0, -1);
  if (allowLocalHosts) return hostPattern.test(url.hostname) || bareHostPattern.test(url.hostname) ? url : undefined;
  return hostPattern.test(url.hostname) && isTopLevel(url.hostname.slice(url.hostname.lastIndexOf(".") + 1)) ? url : undefined;
}

const parsedUrl = (text: string, context: z.core.$RefinementCtx) => {
  const reading = readSourceUrl(text, { allowLocalHosts: true });
  if ("url" in reading) return reading.url.href;
  context.addIssue({ code: "custom", params: { key: reading.problem, values: { max: limits.url } }, input: text });
  return z.NEVER;
};

/** A required URL of at most `limits.url` characters (`addressLength`). Whether it may be requested is decided when it is fetched. */
export const sourceUrlSchema = z.string().overwrite(cleanAddress).min(1).transform(parsedUrl);

/** An optional URL; `null` if empty. */
export const optionalSourceUrlSchema = z.preprocess(
  (value) => (value === undefined || (typeof value === "string" && cleanAddress(value) === "") ? null : value),
  z.string().transform(parsedUrl).nullable(),
);
