import { jsonrepair } from "jsonrepair";
import type { PageFacts, PageImage } from "./page-facts";
import { parseUrl } from "./parse-url";
import { toPlainLine } from "./plain-line";
import { readPublishingTime } from "./publishing-time";

export interface JsonLdFacts extends PageFacts {
  /** Plain text or HTML. */
  articleBody: string | null;
  /** The name of the site, which is less specific than the publisher of the article. */
  siteName: string | null;
}

type Node = Record<string, unknown>;

/** Reads metadata of the article at one of `pageUrls` from a page's JSON-LD. Broken JSON is repaired if possible. */
export function readJsonLd(blocks: readonly string[], pageUrls: readonly string[]): JsonLdFacts {
  const roots = parseLeniently(blocks);
  const resolve = resolverFor(roots);
  const seen = new Set<Node>();
  const nodes = roots.flatMap((root) => flatten(root, resolve, seen));
  const articles = articlesOf(nodes, pageUrls, resolve);
  const first = <T>(read: (node: Node) => T | null): T | null => {
    for (const node of articles) {
      const found = read(node);
      if (found !== null) return found;
    }
    return null;
  };
  return {
    title: first((node) => textOf(node.headline, resolve) ?? textOf(node.name, resolve)),
    description: first((node) => textOf(node.description, resolve)),
    images:
      first((node) => nonEmpty(imagesOf(node.image ?? node.thumbnailUrl ?? node.thumbnail ?? node.primaryImageOfPage, resolve))) ?? [],
    authors: first((node) => nonEmpty(namesOf(node.author ?? node.creator, resolve))) ?? [],
    sourceName: first((node) => namesOf(node.publisher ?? node.sourceOrganization, resolve)[0] ?? null),
    publishedAt: first((node) => timeOf(node.datePublished) ?? timeOf(node.dateCreated) ?? timeOf(node.uploadDate)),
    language: first((node) => textOf(node.inLanguage, resolve)),
    articleBody: first((node) => (typeof node.articleBody === "string" && node.articleBody.trim() !== "" ? node.articleBody : null)),
    siteName:
      nodes
        .filter((node) => rankOf(node) === 0 && /website|organization/i.test(typesOf(node)))
        .map((node) => textOf(node.name, resolve))[0] ?? null,
  };
}

// In characters per page: jsonrepair takes time with the square of the length, here up to a second.
const maxRepaired = 40_000;

function parseLeniently(blocks: readonly string[]): unknown[] {
  let repairable = maxRepaired;
  return blocks.map(unwrap).flatMap((block) => {
    const asWritten = tryParse(() => block);
    if (asWritten.length > 0) return asWritten;
    const corrected = tryParse(() => correctCommon(block));
    if (corrected.length > 0 || block.length > repairable) return corrected;
    repairable -= block.length;
    const repaired = tryParse(() => jsonrepair(block));
    return repaired.length > 0 ? repaired : tryParse(() => jsonrepair(decodeQuotes(block)));
  });
}

/**
 * Corrects in linear time what is most often wrong: control characters within strings, such as the line breaks of a long text, and objects
 * that follow one another without a separator, which become a list.
 */
function correctCommon(block: string): string {
  let corrected = "";
  let isInString = false;
  // The last character outside strings that is no space.
  let last = "";
  for (let at = 0; at < block.length; at += 1) {
    const character = block.charAt(at);
    if (isInString && character === "\\") {
      at += 1;
      corrected += character + block.charAt(at);
    } else if (isInString) {
      isInString = character !== '"';
      corrected += character < " " ? JSON.stringify(character).slice(1, -1) : character;
    } else {
      isInString = character === '"';
      corrected += last === "}" && character === "{" ? `,${character}` : character;
      if (character.trim() !== "") last = character;
    }
  }
  return corrected.trimStart().startsWith("{") ? `[${corrected}]` : corrected;
}

/** Removes the comments and CDATA marks around a block. */
function unwrap(block: string): string {
  return block
    .replace(/^\ufeff/, "")
    .replace(/\/\*\s*<!\[CDATA\[\s*\*\/|\/\*\s*\]\]>\s*\*\/|\/\/\s*<!\[CDATA\[|\/\/\s*\]\]>|<!\[CDATA\[|\]\]>/g, "")
    .replace(/^\s*<!--|-->\s*$/g, "")
    .trim()
    .replace(/;$/, "");
}

/** The value in a list, which is empty if the text is not JSON. */
function tryParse(text: () => string): unknown[] {
  try {
    return [JSON.parse(text())];
  } catch {
    return [];
  }
}

function decodeQuotes(text: string): string {
  return text.replace(/&quot;|&#34;|&#x22;/gi, '"').replace(/&amp;/g, "&");
}

const maxDepth = 24;

type Resolve = (value: unknown) => unknown;

/** Resolves references (`{"@id": …}`) to the node with the content. */
function resolverFor(roots: unknown[]): Resolve {
  const byId = new Map<string, Node>();
  const visit = (value: unknown, depth: number) => {
    if (depth > maxDepth) return;
    if (Array.isArray(value)) for (const item of value) visit(item, depth + 1);
    else if (isNode(value)) {
      const id = value["@id"];
      if (typeof id === "string" && Object.keys(value).length > 1 && !byId.has(id)) byId.set(id, value);
      for (const item of Object.values(value)) visit(item, depth + 1);
    }
  };
  visit(roots, 0);
  return (value) => {
    if (!isNode(value)) return value;
    const id = value["@id"];
    const isReference = typeof id === "string" && Object.keys(value).every((key) => key === "@id" || key === "@type");
    return isReference ? (byId.get(id) ?? value) : value;
  };
}

function flatten(value: unknown, resolve: Resolve, seen: Set<Node>, depth = 0): Node[] {
  if (depth > maxDepth) return [];
  if (Array.isArray(value)) return value.flatMap((item) => flatten(item, resolve, seen, depth + 1));
  const node = resolve(value);
  if (!isNode(node) || seen.has(node)) return [];
  seen.add(node);
  return [node, ...[node["@graph"], node.mainEntity, node.mainEntityOfPage].flatMap((part) => flatten(part, resolve, seen, depth + 1))];
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function typesOf(node: Node): string {
  const types = node["@type"];
  return (Array.isArray(types) ? types : [types]).filter((type) => typeof type === "string").join(" ");
}

function rankOf(node: Node): number {
  const types = typesOf(node);
  if (/(article|posting|report|review|newsitem)\b/i.test(types)) return 3;
  if (/(videoobject|audioobject|podcastepisode|recipe|event|product|episode|creativework|course|book)\b/i.test(types)) return 2;
  return /webpage\b/i.test(types) || (types === "" && "headline" in node) ? 1 : 0;
}

/** The nodes about this page, best first. Overview pages list other articles as well, which are left out. */
function articlesOf(nodes: Node[], pageUrls: readonly string[], resolve: Resolve): Node[] {
  const here = new Set(pageUrls.map(toPlace));
  const ranked = nodes.flatMap((node) => {
    const rank = rankOf(node);
    if (rank === 0) return [];
    const urls = [node.url, node["@id"], node.mainEntityOfPage].map((value) => urlOf(value, resolve)).filter((url) => url !== null);
    const isHere = urls.some((url) => here.has(toPlace(url)));
    return [{ node, rank, isHere, isElsewhere: !isHere && urls.length > 0 }];
  });
  const isOverview = ranked.filter(({ rank, isElsewhere }) => rank === 3 && isElsewhere).length > 1;
  return ranked
    .filter(({ isElsewhere }) => !(isOverview && isElsewhere))
    .sort((a, b) => b.rank + (b.isHere ? 0.5 : 0) - (a.rank + (a.isHere ? 0.5 : 0)))
    .map(({ node }) => node);
}

function urlOf(value: unknown, resolve: Resolve): string | null {
  const found = isNode(value) ? (value["@id"] ?? (resolve(value) as Node).url) : value;
  return typeof found === "string" && /^https?:/i.test(found) ? found : null;
}

function toPlace(url: string): string {
  const parsed = parseUrl(url);
  return parsed ? `${parsed.hostname.replace(/^(www|m|amp)\./, "")}${parsed.pathname.replace(/\/$/, "")}` : url;
}

function textOf(value: unknown, resolve: Resolve, depth = 0): string | null {
  if (depth > 4) return null;
  if (Array.isArray(value)) return textOf(value[0], resolve, depth + 1);
  const found = resolve(value);
  if (isNode(found)) return textOf(found["@value"] ?? found.name ?? found.alternateName, resolve, depth + 1);
  return toPlainLine(found);
}

function namesOf(value: unknown, resolve: Resolve, depth = 0): string[] {
  if (depth > 4) return [];
  if (Array.isArray(value)) return value.flatMap((item) => namesOf(item, resolve, depth + 1));
  const found = resolve(value);
  if (!isNode(found)) return [toPlainLine(found)].filter((name) => name !== null);
  if (found.name !== undefined) return namesOf(found.name, resolve, depth + 1);
  const parts = [found.givenName, found.familyName].map(toPlainLine).filter((part) => part !== null);
  return parts.length > 0 ? [parts.join(" ")] : [];
}

function imagesOf(value: unknown, resolve: Resolve, depth = 0): PageImage[] {
  if (depth > 4) return [];
  if (Array.isArray(value)) return value.flatMap((item) => imagesOf(item, resolve, depth + 1));
  const found = resolve(value);
  if (typeof found === "string") return [{ url: found, width: null, height: null, alt: null }];
  if (!isNode(found)) return [];
  const url = [found.url, found.contentUrl, found["@id"], found.thumbnailUrl]
    .flatMap((item) => (Array.isArray(item) ? item : [item]))
    .find((item) => typeof item === "string");
  if (typeof url !== "string") return [];
  return [
    {
      url,
      width: lengthOf(found.width),
      height: lengthOf(found.height),
      alt: textOf(found.caption, resolve) ?? textOf(found.name, resolve),
    },
  ];
}

function lengthOf(value: unknown): number | null {
  const pixels = Number.parseInt(String(isNode(value) ? (value.value ?? value["@value"]) : value), 10);
  return Number.isFinite(pixels) && pixels > 0 ? pixels : null;
}

function timeOf(value: unknown): number | null {
  const found = Array.isArray(value) ? value[0] : value;
  const text = isNode(found) ? found["@value"] : found;
  return typeof text === "string" || typeof text === "number" ? readPublishingTime(String(text)) : null;
}

function nonEmpty<T>(list: T[]): T[] | null {
  return list.length > 0 ? list : null;
}
