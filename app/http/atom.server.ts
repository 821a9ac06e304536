import { escapeAttribute } from "@folda/page-reader/escape";
import { config } from "~/config.server";

export interface AtomFeed {
  id: string;
  title: string;
  language?: string;
  /** The page that shows the same. */
  page: string;
  /** Its own address, unless that is secret. */
  self?: string;
  entries: AtomEntry[];
}

export interface AtomEntry {
  language?: string | null;
  title: string;
  /** ISO 8601, like `updated`. */
  published: string;
  updated: string;
  author: string;
  /** The address of its page, which is also its id. */
  url: string;
  /** Where it comes from. */
  source?: string | null;
  tags?: { name: string; slug: string }[];
  summary: string;
}

/** Characters that XML 1.0 does not allow, not even escaped, including lone surrogates. */
const notInXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const escaped = (text: string) => escapeAttribute(text.replace(notInXml, ""));

const element = (name: string, text: string) => `<${name}>${escaped(text)}</${name}>`;

const langOf = (language: string | null | undefined) => (language ? ` xml:lang="${escaped(language)}"` : "");

/** The feed as an Atom document (RFC 4287). */
export function toAtomDocument({ id, title, language, page, self, entries }: AtomFeed): string {
  const updated = entries.map((entry) => entry.updated).sort();
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom"${langOf(language)}>`,
    element("id", id),
    element("title", title),
    element("updated", updated.at(-1) ?? new Date(0).toISOString()),
    `<author>${element("name", config.product.name)}</author>`,
    `<link rel="alternate" type="text/html" href="${escaped(page)}"/>`,
    ...(self ? [`<link rel="self" type="application/atom+xml" href="${escaped(self)}"/>`] : []),
    element("generator", config.product.name),
    ...entries.map(toEntry),
    "</feed>\n",
  ].join("\n");
}

function toEntry({ language, title, published, updated, author, url, source, tags = [], summary }: AtomEntry): string {
  return [
    `<entry${langOf(language)}>`,
    element("id", url),
    element("title", title),
    element("published", published),
    element("updated", updated),
    `<author>${element("name", author)}</author>`,
    `<link rel="alternate" type="text/html" href="${escaped(url)}"/>`,
    ...(source ? [`<link rel="via" href="${escaped(source)}"/>`] : []),
    ...tags.map(({ name, slug }) => `<category term="${escaped(slug)}" label="${escaped(name)}"/>`),
    element("summary", summary),
    "</entry>",
  ].join("\n");
}
