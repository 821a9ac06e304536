import { outlinePage } from "@folda/page-reader/outline";
import sanitizeHtml from "sanitize-html";
import { removeInvisible } from "../../contract/rest/shared";
import { plainTextToHtml } from "./plain-text-html";
import { hrefOf, inlineNames, tokensOf, unescapeText } from "./tokens";

/**
 * The body of an article as safe HTML: paragraphs, headings h2 to h6, lists, quotes, tables, links and emphasis, without attributes except
 * link targets and cell spans, and without invisible characters. Text without tags becomes paragraphs. Idempotent, in linear time. The
 * result is cut soon after `mostOutput` characters of markup, and is at most ten times as long as its plain text. On the server's event
 * loop, call `readArticleHtml` instead.
 */
export function cleanArticleHtml(html: string): string {
  if (!hasKnownTag(html)) return plainTextToHtml(removeInvisible(html));
  const { isTooComplex } = outlinePage(html, { maxDepth });
  if (isTooComplex) return plainTextToHtml(removeInvisible(html.replace(/<[^<>]*>/g, " ")));
  // Sanitising decodes "&shy;", so invisible characters are removed afterwards.
  return tidyArticleHtml(removeInvisible(sanitizeHtml(html, allowed)));
}

// The sanitiser is quadratic in the depth: a megabyte of `<b>` took 70 seconds. Bodies written by people do not come close to this limit.
const maxDepth = 200;

/** Characters of markup. A link around everything is repeated in each block, so 200 KB of input could become gigabytes. */
const mostOutput = 1_000_000;

const itemMark = "- ";

/** The text of a cleaned body, with blank lines between paragraphs and headings and `- ` before list items. */
export function htmlToPlainText(cleaned: string): string {
  return blocksOf(cleaned).reduce((text, block, index, blocks) => {
    if (index === 0) return block.text;
    return text + (block.isItem && blocks[index - 1]?.isItem ? "\n" : "\n\n") + block.text;
  }, "");
}

/**
 * The beginning of a cleaned body in one line of at most `maxLength` characters, cut between words. Headings are used only if there is nothing
 * else; list items are separated by a dot.
 */
export function toTeaser(cleaned: string, maxLength = 280): string {
  const blocks = blocksOf(cleaned);
  const text = blocks.filter((block) => !block.isHeading);
  const line = (text.length > 0 ? text : blocks)
    .map((block, index, all) => (block.isItem ? `${all[index - 1]?.isItem ? "· " : ""}${block.text.slice(itemMark.length)}` : block.text))
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
  const characters = Array.from(line);
  if (characters.length <= maxLength) return line;
  const cut = characters.slice(0, maxLength).join("");
  const lastSpace = cut.lastIndexOf(" ");
  const kept = lastSpace > maxLength / 2 ? cut.slice(0, lastSpace) : Array.from(cut).slice(0, -1).join("");
  // oxlint-disable-next-line regexp/no-super-linear-move -- at most maxLength characters
  return `${kept.replace(/[\s,;:–-]+$/u, "")}…`;
}

const structure = ["ul", "ol", "li", "blockquote", "table", "thead", "tbody", "tfoot", "tr", "th", "td", "caption"];
const headings = ["h1", "h2", "h3", "h4", "h5", "h6"];
// Kept until the layout pass makes paragraphs of them, so that their texts do not run together.
const boundaries =
  "p div section article main header footer aside nav figure figcaption address dl dt dd center fieldset details summary form pre hr".split(
    " ",
  );

const allowed: sanitizeHtml.IOptions = {
  allowedTags: ["br", ...structure, ...headings, ...inlineNames, ...boundaries],
  allowedAttributes: { a: ["href"], td: ["colspan", "rowspan"], th: ["colspan", "rowspan"] },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nonTextTags:
    "script style textarea option select button noscript template title svg math iframe object embed audio video canvas applet noembed noframes xmp plaintext".split(
      " ",
    ),
};

const knownTag = new RegExp(
  `<(?:!--|!doctype\\b|/?(?:${[
    ...(allowed.allowedTags as string[]),
    ...(allowed.nonTextTags ?? []),
    ..."html head body meta link base img picture source input label font span small big sub sup mark del ins s strike tt code kbd samp var cite q abbr acronym dfn time wbr bdo bdi ruby rt rp map area param track frame frameset marquee blink isindex legend optgroup datalist output progress meter dialog menu hgroup search slot data colgroup col dir".split(
      " ",
    ),
  ].join("|")})(?=[\\s/>]))`,
  "i",
);

function hasKnownTag(text: string): boolean {
  return knownTag.test(text);
}

const structureNames = new Set(structure);
const headingNames = new Set(headings);
const cellNames = new Set(["li", "td", "th", "caption"]);
const parentsOf: Record<string, readonly string[]> = {
  li: ["ul", "ol"],
  caption: ["table"],
  thead: ["table"],
  tbody: ["table"],
  tfoot: ["table"],
  tr: ["table", "thead", "tbody", "tfoot"],
  td: ["tr"],
  th: ["tr"],
};

interface Frame {
  name: string;
  openTag: string;
  parts: string[];
  isImplied: boolean;
}

/**
 * Writes sanitised HTML, or any prefix of it, as blocks: loose text becomes paragraphs, emphasis is closed and reopened around blocks, and empty
 * elements are dropped. Each inline tag is open at most once, so text is nested in at most six of them. Stops at the first token after
 * `mostOutput` characters. Much cheaper than `cleanArticleHtml`, but only safe for HTML that has been cleaned before.
 */
export function tidyArticleHtml(sanitised: string): string {
  const frames: Frame[] = [{ name: "", openTag: "", parts: [], isImplied: false }];
  let written = 0;
  const openInline: { name: string; openTag: string }[] = [];
  // For every inline tag, how often it is open in the input, and which of these, counted from the outermost, is the one in `openInline`.
  const nesting = new Map<string, { depth: number; written?: number }>(Array.from(inlineNames, (name) => [name, { depth: 0 }]));
  // For every structure tag open in the input: how many frames to return to, or undefined if the tag was not allowed there.
  const returns: (number | undefined)[] = [];
  let heading = "";
  let line = new Line();

  const frame = () => frames.at(-1) as Frame;

  function openInlineTag(name: string, openTag: string) {
    const open = nestingOf(name);
    open.depth += 1;
    // As in browsers, a link ends where the next one begins.
    if (name === "a" && openTag !== "" && open.written) closeInline(name);
    if (openTag === "" || open.written) return;
    open.written = open.depth;
    openInline.push({ name, openTag });
    line.open(openTag);
  }

  function closeInlineTag(name: string) {
    const open = nestingOf(name);
    if (open.depth > 0 && open.depth === open.written) closeInline(name);
    open.depth = Math.max(0, open.depth - 1);
  }

  const nestingOf = (name: string) => nesting.get(name) as { depth: number; written?: number };

  function closeInline(name: string) {
    const at = openInline.findIndex((open) => open.name === name);
    line.closeFrom(at);
    const reopened = openInline.splice(at).slice(1);
    for (const again of reopened) line.open(again.openTag);
    openInline.push(...reopened);
    nestingOf(name).written = undefined;
  }

  function endBlock() {
    const text = line.finish();
    written += text.length;
    line = new Line(openInline.map(({ openTag }) => openTag));
    if (text === "") return;
    if (cellNames.has(frame().name)) {
      const previous = frame().parts.at(-1);
      if (previous !== undefined && !previous.endsWith("</ul>") && !previous.endsWith("</ol>") && !previous.endsWith("</table>")) {
        frame().parts.push("<br>");
      }
      frame().parts.push(text);
      return;
    }
    const tag = heading || "p";
    for (const part of heading ? [text.replace(/(<br>)+/g, " ")] : text.split(/(?:<br>){2,}/))
      frame().parts.push(`<${tag}>${part}</${tag}>`);
  }

  function openFrame(name: string, attributes: string, isImplied = false) {
    endBlock();
    frames.push({ name, openTag: openTagOf(name, attributes), parts: [], isImplied });
  }

  function openImpliedCell() {
    if (frame().name === "ul" || frame().name === "ol") openFrame("li", "", true);
    if (["table", "thead", "tbody", "tfoot"].includes(frame().name)) openFrame("tr", "", true);
    if (frame().name === "tr") openFrame("td", "", true);
  }

  function closeFrame() {
    endBlock();
    const closed = frames.pop() as Frame;
    const content = closed.parts.join("");
    const isEmptyCell = closed.name === "td" || closed.name === "th";
    if (content !== "" || isEmptyCell) frame().parts.push(`${closed.openTag}${content}</${closed.name}>`);
  }

  for (const token of tokensOf(sanitised)) {
    if (written + line.length > mostOutput) break;
    if (token.kind === "text") {
      if (token.source.trim() !== "") openImpliedCell();
      line.addText(token.source);
    } else if (inlineNames.has(token.name)) {
      if (token.kind === "open") openInlineTag(token.name, openTagOf(token.name, token.attributes));
      else closeInlineTag(token.name);
    } else if (token.name === "br") {
      line.addBreak();
    } else if (headingNames.has(token.name)) {
      endBlock();
      heading = token.kind === "open" ? headingOf(token.name) : "";
    } else if (!structureNames.has(token.name)) {
      if (heading) line.addText(" ");
      else endBlock();
    } else if (token.kind === "open") {
      heading = "";
      const parents = parentsOf[token.name];
      while (parents && frame().isImplied && !parents.includes(frame().name)) closeFrame();
      if (!parents) openImpliedCell();
      if (parents && !parents.includes(frame().name)) {
        endBlock();
        returns.push(undefined);
      } else {
        returns.push(frames.length);
        openFrame(token.name, token.attributes);
      }
    } else {
      endBlock();
      const depth = returns.pop();
      while (depth !== undefined && frames.length > depth) closeFrame();
    }
  }
  while (frames.length > 1) closeFrame();
  endBlock();
  return frame().parts.join("");
}

/** The title of the article is its first heading. */
const headingOf = (name: string) => (name === "h1" ? "h2" : name);

function openTagOf(name: string, attributes: string): string {
  if (attributes === "" && name !== "a") return `<${name}>`;
  if (name === "a") {
    const href = hrefOf(attributes);
    return /^(?:https?:\/\/|mailto:)/i.test(href) ? `<a href="${href}" rel="noopener nofollow">` : "";
  }
  const spans = Array.from(attributes.matchAll(/\s(colspan|rowspan)="(\d{1,3})"/g), ([, span, count]) => ` ${span}="${count}"`);
  return `<${name}${spans.join("")}>`;
}

/** One line of text: tags are written only around text, and white space is collapsed as in browsers. */
class Line {
  private html = "";
  private readonly written: string[] = [];
  private readonly wanted: string[];
  private pendingSpace = false;
  private pendingBreaks = 0;

  constructor(openTags: readonly string[] = []) {
    this.wanted = [...openTags];
  }

  addText(text: string) {
    const folded = text.replace(/[ \t\r\n\f]+/g, " ");
    if (folded.startsWith(" ")) this.pendingSpace = true;
    const words = folded.trim() === "" && !/[^ ]/.test(folded) ? "" : folded.replace(/^ | $/g, "");
    if (words === "") return;
    this.writePending();
    this.html += words;
    this.pendingSpace = folded.endsWith(" ");
  }

  get length() {
    return this.html.length;
  }

  addBreak() {
    this.pendingBreaks += 1;
  }

  open(openTag: string) {
    this.wanted.push(openTag);
  }

  closeFrom(depth: number) {
    this.wanted.length = depth;
    this.closeWritten(depth);
  }

  finish(): string {
    this.closeWritten(0);
    return this.html;
  }

  private writePending() {
    const hasText = this.html !== "";
    if (this.pendingBreaks > 1) this.closeWritten(0);
    if (hasText && this.pendingBreaks > 0) this.html += "<br>".repeat(this.pendingBreaks);
    else if (hasText && this.pendingSpace) this.html += " ";
    this.pendingBreaks = 0;
    this.pendingSpace = false;
    for (const openTag of this.wanted.slice(this.written.length)) {
      this.html += openTag;
      this.written.push(openTag);
    }
  }

  private closeWritten(depth: number) {
    for (const openTag of this.written.splice(depth).reverse()) {
      this.html += `</${/^<([a-z]+)/.exec(openTag)?.[1]}>`;
    }
  }
}

interface Block {
  text: string;
  isHeading: boolean;
  isItem: boolean;
}

function blocksOf(cleaned: string): Block[] {
  const blocks: Block[] = [];
  let text = "";
  let marker = "";

  function endBlock(isHeading = false) {
    const lines = text
      .split("\n")
      .map((line) => line.trim())
      .join("\n")
      .trim();
    text = "";
    if (lines === "") return;
    blocks.push({ text: marker + lines, isHeading, isItem: marker !== "" });
    marker = "";
  }

  for (const token of tokensOf(cleaned)) {
    if (token.kind === "text") text += unescapeText(token.source);
    else if (token.name === "br") text += "\n";
    else if (token.name === "li") {
      endBlock();
      marker = token.kind === "open" ? itemMark : "";
    } else if (token.name === "td" || token.name === "th") text += token.kind === "close" ? "  " : "";
    else if (!inlineNames.has(token.name)) endBlock(token.kind === "close" && headingNames.has(token.name));
  }
  endBlock();
  return blocks;
}
