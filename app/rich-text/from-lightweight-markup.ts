import { inlineHtml } from "./inline-marks";

/**
 * Converts lightweight markup, the format of rich text in a plain textarea, to HTML. An empty line starts a new paragraph; line breaks are
 * kept; `# ` to `##### ` are headings, `- ` and `1. ` lists, `> ` a quote, lines with tabs a table. Inline: `**bold**`, `*italic*`,
 * `__underlined__`, `[text](https://…)`. Everything else is text, including HTML. A backslash escapes a mark. Headings start at `<h2>`,
 * below the title.
 */
export function fromLightweightMarkup(text: string): string {
  return blocksHtml(text.replace(/\r\n?/g, "\n").split("\n").map(withoutEndSpaces), 0);
}

/** Keeps tabs at the end of a line, because they separate cells. */
function withoutEndSpaces(line: string): string {
  let end = line.length;
  while (line[end - 1] === " " || line[end - 1] === "\u00a0") end -= 1;
  return line.slice(0, end);
}

const deepestQuote = 100;

function blocksHtml(lines: readonly string[], quoteDepth: number): string {
  let html = "";
  for (let at = 0; at < lines.length; ) {
    let end = at;
    while (lines[end]?.trim()) end += 1;
    if (end > at) html += chunkHtml(lines.slice(at, end), quoteDepth);
    at = end + 1;
  }
  return html;
}

/** Converts consecutive non-empty lines. */
function chunkHtml(lines: readonly string[], quoteDepth: number): string {
  let html = "";
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) html += `<p>${inlineHtml(paragraph.join("\n"))}</p>`;
    paragraph = [];
  };
  for (let at = 0; at < lines.length; ) {
    const block = findBlock(lines, at, quoteDepth);
    if (!block) {
      paragraph.push(unescapeLine(lines, at, (line) => findBlock(lines, at, quoteDepth, line)).trimEnd());
      at += 1;
      continue;
    }
    endParagraph();
    const own = lines.slice(at, block.end);
    if (block.kind === "heading") html += headingHtml(own[0] ?? "");
    else if (block.kind === "list") html += listHtml(own);
    else if (block.kind === "table") html += tableHtml(own);
    else html += `<blockquote>${blocksHtml(own.map(withoutQuoteMark), quoteDepth + 1)}</blockquote>`;
    at = block.end;
  }
  endParagraph();
  return html;
}

interface Found {
  kind: "heading" | "list" | "quote" | "table";
  /** The index after its last line. */
  end: number;
}

/** The block that starts at a line; `line` overrides the actual line. Directly after other text, a list needs at least two items. */
export function findBlock(lines: readonly string[], at: number, quoteDepth: number, line = lines[at] ?? ""): Found | undefined {
  if (headingMark.test(line)) return { kind: "heading", end: at + 1 };
  if (quoteStart.test(line) && quoteDepth < deepestQuote) {
    let end = at + 1;
    while (quoteMark.test(lines[end] ?? "")) end += 1;
    return { kind: "quote", end };
  }
  const list = findList(lines, at, line);
  const isWhole = at === 0 && list?.end === lines.length;
  if (list && (list.items > 1 || isWhole)) return { kind: "list", end: list.end };
  return at === 0 && isTable([line, ...lines.slice(1)]) ? { kind: "table", end: lines.length } : undefined;
}

const headingMark = /^(#{1,5}) (?=\S)/;
const quoteStart = /^> +\S/;
const quoteMark = /^>(?: |$)/;
const bulletMark = /^-(?: (?=\S)|$)/;
const numberMark = /^(\d{1,9})\.(?: (?=\S)|$)/;
const inner = /^(?: {2}|\t)/;

/** The list that starts at a line: bullets, or numbers counting up from 1 to at least 2. */
export function findList(lines: readonly string[], at: number, line = lines[at] ?? ""): { items: number; end: number } | undefined {
  const isNumbered = numberMark.test(line);
  if (!isNumbered && !bulletMark.test(line)) return undefined;
  let items = 0;
  let end = at;
  for (let next: string | undefined = line; next !== undefined && isItem(next, isNumbered, items + 1); next = lines[end]) {
    const start = end;
    end += 1;
    while (inner.test(lines[end] ?? "")) end += 1;
    // A mark without text is an item only if lines follow it.
    if (!next.includes(" ") && end === start + 1) {
      end = start;
      break;
    }
    items += 1;
  }
  return items > (isNumbered ? 1 : 0) ? { items, end } : undefined;
}

function isItem(line: string, isNumbered: boolean, number: number): boolean {
  return isNumbered ? numberMark.exec(line)?.[1] === String(number) : bulletMark.test(line);
}

/** Removes the backslash from an escaped block mark. */
function unescapeLine(lines: readonly string[], at: number, find: (line: string) => unknown): string {
  const line = lines[at] ?? "";
  const slashes = /^\\+/.exec(line)?.[0].length ?? 0;
  return slashes > 0 && find(line.slice(slashes)) ? line.slice(1) : line;
}

function headingHtml(line: string): string {
  const level = (headingMark.exec(line)?.[1]?.length ?? 1) + 1;
  return `<h${level}>${inlineHtml(line.slice(level).trim())}</h${level}>`;
}

const withoutQuoteMark = (line: string) => line.slice(2);

function listHtml(lines: readonly string[]): string {
  const tag = bulletMark.test(lines[0] ?? "") ? "ul" : "ol";
  let html = "";
  for (let at = 0; at < lines.length; ) {
    let end = at + 1;
    while (inner.test(lines[end] ?? "")) end += 1;
    const [first = ""] = lines.slice(at, end);
    html += `<li>${itemHtml(first.replace(tag === "ul" ? bulletMark : numberMark, ""), outdent(lines.slice(at + 1, end)))}</li>`;
    at = end;
  }
  return `<${tag}>${html}</${tag}>`;
}

/** Removes the first line's indentation from all lines. */
function outdent(lines: readonly string[]): string[] {
  const spaced = lines.map((line) => line.replace(/^\t+/, (tabs) => "  ".repeat(tabs.length)));
  const indent = /^ */.exec(spaced[0] ?? "")?.[0].length ?? 0;
  const indentation = new RegExp(`^ {0,${indent}}`);
  return spaced.map((line) => line.replace(indentation, ""));
}

function itemHtml(first: string, lines: readonly string[]): string {
  let html = "";
  let text = [first];
  const endText = () => {
    html += inlineHtml(
      text
        .map((line) => line.trim())
        .filter(Boolean)
        .join("\n"),
    );
    text = [];
  };
  for (let at = 0; at < lines.length; ) {
    const list = findList(lines, at);
    if (list) {
      endText();
      html += listHtml(lines.slice(at, list.end));
      at = list.end;
    } else {
      text.push(unescapeLine(lines, at, (line) => findList(lines, at, line)));
      at += 1;
    }
  }
  endText();
  return html;
}

/** At least two lines with the same number of tabs and text before the first one. */
function isTable(lines: readonly string[]): boolean {
  const [first = ""] = lines;
  const columns = first.split("\t").length;
  if (columns < 2 || lines.length < 2 || first.startsWith("\\")) return false;
  return lines.every((line) => line.split("\t").length === columns) && lines.some((line) => !line.startsWith("\t"));
}

/** If the second line is only `---`, the first one is the head. */
function tableHtml(lines: readonly string[]): string {
  const rows = lines.map((line) => line.split("\t").map((cell) => cell.trim()));
  const hasHead = rows[1]?.every((cell) => cell === "---");
  const row = (cells: string[], tag: "td" | "th") => `<tr>${cells.map((cell) => `<${tag}>${inlineHtml(cell)}</${tag}>`).join("")}</tr>`;
  const body = rows.slice(hasHead ? 2 : 0).map((cells) => row(cells, "td"));
  return `<table>${hasHead ? row(rows[0] ?? [], "th") : ""}${body.join("")}</table>`;
}
