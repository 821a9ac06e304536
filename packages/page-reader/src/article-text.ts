import { parseHTML } from "linkedom";
import { type Block, bestRun, blocksOf, canBeForeign, leaveOut, leaveOutLines } from "./article-blocks";
import { leaveOutBoilerplate } from "./boilerplate";
import { boxLabelOf, isBioLine, isCommentsHeading, isJournalistLine, isSiteLine } from "./boilerplate-lines";
import { setOf } from "./elements";
import { escapeText } from "./escape";
import { outlinePage } from "./outline";
import type { PageImage } from "./page-facts";
import { imageOf } from "./page-images";
import { chooseLanguage } from "./page-language";
import { contains, isHeading, isPart, measure, type Part, sentencesOf, textOf, treeOf } from "./page-tree";
import { toComparable, toPlainLine, withoutInvisible } from "./plain-line";
import { writeHtml } from "./write-html";

export interface ArticleText {
  content: string | null;
  text: string;
  images: PageImage[];
  /** Sentences near the article were left out, or its borders are unclear. */
  isUncertain: boolean;
}

interface ArticleContext {
  baseUrl: string;
  title: string | null;
  /** The text in the metadata, plain or as HTML. */
  statedBody: string | null;
  language: string | null;
  cleanHtml(html: string): string;
}

const shortestText = 25;

/** Finds the text of the article and the pictures in it, block by block. */
export function readArticle(document: Document, context: ArticleContext): ArticleText {
  const read = readVisible(document, context);
  const stated = context.statedBody === null ? "" : cleanStated(context.statedBody, context);
  const statedText = textOfHtml(stated);
  // The page is right unless its metadata have far more text.
  const best = statedText.length > read.text.length * 2 ? { ...read, content: stated, text: statedText, isUncertain: false } : read;
  return best.text.length < shortestText ? { content: null, text: "", images: read.images, isUncertain: false } : best;
}

/** If nothing is left, what scripts show later and what does not look like an article are better than nothing. */
function readVisible(document: Document, context: ArticleContext): FoundText {
  const attempts: Attempt[] = [{}, { withHidden: true }, { withBoilerplate: true }];
  for (const attempt of attempts) {
    const found = findArticle(document, context, attempt);
    if (found.text.length >= shortestText) return { ...found, isUncertain: found.isUncertain || attempt !== attempts[0] };
  }
  return nothing;
}

interface Attempt {
  withHidden?: boolean;
  withBoilerplate?: boolean;
}

type FoundText = ArticleText & { content: string };

const nothing: FoundText = { content: "", text: "", images: [], isUncertain: false };

const textOfHtml = (cleaned: string): string => cleaned.replace(/<[^<>]+>/g, " ").trim();

function findArticle(document: Document, context: ArticleContext, { withHidden, withBoilerplate }: Attempt): FoundText {
  const root = treeOf(document.body, withHidden);
  const title = titleOf(root, context.title);
  const { doubtful, unexplained } = withBoilerplate
    ? { doubtful: [], unexplained: [] }
    : leaveOutBoilerplate({ root, title, baseUrl: context.baseUrl });
  const pictures = takePictures(root);
  measure(root);
  const scope = scopeOf(root, title);
  const all = blocksOf(scope, scope !== root);
  const skipped = title ? all.findLastIndex(({ owner }) => contains(title, owner)) + 1 : 0;
  const commentsAt = commentsIn(all, skipped);
  const candidates = all.slice(skipped, commentsAt);
  const best = bestRun(candidates, scope !== root);
  const start = startOf(candidates, best.start, title !== null);
  const end = endOf(candidates, best.end);
  if (withBoilerplate && best.worth < fewCharacters) return nothing;
  const article = candidates.slice(start, end);
  const others = [...all.slice(0, skipped), ...candidates.slice(0, start), ...candidates.slice(end), ...all.slice(commentsAt)];
  for (const block of others) leaveOut(block);
  const lines = leaveOutLines(article);
  const quotes = leaveOutRepetitions(article);
  const isUncertain = article.length > 0 && isDoubtful({ scope, article, others, doubtful, within: { unexplained, lines, quotes } });
  const [first] = article;
  const last = article.at(-1)?.owner.last ?? -1;
  const begin =
    title && title.first >= scope.first ? Math.min(title.first, scope === root ? title.first : scope.first) : (first?.owner.first ?? 0);
  const images = pictures
    .filter(({ at }) => at >= (scope === root ? begin : scope.first) && at <= (scope === root ? last : scope.last))
    .map(({ image }) => image);
  measure(scope);
  const language = chooseLanguage([context.language], article.map(({ text }) => text).join("\n"));
  const content = context.cleanHtml(withoutInvisible(writeHtml(scope, { baseUrl: context.baseUrl, language })));
  return { content, text: textOfHtml(content), images, isUncertain };
}

/** The heading that is the title: the one that reads like it, or the only one of the first level. */
function titleOf(root: Part, title: string | null): Part | null {
  const headings: Part[] = [];
  const visit = (part: Part) => {
    if (isHeading(part) && part.length > 0) headings.push(part);
    else for (const child of part.children) if (isPart(child)) visit(child);
  };
  visit(root);
  const wanted = toComparable(title ?? "");
  const isBeforeText = (part: Part) => root.proseLength - part.proseBefore >= root.proseLength * 0.4;
  const texts = headings.slice(0, 500).map((part) => ({ part, text: toComparable(textOf(part, 1_000)) }));
  const isAlike = ({ text }: { text: string }) =>
    text !== "" && wanted !== "" && (` ${text} `.includes(` ${wanted} `) || (text.length > 11 && ` ${wanted} `.includes(` ${text} `)));
  const firsts = texts.filter(({ part }) => part.name === "h1");
  const found =
    texts.find(({ part, text }) => text === wanted && wanted !== "" && isBeforeText(part)) ??
    texts.find((heading) => isAlike(heading) && isBeforeText(heading.part)) ??
    (firsts.length === 1 && firsts[0] && isBeforeText(firsts[0].part) ? firsts[0] : undefined);
  return found?.part ?? null;
}

/** The part of the page that the article is in: its element, or what that and the title have in common, or everything. */
function scopeOf(root: Part, title: Part | null): Part {
  const named = (names: (part: Part) => boolean, within: Part): Part[] =>
    within.children.flatMap((child) => (!isPart(child) || child.isLeftOut ? [] : names(child) ? [child] : named(names, child)));
  const main =
    named((part) => part.name === "main" || part.element.getAttribute("role") === "main", root).find(
      (part) => part.proseLength >= root.proseLength * 0.5 || (contains(part, title) && part.proseLength > 0),
    ) ?? root;
  const articles = named((part) => part.name === "article", main);
  const own = articles.find((part) => contains(part, title));
  if (own) {
    const others = articles.filter((part) => part !== own).reduce((sum, part) => sum + part.proseLength, 0);
    const isNextToOthers = own.proseLength >= 300 && main.proseLength - own.proseLength - others < own.proseLength;
    return own.proseLength >= main.proseLength * 0.5 || isNextToOthers ? withParagraphsAround(own) : main;
  }
  const largest = articles.reduce<Part | null>((best, part) => (best && best.proseLength >= part.proseLength ? best : part), null);
  if (!largest || largest.proseLength < main.proseLength * 0.6) return main;
  if (!title) return largest;
  let common = largest;
  while (common.parent && !contains(common, title)) common = common.parent;
  return common;
}

/** Faulty pages close the article before its last paragraphs. */
function withParagraphsAround(article: Part): Part {
  const siblings = article.parent?.children ?? [];
  return article.parent && siblings.some((child) => isPart(child) && child.name === "p" && child.proseLength > 0)
    ? article.parent
    : article;
}

/** Lines directly before the text that may be a short introduction are part of it. */
function startOf(blocks: readonly Block[], start: number, hasTitle: boolean): number {
  let first = start;
  for (let at = start - 1; hasTitle && at >= 0; at -= 1) {
    const block = blocks[at] as Block;
    const isLink = block.linkLength > block.length * 0.5;
    if (block.isProse || block.isHeading || (block.owner.name === "p" && !isLink)) first = at;
    else if (isLink && block.length > 60) break;
  }
  return first;
}

/** Where comments begin, which end the article. */
function commentsIn(blocks: readonly Block[], start: number): number {
  let prose = 0;
  const found = blocks.findIndex(({ isProse: counts, length, text }, index) => {
    if (index >= start && counts) prose += length;
    return prose > 80 && boxLabelOf(text) === "comments" && (isCommentsHeading(text) || isAboveComments(blocks, index));
  });
  return found < 0 ? blocks.length : found;
}

/** Below it are no sentences, or names, times and other short lines before the first ones. */
function isAboveComments(blocks: readonly Block[], label: number): boolean {
  const isCounted = /\d/.test(blocks[label]?.text ?? "");
  const below = blocks.slice(label + 1);
  const first = below.findIndex((block) => block.isProse || (block.isHeading && !isCounted));
  const between = first < 0 ? below : below.slice(0, first);
  if (between.some(({ owner }) => owner.name === "li" || owner.name === "td")) return false;
  return first < 0 || (first > 0 && between.every(({ length, text }) => length < 60 && sentencesOf(text) === 0));
}

/** Neither headings nor lines of the site or about the author are the end of an article. */
function endOf(blocks: readonly Block[], end: number): number {
  let last = end;
  const isBehind = (block: Block) =>
    block.isHeading ||
    (canBeForeign(block) && isSiteLine(block)) ||
    isJournalistLine(block.text) ||
    (isBioLine(block.text) && isItalic(block));
  for (let block = blocks[last - 1]; block && isBehind(block); block = blocks[last - 1]) last -= 1;
  return endOfSources(blocks, last);
}

const sourcesLabel =
  /^(?:quellen|quellenangaben|literatur|literaturverzeichnis|weblinks|belege|references|sources|further reading)(?=$|[\s:])/iu;

/** A list of sources behind the article belongs to it, although it consists of links. */
function endOfSources(blocks: readonly Block[], end: number): number {
  const label = blocks[end];
  if (!label?.isHeading || !sourcesLabel.test(label.text)) return end;
  let last = end + 1;
  while (blocks[last]?.owner.name === "li") last += 1;
  return last > end + 1 ? last : end;
}

function isItalic({ nodes }: Block): boolean {
  return nodes.every((node) => (isPart(node) ? node.name === "em" || node.name === "i" || node.length === 0 : node.text.trim() === ""));
}

const mostRepetitions = 50;

/** Leaves out pull quotes, which repeat a sentence of the article. */
function leaveOutRepetitions(article: readonly Block[]): { block: Block; part: Part }[] {
  const text = article.map((block) => toComparable(block.text)).join("\n");
  const set = article.flatMap((block) => {
    if (block.length < 20 || block.length > 500) return [];
    const part = quoteAround(block.owner);
    return part ? [{ block, part }] : [];
  });
  return set.slice(0, mostRepetitions).filter(({ block, part }) => {
    const words = toComparable(block.text);
    const first = text.indexOf(words);
    const isRepeated = words.length > 15 && first >= 0 && text.indexOf(words, first + 1) >= 0;
    if (isRepeated) part.isLeftOut = true;
    return isRepeated;
  });
}

/** The quote or the small box that a line is in. */
function quoteAround(owner: Part): Part | null {
  for (let at: Part | null = owner; at && at.length < 700; at = at.parent) {
    if (at.name === "blockquote" || at.name === "aside" || at.name === "figure") return at;
    if (at.words.some((word) => /^(?:pull|pullquote|quote|zitat|blockquote|highlight)/.test(word))) return at;
  }
  return null;
}

interface Finding {
  scope: Part;
  article: readonly Block[];
  others: readonly Block[];
  doubtful: readonly Part[];
  /** What was left out elsewhere, or in the article: elements, lines, and elements around repeated lines. */
  within: { unexplained: readonly Part[]; lines: readonly Block[]; quotes: readonly { block: Block; part: Part }[] };
}

const fewCharacters = 120;
/** Two short sentences. */
const fewWithin = 80;

/** Whether sentences near the article were left out that may belong to it. */
function isDoubtful({ scope, article, others, doubtful, within }: Finding): boolean {
  if (doubtful.some((part) => part.proseLength >= fewCharacters)) return true;
  const kept = article.reduce((sum, { isProse: counts, length }) => sum + (counts ? length : 0), 0);
  const lost = others.reduce((sum, { isProse: counts, length, text }) => sum + (counts && sentencesOf(text) > 1 ? length : 0), 0);
  if ((lost >= fewCharacters && lost > kept * 0.1) || lostWithin(article, within) >= fewWithin) return true;
  const around = scope.parent?.children ?? [];
  return around.some(
    (child) => isPart(child) && child !== scope && !child.isLeftOut && child.name !== "article" && child.proseLength >= fewCharacters,
  );
}

/** Characters that were left out between the first and the last block of the article. */
function lostWithin(article: readonly Block[], { unexplained, lines, quotes }: Finding["within"]): number {
  const kept = article.filter((block) => !isLeftOut(block));
  const begin = kept[0]?.owner.first ?? Infinity;
  const end = kept.at(-1)?.owner.last ?? -1;
  const isBetween = (part: Part) => part.first > begin && part.last < end;
  const sum = (lengths: readonly number[]) => lengths.reduce((total, length) => total + length, 0);
  return (
    sum(unexplained.filter(isBetween).map(({ length, linkLength }) => length - linkLength)) +
    sum(lines.filter(({ owner, isProse: counts }) => counts && isBetween(owner)).map(({ length, linkLength }) => length - linkLength)) +
    sum(quotes.map(({ block, part }) => Math.max(0, part.length - block.length)))
  );
}

const isLeftOut = ({ nodes }: Block): boolean => nodes.every((node) => node.isLeftOut);

interface Picture {
  image: PageImage;
  at: number;
}

/** The pictures, which leave the text with their captions. */
function takePictures(root: Part): Picture[] {
  const pictures: Picture[] = [];
  const visit = (part: Part, figure: Part | null) => {
    if (part.isLeftOut) return;
    const inner = part.name === "figure" && part.hasImage ? part : figure;
    if (part.name === "img") {
      const image = imageOf(part.element);
      if (image) pictures.push({ image: { ...image, alt: image.alt ?? (inner && captionOf(inner)) }, at: part.first });
    }
    for (const child of part.children) if (isPart(child)) visit(child, inner);
    if (part === inner && isOnlyPicture(part)) part.isLeftOut = true;
  };
  visit(root, null);
  return pictures;
}

const namesOfText = setOf("table pre blockquote ul ol dl");

/** A figure without text of its own. */
function isOnlyPicture(figure: Part): boolean {
  const holdsText = (part: Part): boolean =>
    part.children.some(
      (child) => isPart(child) && child.name !== "figcaption" && child.length > 0 && (namesOfText.has(child.name) || holdsText(child)),
    );
  return !holdsText(figure);
}

function captionOf(figure: Part): string | null {
  const find = (part: Part): Part | undefined => {
    for (const child of part.children) {
      if (!isPart(child)) continue;
      const found = child.name === "figcaption" ? child : find(child);
      if (found) return found;
    }
    return undefined;
  };
  const caption = find(figure);
  return caption ? toPlainLine(escapeText(textOf(caption))) : null;
}

const tag = /<\/?(?:p|br|div|h[1-6]|ul|ol|li|b|strong|em|i|a|span|blockquote|table|figure|section)\b[^<>]*>/i;
const escapedTag = /&lt;\/?(?:p|br|div|h[1-6]|ul|li|strong|em|blockquote)\b/i;

const statedLimits = { maxDepth: 200, maxElements: 12_000, maxText: 1_000_000 };

/** The text in the metadata: HTML, escaped HTML, or lines with or without entities. */
function cleanStated(stated: string, { baseUrl, language, cleanHtml }: ArticleContext): string {
  const html = tag.test(stated) ? stated : escapedTag.test(stated) ? decode(stated) : null;
  const body =
    html ??
    stated
      .split(/[\r\n]+/)
      .map((line) => `<p>${/&[a-z\d#]+;/i.test(line) ? escapeText(decode(line)) : escapeText(line)}</p>`)
      .join("");
  const { isTooComplex, end } = outlinePage(body, statedLimits);
  if (isTooComplex || end < body.length) return "";
  const { document } = parseHTML(`<!doctype html><html><head></head><body>${body}</body></html>`);
  const root = treeOf(document.body);
  return cleanHtml(withoutInvisible(writeHtml(root, { baseUrl, language: chooseLanguage([language], textOf(root)) })));
}

/** Decodes entities, also those that were escaped twice. */
function decode(text: string): string {
  let decoded = text;
  for (let round = 0; round < 2 && decoded.includes("&"); round += 1) {
    decoded =
      parseHTML(`<!doctype html><html><body><p>${decoded.replaceAll("<", "&lt;")}</p></body></html>`).document.body.textContent ?? "";
  }
  return decoded;
}
