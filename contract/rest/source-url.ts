import { z } from "zod";
import { limits } from "../limits";

/**
 * A host of 2 to 256 characters and a top-level domain of 2 to 4 letters. Longer top-level domains pass if they exist, so the
 * length alone never rejects one.
 */
const hostPattern =
  /^(?=.{1,253}$)(?:[\p{L}\p{N}](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}])?\.)+(?:[\p{L}]{2,4}|[\p{L}]{5,63}|xn--[a-z0-9-]{2,59})$/iu;
/** Hosts of a test or an intranet that the operator named (`IMPORT_ALLOW_HOSTS`) have no top-level domain. */
const bareHostPattern = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/i;

/** The address as a URL, with `https://` put before a bare host; `undefined` when it is no address of a web page. */
export function findSourceUrl(text: string, { allowBareHosts = false } = {}): URL | undefined {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > limits.url || /\s/.test(trimmed)) return undefined;
  const withScheme = /^[a-z][a-z0-9+.-]*:/i.test(trimmed) && !/^[^/:]+\.[^/:]+:\d+(?:\/|$)/.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(withScheme)) return undefined;
  const url = new URL(withScheme);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  if (url.username !== "" || url.password !== "") return undefined;
  if (hostPattern.test(url.hostname)) return url;
  return allowBareHosts && bareHostPattern.test(url.hostname) ? url : undefined;
}

const parsedUrl = (text: string, context: z.core.$RefinementCtx) => {
  const url = findSourceUrl(text, { allowBareHosts: true });
  if (url) return url.href;
  context.addIssue({ code: "custom", params: { key: "invalidUrl" }, input: text });
  return z.NEVER;
};

/** An address somebody has to give. Whether it may be reached is decided where it is fetched. */
export const sourceUrlSchema = z.string().trim().min(1).max(limits.url).transform(parsedUrl);

/** An address somebody may give; an empty one is `null`. */
export const optionalSourceUrlSchema = z.preprocess(
  (value) => (value === undefined || (typeof value === "string" && value.trim() === "") ? null : value),
  z.string().trim().max(limits.url).transform(parsedUrl).nullable(),
);
