import { jsonrepair } from "jsonrepair";
import type { PageFacts, PageImage } from "./page-facts";
import { isSameHeadline } from "./page-title";
import { parseUrl } from "./parse-url";
import { toComparable, toPlainLine } from "./plain-line";
import { readPublishingTime } from "./publishing-time";

export interface JsonLdFacts extends PageFacts {
  /** Plain text or HTML. */
  articleBody: string | null;
  /** The name of the site, which is less specific than the publisher of the article. */
  siteName: string | null;
}

type Node = Record<string, unknown>;

/** What is known of a page without its JSON-LD. */
export interface KnownPage {
  /** Its address, then the canonical one. */
  urls: readonly [string, ...string[]];
  /** Of meta tags, the heading, the tab. */
  titles: readonly string[];
  /** One of them is not only for the tab. */
  isTitled: boolean;
  description: string | null;
}

/** Reads metadata from a page's JSON-LD, only from what agrees with the page. Broken JSON is repaired if possible. */
export function readJsonLd(blocks: readonly string[], page: KnownPage): JsonLdFacts {
  const roots = parseLeniently(blocks);
  const resolve = resolverFor(roots, page.urls[0]);
  const seen = new Set<Node>();
  const nodes = roots.flatMap((root) => flatten(root, resolve, seen));
  const articles = articlesOf(nodes, page, resolve);
  const first = <T>(read: (node: Node) => T | null): T | null => {
    for (const node of articles) {
      const found = read(node);
      if (found !== null) return found;
    }
    return null;
  };
  return {
    title: first((node) => headlineOf(node, resolve)),
    description: first((node) => lineOf(node.description, resolve)),
    images:
      first((node) => nonEmpty(imagesOf(node.image ?? node.thumbnailUrl ?? node.thumbnail ?? node.primaryImageOfPage, resolve))) ?? [],
    authors: first((node) => nonEmpty(namesOf(node.author, resolve)) ?? nonEmpty(namesOf(node.creator, resolve))) ?? [],
    sourceName: first((node) => namesOf(node.publisher ?? node.sourceOrganization, resolve)[0] ?? null),
    publishedAt: first((node) => timeOf(node.datePublished) ?? timeOf(node.dateCreated) ?? timeOf(node.uploadDate)),
    modifiedAt: first((node) => timeOf(node.dateModified)),
    language: first((node) => lineOf(node.inLanguage, resolve)),
    articleBody: first((node) => bodyOf(node.articleBody) ?? bodyOf(node.text)),
    siteName: siteNameOf(nodes, /website/i, resolve) ?? siteNameOf(nodes, /organization/i, resolve),
  };
}

const siteNameOf = (nodes: Node[], type: RegExp, resolve: Resolve) =>
  nodes
    .filter((node) => rankOf(node) === 0 && type.test(typesOf(node)))
    .map((node) => lineOf(node.name, resolve))
    .find((name) => name !== null) ?? null;

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
 * Corrects in linear time what is most often wrong: control characters within strings, such as the line breaks of a long text, objects
 * that follow one another without a separator, which become a list, and comments.
 */
function correctCommon(block: string): string {
  let corrected = "";
  let isInString = false;
  // The last character outside strings that is no space.
  let last = "";
  for (let at = 0; at < block.length; at += 1) {
    const character = block.charAt(at);
    const comment = isInString ? undefined : comments.find(([start]) => block.startsWith(start, at));
    if (comment) {
      const end = block.indexOf(comment[1], at);
      at = end < 0 ? block.length : end + comment[1].length - 1;
    } else if (isInString && character === "\\") {
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

const comments = [
  ["<!--", "-->"],
  ["/*", "*/"],
  ["//", "\n"],
] as const;

/** Removes the marks of comments and CDATA around a block. */
function unwrap(block: string): string {
  return block
    .replace(/^\ufeff/, "")
    .replace(/\/\*\s*<!\[CDATA\[\s*\*\/|\/\*\s*\]\]>\s*\*\/|\/\/\s*<!\[CDATA\[|\/\/\s*\]\]>|<!\[CDATA\[|\]\]>/g, "")
    .replace(/^\s*<!--(?=\s*[[{])/, "")
    .trim()
    .replace(/(?<=[\]};]\s{0,100})-->$/, "")
    .trimEnd()
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
/** Of a page. References can make each of them cost as much as the longest text of the page. */
const mostNodes = 2_000;
/** Articles of a page, items of a list, and nodes read for one list of names: references lead in circles and to the same lists. */
const mostListed = 50;

type Resolve = (value: unknown) => unknown;

/** Resolves references (`{"@id": …}`) and nodes without a name to the node with the content. */
function resolverFor(roots: unknown[], pageUrl: string): Resolve {
  const byId = new Map<string, Node>();
  const toId = (id: string) => parseUrl(id, pageUrl)?.href ?? id;
  const visit = (value: unknown, depth: number) => {
    if (depth > maxDepth) return;
    if (Array.isArray(value)) for (const item of value) visit(item, depth + 1);
    else if (isNode(value)) {
      const id = value["@id"];
      if (typeof id === "string" && !isReference(value)) {
        const known = byId.get(toId(id));
        if (!known || (known.name === undefined && value.name !== undefined)) byId.set(toId(id), value);
      }
      for (const item of Object.values(value)) visit(item, depth + 1);
    }
  };
  visit(roots, 0);
  return (value) => {
    const id = isNode(value) ? value["@id"] : undefined;
    if (!isNode(value) || typeof id !== "string") return value;
    const known = byId.get(toId(id));
    const isBetter = isReference(value) || (/person|organization/i.test(typesOf(value)) && value.name === undefined);
    return isBetter && known ? known : value;
  };
}

const isReference = (node: Node) => Object.keys(node).every((key) => key === "@id" || key === "@type");

function flatten(value: unknown, resolve: Resolve, seen: Set<Node>, depth = 0): Node[] {
  if (depth > maxDepth) return [];
  if (Array.isArray(value)) return value.flatMap((item) => flatten(item, resolve, seen, depth + 1));
  const node = resolve(value);
  if (!isNode(node) || seen.has(node) || seen.size >= mostNodes) return [];
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

interface Candidate {
  node: Node;
  rank: number;
  /** Its address: that of the page, another one, or `undefined` if it has none. */
  isHere: boolean | undefined;
  /** Its headline or description is that of the page. */
  isSame: boolean;
}

/** The nodes about this page, best first. Nodes about other pages, reviews by customers, and what an article embeds are left out. */
function articlesOf(nodes: Node[], page: KnownPage, resolve: Resolve): Node[] {
  const here = page.urls.flatMap((url) => placeOf(url, page.urls[0]) ?? []);
  const description = page.description === null ? undefined : toComparable(page.description);
  const candidates = nodes.flatMap((node): Candidate[] => {
    const rank = rankOf(node);
    if (rank === 0) return [];
    const places = [node.url, node["@id"], node.mainEntityOfPage].flatMap((value) => placeOf(urlOf(value, resolve), page.urls[0]) ?? []);
    const headline = headlineOf(node, resolve);
    const described = lineOf(node.description, resolve);
    const isHere = places.length > 0 ? places.some((place) => here.some((own) => isSamePlace(place, own))) : undefined;
    const isSame =
      (headline !== null && page.titles.some((title) => isSameHeadline(headline, title, isHere === false))) ||
      (described !== null && described.length > 20 && toComparable(described) === description);
    return [{ node, rank, isHere, isSame }];
  });
  const articles = candidates.filter(({ rank }) => rank === 3);
  const unaddressed = new Set(articles.filter(({ isHere }) => isHere === undefined).map(({ node }) => headlineOf(node, resolve)));
  const isAbout = ({ node, rank, isHere, isSame }: Candidate) => {
    if (isSame) return true;
    // Customers review what a page sells, and articles embed videos.
    if (isHere === false || /review\b/i.test(typesOf(node)) || (rank === 2 && page.isTitled)) return false;
    // One without an address is about the page unless the page has another title.
    return isHere || rank === 1 || (unaddressed.size === 1 && (!page.isTitled || headlineOf(node, resolve) === null));
  };
  const about = candidates.filter(isAbout);
  const best = Math.max(...about.map(({ rank }) => rank));
  const isConfirmed = about.some(({ rank, isSame }) => rank === best && isSame);
  return about
    .filter(({ rank, isSame }) => rank === 1 || (rank === best && (isSame || !isConfirmed)))
    .sort((one, other) => other.rank - one.rank || Number(other.isHere ?? false) - Number(one.isHere ?? false))
    .slice(0, mostListed)
    .map(({ node }) => node);
}

function headlineOf(node: Node, resolve: Resolve): string | null {
  return lineOf(node.headline, resolve) ?? lineOf(node.name, resolve);
}

function urlOf(value: unknown, resolve: Resolve): string | null {
  const found = isNode(value) ? (value["@id"] ?? (resolve(value) as Node).url) : value;
  return typeof found === "string" && /^(?:https?:|\/)/i.test(found) ? found : null;
}

/** Host and path, and the query separately; `undefined` for the front page, which templates give as the address of every page. */
function placeOf(url: string | null, base: string): { path: string; query: URLSearchParams } | undefined {
  const parsed = url === null ? undefined : parseUrl(url, base);
  if (!parsed) return undefined;
  const path = `${parsed.hostname.replace(/^(www|m|amp)\./, "")}${parsed.pathname.replace(/\/$/, "")}`;
  const isFrontPage = parsed.pathname === "/" && parsed.search === "";
  return isFrontPage && url !== base ? undefined : { path, query: parsed.searchParams };
}

type LinkedPlace = NonNullable<ReturnType<typeof placeOf>>;

/** The page may have more parameters than its node, such as those of campaigns. */
function isSamePlace(stated: LinkedPlace, page: LinkedPlace): boolean {
  return stated.path === page.path && [...stated.query].every(([name, value]) => page.query.get(name) === value);
}

function lineOf(value: unknown, resolve: Resolve, depth = 0): string | null {
  if (depth > 4) return null;
  if (Array.isArray(value)) return lineOf(value[0], resolve, depth + 1);
  const found = resolve(value);
  if (isNode(found)) return lineOf(found["@value"] ?? found.name ?? found.alternateName, resolve, depth + 1);
  return toPlainLine(found);
}

function namesOf(value: unknown, resolve: Resolve, seen = new Set<Node>(), depth = 0): string[] {
  if (depth > 4) return [];
  if (Array.isArray(value)) return value.slice(0, mostListed).flatMap((item) => namesOf(item, resolve, seen, depth + 1));
  const found = typeof value === "string" && /^(?:https?:|#)/.test(value) ? resolve({ "@id": value }) : resolve(value);
  if (!isNode(found)) return [toPlainLine(found)].filter((name) => name !== null);
  if (seen.has(found) || seen.size >= mostListed) return [];
  seen.add(found);
  const parts = [found.givenName, found.familyName].map(toPlainLine).filter((part) => part !== null);
  return (
    nonEmpty(namesOf(found.name ?? found["@value"], resolve, seen, depth + 1)) ??
    nonEmpty([parts.join(" ")].filter((name) => name !== "")) ??
    // Templates nest a person into another one.
    namesOf(found.author, resolve, seen, depth + 1)
  );
}

function bodyOf(value: unknown): string | null {
  const parts = (Array.isArray(value) ? value : [value]).map((part) => (isNode(part) ? part["@value"] : part));
  return nonEmpty(parts.filter((part) => typeof part === "string" && part.trim() !== ""))?.join("\n") ?? null;
}

function imagesOf(value: unknown, resolve: Resolve, depth = 0): PageImage[] {
  if (depth > 4) return [];
  if (Array.isArray(value)) return value.slice(0, mostListed).flatMap((item) => imagesOf(item, resolve, depth + 1));
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
      alt: lineOf(found.caption, resolve) ?? lineOf(found.name, resolve),
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
