import { outlinePage } from "@folda/page-reader/outline";
import { toPlainLine } from "@folda/page-reader/plain-line";
import { Parser } from "htmlparser2";
import { addressLength } from "../../../contract/address-length";
import * as limits from "../../../contract/limits";
import { parseUrl } from "../../../contract/parse-url";

export interface FeedLink {
  address: string;
  title: string;
}

const feedType = /^\s*application\/(?:rss\+xml|atom\+xml|rdf\+xml|feed\+json|json)\s*(?:;|$)/i;
const mostLinks = 20;
const maxDepth = 500;

/** The feeds that a page links to in its head; feeds of comments come last. */
export function findFeedLinks(html: string, pageUrl: string): FeedLink[] {
  const links = new Map<string, string>();
  let base = pageUrl;
  let title = "";
  let isTitle = false;
  const parser = new Parser({
    onopentag(name, { rel = "", type = "", href, title: linkTitle }) {
      isTitle = name === "title" && title === "";
      if (name === "base" && href) base = parseUrl(href, pageUrl)?.href ?? base;
      if (name !== "link" || !href || links.size === mostLinks) return;
      const rels = rel.toLowerCase().split(/\s+/);
      // JSON of that type may be anything, for example the API of WordPress.
      const isFeed = rels.includes("feed") || (rels.includes("alternate") && feedType.test(type) && !/\/wp-json\//.test(href));
      const url = isFeed
        ? parseUrl(
            href.replace(/^feed:(?:\/\/)?/i, (scheme) => (scheme.endsWith("//") ? "http://" : "")),
            base,
          )
        : undefined;
      if (!url || (url.protocol !== "http:" && url.protocol !== "https:") || addressLength(url.href) > limits.url) return;
      url.hash = "";
      if (!links.has(url.href)) links.set(url.href, toPlainLine(linkTitle) ?? "");
    },
    onclosetag(name) {
      if (name === "title") isTitle = false;
    },
    ontext(text) {
      if (isTitle) title += text;
    },
  });
  // The parser is quadratic in the depth.
  parser.end(html.slice(0, outlinePage(html, { maxDepth }).end));
  const feeds = [...links].map(([address, linkTitle]) => ({
    address,
    title: (linkTitle || toPlainLine(title) || address).slice(0, limits.text),
  }));
  const isOfComments = ({ address, title }: FeedLink) => /comments?\b|kommentar/i.test(`${new URL(address).pathname} ${title}`);
  return feeds.sort((one, other) => Number(isOfComments(one)) - Number(isOfComments(other)));
}
