import { type HtmlElement, type HtmlNode, HtmlTooLarge, toHtmlTree } from "../../contract/html-tree.server";
import { joiner, linkAddress, type MarkName, textHtml, toSpaces } from "./inline-marks";

export interface Mark {
  name: MarkName;
  href?: string;
}

/** Text as typed, or the beginning or end of a mark. */
export type Piece = { text: string } | { begin: Mark } | { end: Mark };

/** Headings have levels 1 to 5, paragraphs 0; items hold text and lists. */
export type Block =
  | { kind: "text"; level: number; pieces: Piece[] }
  | { kind: "list"; isNumbered: boolean; items: Block[][] }
  | { kind: "quote"; blocks: Block[] }
  | { kind: "table"; rows: Cell[][] };

export interface Cell {
  isHead: boolean;
  pieces: Piece[];
}

/**
 * Parses HTML into blocks. Unsupported elements are replaced by their text. HTML that is nested deeper than `deepest`, or whose marks would
 * take more than `mostMarks` characters, is treated as plain text.
 */
export function blocksOf(html: string): Block[] {
  try {
    return new Flow().addAll(toHtmlTree(html, deepest), []).finish();
  } catch (error) {
    if (!(error instanceof HtmlTooLarge)) throw error;
    const plain = toHtmlTree(textHtml(html.replace(/<[^<>]*>/g, " ")));
    return new Flow("page", { left: Number.POSITIVE_INFINITY }).addAll(plain, []).finish();
  }
}

// Texts from our API are nested at most 200 levels deep.
const deepest = 1000;

/** Limit for the characters of marks and URLs. A link around everything is repeated in each block, so 200 KB could become gigabytes. */
const mostMarks = 1_000_000;

const isElement = (node: HtmlNode): node is HtmlElement => typeof node !== "string";

const markNames: Record<string, MarkName> = { strong: "strong", b: "strong", em: "em", i: "em", u: "u" };
const textless = new Set("script style template title textarea select noscript iframe object svg math".split(" "));
const withinText = new Set(
  "a abbr acronym bdi bdo big cite code data del dfn font ins kbd label mark q s samp small span strike sub sup time tt var wbr".split(" "),
);

/** Collects the blocks of a page, of a list item (text and lists only) or of a table cell (a single line). */
class Flow {
  private readonly blocks: Block[] = [];
  private runs: Run[] = [];

  constructor(
    private readonly place: "page" | "item" | "cell" = "page",
    private readonly budget = { left: mostMarks },
  ) {}

  finish(): Block[] {
    this.endText();
    return this.blocks;
  }

  addAll(nodes: readonly HtmlNode[], open: readonly Mark[]): this {
    for (const node of nodes) this.add(node, open);
    return this;
  }

  private add(node: HtmlNode, open: readonly Mark[]): void {
    if (!isElement(node)) {
      this.runs.push({ text: node.replace(/[ \t\r\n\f]+/g, " ").replaceAll(joiner, ""), marks: open });
      return;
    }
    const { name, children, attributes } = node;
    if (textless.has(name)) return;
    const mark = toMark(name, attributes.href);
    if (name === "br") this.runs.push({ text: "\n", marks: open });
    else if (mark && !open.some((one) => one.name === mark.name)) this.addAll(children, [...open, mark]);
    else if (mark || withinText.has(name)) this.addAll(children, open);
    else if (name === "table" && this.place === "page") this.addTable(children, open);
    else if (name === "blockquote" && this.place === "page") this.addQuote(children, open);
    else if ((name === "ul" || name === "ol") && this.place !== "cell") this.addList(children, open, name === "ol");
    else {
      this.endText();
      this.addAll(children, open);
      this.endText(headingLevel(name));
    }
  }

  private addQuote(children: readonly HtmlNode[], open: readonly Mark[]): void {
    this.endText();
    const blocks = new Flow("page", this.budget).addAll(children, open).finish();
    if (blocks.length > 0) this.blocks.push({ kind: "quote", blocks });
  }

  private addList(children: readonly HtmlNode[], open: readonly Mark[], isNumbered: boolean): void {
    this.endText();
    const items = children
      .map((child) =>
        new Flow("item", this.budget).addAll(isElement(child) && child.name === "li" ? child.children : [child], open).finish(),
      )
      .filter((blocks) => blocks.length > 0);
    if (items.length > 0) this.blocks.push({ kind: "list", isNumbered, items });
  }

  private addTable(children: readonly HtmlNode[], open: readonly Mark[]): void {
    this.endText();
    const rows: Cell[][] = [];
    for (const child of children.filter(isElement)) {
      if (child.name === "caption") this.add(child, open);
      else if (child.name === "tr") rows.push(this.toCells(child, open));
      else for (const row of child.children.filter(isElement)) rows.push(this.toCells(row, open));
    }
    const filled = rows.filter((row) => row.some(({ pieces }) => pieces.length > 0));
    if (filled.length > 0) this.blocks.push({ kind: "table", rows: filled });
  }

  private toCells({ children }: { children: readonly HtmlNode[] }, open: readonly Mark[]): Cell[] {
    return children.filter(isElement).map((cell) => {
      const [text] = new Flow("cell", this.budget).addAll(cell.children, open).finish();
      return { isHead: cell.name === "th", pieces: text?.kind === "text" ? text.pieces : [] };
    });
  }

  /** Ends the current text: a paragraph or heading on a page, another line in an item, part of the line in a cell. */
  private endText(level = 0): void {
    const shape = this.place !== "page" ? this.place : level > 0 ? "heading" : "paragraph";
    for (const pieces of toTexts(this.runs, shape)) {
      this.budget.left -= lengthOfMarks(pieces);
      if (this.budget.left < 0) throw new HtmlTooLarge();
      const last = this.blocks.at(-1);
      if (this.place === "page" || last?.kind !== "text")
        this.blocks.push({ kind: "text", level: this.place === "page" ? level : 0, pieces });
      else for (const piece of [{ text: lineBreaks[shape] }, ...pieces]) last.pieces.push(piece);
    }
    this.runs = [];
  }
}

function toMark(name: string, href = ""): Mark | undefined {
  const known = markNames[name];
  if (known) return { name: known };
  if (name !== "a" || !/^(?:https?:\/\/|mailto:)/i.test(href)) return undefined;
  if (linkAddress.test(href)) return { name: "a", href };
  // Percent-encode characters that would end the URL in the markup.
  return { name: "a", href: href.replace(/[()[\]\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`) };
}

/** The first of five levels is `<h2>`; 0 is no heading. */
const headingLevel = (name: string) => (/^h[1-6]$/.test(name) ? Math.max(Number(name[1]) - 1, 1) : 0);

const lengthOfMarks = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, piece) => sum + ("end" in piece ? 4 + (piece.end.href?.length ?? 0) : 0), 0);

interface Run {
  text: string;
  marks: readonly Mark[];
}

type Shape = "paragraph" | "heading" | "item" | "cell";

/** Line breaks within a text. */
const lineBreaks: Record<Shape, string> = { paragraph: "\n", heading: " ", item: "\n", cell: " " };

/** Runs as browsers show them: white space collapsed and outside of marks; an empty line separates paragraphs. */
function toTexts(runs: readonly Run[], shape: Shape): Piece[][] {
  const texts: Run[][] = [[]];
  for (const segment of segmentsOf(runs)) {
    const text = texts.at(-1) as Run[];
    if (!isSpace(segment)) text.push(segment);
    else if (shape === "paragraph" && /\n\s*\n/.test(segment.text)) texts.push([]);
    else text.push({ ...segment, text: typedSpace(segment.text, shape, text.length === 0) });
  }
  return texts
    .map(trimmed)
    .filter((text) => text.length > 0)
    .map(toPieces);
}

const isSpace = ({ text }: Run) => /^\s/.test(text);

/** Splits runs into words with the spaces between them, and all other white space. */
function segmentsOf(runs: readonly Run[]): Run[] {
  const segments: Run[] = [];
  let spaces: Run[] = [];
  const endSpaces = () => {
    const [first] = spaces;
    if (first)
      segments.push({
        text: spaces.map(({ text }) => text).join(""),
        marks: spaces.reduce((common, { marks }) => inCommon(common, marks), first.marks),
      });
    spaces = [];
  };
  for (const { text, marks } of runs) {
    for (const part of text.match(/^\s+|(?:\S| (?=\S))+|\s+/g) ?? []) {
      const run = { text: part, marks };
      if (isSpace(run)) spaces.push(run);
      else {
        endSpaces();
        segments.push(run);
      }
    }
  }
  endSpaces();
  return segments;
}

/** White space of HTML as typed: non-breaking spaces that preserve white space become spaces, em spaces tabs. */
function typedSpace(space: string, shape: Shape, isFirst: boolean): string {
  const lines = space.split("\n");
  const hasBreak = lines.length > 1;
  const last = lines.at(-1) ?? "";
  if (shape !== "paragraph" && (isFirst || hasBreak)) return isFirst ? "" : lineBreaks[shape];
  if (shape === "cell") return typedSpaces(last).replaceAll("\t", " ");
  if (!hasBreak && !isFirst) return typedSpaces(last);
  const [folded = "", indent = ""] = /^ *([\u00a0 ]*)/.exec(last) ?? [];
  return (hasBreak ? "\n" : "") + " ".repeat(indent.length) + typedSpaces(last.slice(folded.length));
}

const typedSpaces = (space: string) =>
  space
    .replace(/ {2,}/g, " ")
    .replaceAll("\u2003", "\t")
    .replace(/\u00a0+( ?)/g, toSpaces);

function trimmed(paragraph: readonly Run[]): Run[] {
  const filled = paragraph.filter(({ text }) => text !== "");
  const last = filled.at(-1);
  return last && isSpace(last) ? filled.slice(0, -1) : filled;
}

/** Marks begin and end at words; white space is only marked if the mark continues after it. */
function toPieces(segments: readonly Run[]): Piece[] {
  const pieces: Piece[] = [];
  let open: readonly Mark[] = [];
  segments.forEach((segment, index) => {
    const wanted = isSpace(segment) ? inCommon(segment.marks, inCommon(open, segments[index + 1]?.marks)) : segment.marks;
    const kept = inCommon(open, wanted);
    for (const mark of open.slice(kept.length).reverse()) pieces.push({ end: mark });
    for (const mark of wanted.slice(kept.length)) pieces.push({ begin: mark });
    pieces.push({ text: segment.text });
    open = wanted;
  });
  for (const mark of [...open].reverse()) pieces.push({ end: mark });
  return boldOutside(pieces);
}

function inCommon(some: readonly Mark[] = [], others: readonly Mark[] = []): readonly Mark[] {
  const end = some.findIndex((mark, index) => mark !== others[index] && (mark.name === "a" || mark.name !== others[index]?.name));
  return end < 0 ? some : some.slice(0, end);
}

/** Normalises bold italic text to bold outside of italic. */
function boldOutside(pieces: readonly Piece[]): Piece[] {
  const ordered = [...pieces];
  const begins: number[] = [];
  pieces.forEach((piece, at) => {
    if ("begin" in piece) begins.push(at);
    if (!("end" in piece)) return;
    const begin = begins.pop() as number;
    const [outer, after] = [pieces[begin - 1], pieces[at + 1]];
    const isPair = outer && "begin" in outer && outer.begin.name === "em" && after && "end" in after && after.end === outer.begin;
    if (piece.end.name !== "strong" || !isPair) return;
    ordered.splice(begin - 1, 2, { begin: piece.end }, outer);
    ordered.splice(at, 2, { end: outer.begin }, { end: piece.end });
  });
  return ordered;
}
