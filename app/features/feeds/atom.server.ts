import { config } from "~/config.server";
import { absoluteUrl } from "~/http/absolute-url.server";
import { displayName } from "~/ui/display-name";
import type { FeedContents } from "~/upstream/feeds.server";
import { href } from "../../../contract/paths";

type Entry = FeedContents["entries"][number];

/** Characters that XML 1.0 does not allow, not even escaped, including lone surrogates. */
const notInXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escaped = (text: string) => text.replace(notInXml, "").replace(/[&<>"]/g, (sign) => escapes[sign] ?? "");

const element = (name: string, text: string) => `<${name}>${escaped(text)}</${name}>`;

/** The time of the latest change to any entry; undefined for an empty feed. */
function findUpdated({ entries }: FeedContents): string | undefined {
  return entries
    .map(({ updatedAt }) => updatedAt)
    .sort()
    .at(-1);
}

/** The feed as an Atom document (RFC 4287). It has no `self` link: the feed's URL is a secret, and readers pass documents on. */
export function toAtom(feed: FeedContents): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element("id", `${absoluteUrl(href("settingsFeeds", {}))}#${feed.id}`),
    element("title", feed.name || config.product.name),
    element("updated", findUpdated(feed) ?? new Date(0).toISOString()),
    `<author>${element("name", config.product.name)}</author>`,
    `<link rel="alternate" type="text/html" href="${escaped(absoluteUrl(href("stream", {})))}"/>`,
    element("generator", config.product.name),
    ...feed.entries.map(toEntry),
    "</feed>\n",
  ].join("\n");
}

function toEntry(entry: Entry): string {
  const address = absoluteUrl(href("article", { contentId: entry.id }));
  const lang = entry.language ? ` xml:lang="${escaped(entry.language)}"` : "";
  return [
    `<entry${lang}>`,
    element("id", address),
    element("title", entry.title),
    element("published", entry.createdAt),
    element("updated", entry.updatedAt),
    `<author>${element("name", entry.author ?? displayName(entry.user))}</author>`,
    `<link rel="alternate" type="text/html" href="${escaped(address)}"/>`,
    ...(entry.sourceUrl ? [`<link rel="via" href="${escaped(entry.sourceUrl)}"/>`] : []),
    ...entry.tags.map(({ name, slug }) => `<category term="${escaped(slug)}" label="${escaped(name)}"/>`),
    element("summary", entry.teaserText),
    "</entry>",
  ].join("\n");
}
