import { Parser } from "htmlparser2";
import { toAbsoluteUrl } from "./page-images";

/** In bytes, or characters. A page that only redirects says so at its beginning. */
export const maxHead = 32 * 1024;
// Only within seconds: live pages reload themselves after minutes.
const refresh = /^\s*[0-5](?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i;

/** The target of a redirect by `<meta http-equiv="refresh">`, as browsers with JavaScript follow it; null if there is none. */
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
  parser.end(html.slice(0, maxHead));
  const found = toAbsoluteUrl(target?.trim(), baseUrl);
  return found === null || withoutHash(found) === withoutHash(url) ? null : found;
}

const withoutHash = (url: string) => url.split("#", 1)[0];
