import { Parser } from "htmlparser2";
import { toAbsoluteUrl } from "./page-images";

/** In bytes, or characters: a page that only sends its readers on says so at its beginning. */
export const longestHead = 32 * 1024;
// Tickers load themselves anew after minutes: only what sends readers on within seconds leads elsewhere.
const refresh = /^\s*[0-5](?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i;

/** Where a page sends its readers by `<meta http-equiv="refresh">`, as browsers with script follow it; null when that is nowhere else. */
export function findRefreshUrl(html: string, url: string): string | null {
  let baseUrl = url;
  let target: string | undefined;
  let withoutScript = 0;
  const parser = new Parser({
    onopentag(name, { href, content, "http-equiv": equivalent }) {
      if (name === "noscript") withoutScript += 1;
      if (name === "base" && href) baseUrl = toAbsoluteUrl(href, url) ?? url;
      if (name === "meta" && equivalent?.toLowerCase() === "refresh" && withoutScript === 0) target ??= refresh.exec(content ?? "")?.[1];
    },
    onclosetag(name) {
      if (name === "noscript") withoutScript -= 1;
    },
  });
  parser.end(html.slice(0, longestHead));
  const found = toAbsoluteUrl(target?.trim(), baseUrl);
  return found === null || withoutHash(found) === withoutHash(url) ? null : found;
}

const withoutHash = (url: string) => url.replace(/#.*$/s, "");
