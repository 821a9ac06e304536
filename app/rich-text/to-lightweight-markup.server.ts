import { findBlock, findList } from "./from-lightweight-markup";
import { inlineHtml, isWord, joiner, openTag, type Token, textHtml, toFixedSpaces, tokensOf } from "./inline-marks";
import { type Block, blocksOf, type Cell, type Piece } from "./rich-blocks.server";

/**
 * Converts HTML to lightweight markup. `fromLightweightMarkup` restores the same paragraphs, headings, lists, quotes, simple tables,
 * emphasis and links. Unsupported elements (pictures, cell spans) are replaced by their text. Backslashes are written only where text would
 * be read as a mark.
 */
export const toLightweightMarkup = (html: string): string => linesOf(blocksOf(html)).join("\n");

const linesOf = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block, index) => (index === 0 ? blockLines(block) : ["", ...blockLines(block)]));

function blockLines(block: Block): string[] {
  if (block.kind === "quote") return linesOf(block.blocks).map((line) => (line === "" ? ">" : `> ${line}`));
  if (block.kind === "list") return listLines(block);
  if (block.kind === "table") return tableLines(block.rows);
  const text = inlineText(block.pieces);
  if (block.level > 0) return [`${"#".repeat(block.level)} ${text}`];
  return escapeLines(text.split("\n"), (lines, at, line) => findBlock(lines, at, 0, line));
}

function listLines({ items, isNumbered }: Extract<Block, { kind: "list" }>): string[] {
  return items.flatMap((blocks, index) => {
    const [first = "", ...others] = itemLines(blocks);
    return [`${isNumbered ? `${index + 1}.` : "-"} ${first}`.trimEnd(), ...others.map((line) => `  ${line}`)];
  });
}

function itemLines(blocks: readonly Block[]): string[] {
  const parts = blocks.map((block) => {
    const isText = block.kind === "text";
    return (isText ? inlineText(block.pieces).split("\n") : blockLines(block)).map((line) => ({ line, isText }));
  });
  const [first, ...others] = [...(parts[0]?.[0]?.isText ? [] : [{ line: "", isText: true }]), ...parts.flat()];
  const lines = others.map(({ line }) => line);
  return [first?.line ?? "", ...escapeLines(lines, (...place) => others[place[1]]?.isText && findList(...place))];
}

/** A table needs at least two rows and two columns. */
function tableLines(rows: readonly Cell[][]): string[] {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const texts = rows.map((row) => Array.from({ length: columns }, (_, column) => inlineText(row[column]?.pieces ?? [])));
  const head = rows[0]?.every(({ isHead }) => isHead) ? [Array(columns).fill("---")] : [];
  const [first = [], ...others] = texts;
  const lines = [first, ...head, ...others].map((cells) => cells.join("\t"));
  if (columns < 2 || lines.length < 2) return escapeLines(lines, (all, at, line) => findBlock(all, at, 0, line));
  // Empty cells at either end would be trimmed with the whitespace of the form field.
  const begin = lines[0]?.startsWith("\t") || findBlock(lines, 0, 0)?.kind !== "table" ? joiner : "";
  const end = lines.at(-1)?.endsWith("\t") ? joiner : "";
  return `${begin}${lines.join("\n")}${end}`.split("\n");
}

/**
 * Escapes lines that would start a block, from last to first, because a list depends on the lines after it. `find` gets each line without
 * its escaping.
 */
function escapeLines(lines: readonly string[], find: (lines: readonly string[], at: number, line: string) => unknown): string[] {
  const escaped = [...lines];
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at] ?? "";
    if (find(escaped, at, line.replace(/^\\+/, ""))) escaped[at] = `\\${line}`;
  }
  return escaped;
}

/** Text with its marks, escaped as little as possible. */
function inlineText(pieces: readonly Piece[]): string {
  const plain = join(pieces, () => false);
  if (!/[*_[\\]/.test(plain.text)) return plain.text;
  const html = piecesHtml(pieces);
  const withJoiners = join(pieces, isHidden);
  const withMoreJoiners = join(pieces, (last, next) => isHidden(last, next) || isLikeLast(last, next));
  const attempts = [
    () => plain.text,
    () => withJoiners.text,
    () => withMoreJoiners.text,
    () => escapeTokens(withJoiners, ({ canOpen }) => canOpen),
    () => escapeTokens(withMoreJoiners, ({ canOpen }) => canOpen),
  ];
  for (const attempt of attempts) {
    const text = attempt();
    if (inlineHtml(text) === html) return text;
  }
  return escapeTokens(withMoreJoiners, () => true);
}

function piecesHtml(pieces: readonly Piece[]): string {
  return pieces.reduce((html, piece) => {
    if ("text" in piece) return html + textHtml(toFixedSpaces(piece.text, html === ""));
    const { name, href } = "begin" in piece ? piece.begin : piece.end;
    return html + ("end" in piece ? `</${name}>` : openTag(name, href));
  }, "");
}

interface Joined {
  text: string;
  /** Positions of intended marks. */
  intended: ReadonlySet<number>;
}

/** Joins marks and text, inserting a joiner where `needsJoiner` requires one. */
function join(pieces: readonly Piece[], needsJoiner: (last: Written, next: Written) => boolean): Joined {
  const intended = new Set<number>();
  let text = "";
  let last: Written | undefined;
  for (const piece of pieces) {
    const next = write(piece);
    if (last && needsJoiner(last, next)) text += joiner;
    if (next.role !== "text") intended.add(text.length);
    text += next.text;
    last = next;
  }
  return { text, intended };
}

interface Written {
  text: string;
  role: "text" | "begin" | "end";
  /** Link marks may be inside words. */
  isLink: boolean;
}

const signs = { strong: "**", em: "*", u: "__" };

function write(piece: Piece): Written {
  if ("text" in piece) return { text: piece.text, role: "text", isLink: false };
  const [role, { name, href }] = "begin" in piece ? (["begin", piece.begin] as const) : (["end", piece.end] as const);
  if (name !== "a") return { text: signs[name], role, isLink: false };
  return { text: role === "begin" ? "[" : `](${href})`, role, isLink: true };
}

/** Two adjacent asterisks or underscores, one of which is a mark. */
function isLikeLast(last: Written, next: Written): boolean {
  const before = last.text.at(-1) ?? "";
  return (last.role !== "text" || next.role !== "text") && before === next.text[0] && /[*_]/.test(before);
}

/** Whether a mark would not be recognised next to a word, a URL or a backslash. */
function isHidden(last: Written, next: Written): boolean {
  if (last.role === "end" && !last.isLink && isWord(next.text[0])) return true;
  if (next.role === "text") return false;
  const before = last.text.at(-1);
  return before === "\\" || endsInAddress(last.text) || (next.role === "begin" && !next.isLink && isWord(before));
}

const endsInAddress = (text: string) => {
  const lastWord = text.slice(Math.max(text.lastIndexOf(" "), text.lastIndexOf("\n"), text.lastIndexOf("]")) + 1);
  return /https?:\/\/|www\./i.test(lastWord);
};

function escapeTokens({ text, intended }: Joined, isRisky: (token: Token) => boolean): string {
  let escaped = "";
  let at = 0;
  for (const token of tokensOf(text)) {
    if (intended.has(token.start) || !isRisky(token)) continue;
    escaped += `${text.slice(at, token.start)}\\`;
    at = token.start;
  }
  return escaped + text.slice(at);
}
