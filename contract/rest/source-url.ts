import { tlds } from "@hapi/tlds";
import { z } from "zod";
import * as limits from "../limits";
import { parseUrl } from "../parse-url";

/** A host of 2 to 256 characters with a top-level domain of letters. */
const hostPattern = /^(?=.{1,253}$)(?:[\p{L}\p{N}](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}])?\.)+(?:[\p{L}]{2,63}|xn--[a-z0-9-]{2,59})$/iu;
/** A top-level domain of 2 to 4 letters, or a longer one that exists: on IANA's list, or reserved for examples and for private networks. */
const isTopLevel = (domain: string) => domain.length <= 4 || tlds.has(domain) || domain === "example" || domain === "internal";

/** A host without a top-level domain. */
const bareHostPattern = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/i;

/**
 * Parses the URL of a web page, prepending `https://` to a host alone; `undefined` if it is invalid. `allowLocalHosts` accepts the hosts of
 * an intranet as well, which the operator may have listed (`IMPORT_ALLOW_HOSTS`).
 */
export function findSourceUrl(text: string, { allowLocalHosts = false } = {}): URL | undefined {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > limits.url || /\s/.test(trimmed)) return undefined;
  const withScheme =
    /^[a-z][a-z0-9+.-]*:/i.test(trimmed) && !/^[^/:.]+(?:\.[^/:.]+)+:\d+(?:\/|$)/.test(trimmed) ? trimmed : `https://${trimmed}`;
  const url = parseUrl(withScheme);
  if (!url) return undefined;
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  if (url.username !== "" || url.password !== "") return undefined;
  if (allowLocalHosts) return hostPattern.test(url.hostname) || bareHostPattern.test(url.hostname) ? url : undefined;
  return hostPattern.test(url.hostname) && isTopLevel(url.hostname.slice(url.hostname.lastIndexOf(".") + 1)) ? url : undefined;
}

const parsedUrl = (text: string, context: z.core.$RefinementCtx) => {
  const url = findSourceUrl(text, { allowLocalHosts: true });
  if (url) return url.href;
  context.addIssue({ code: "custom", params: { key: "invalidUrl" }, input: text });
  return z.NEVER;
};

/** A required URL. Whether it may be requested is decided when it is fetched. */
export const sourceUrlSchema = z.string().trim().min(1).max(limits.url).transform(parsedUrl);

/** An optional URL; `null` if empty. */
export const optionalSourceUrlSchema = z.preprocess(
  (value) => (value === undefined || (typeof value === "string" && value.trim() === "") ? null : value),
  z.string().trim().max(limits.url).transform(parsedUrl).nullable(),
);
