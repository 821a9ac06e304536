import { escapeAttribute, escapeText } from "@folda/page-reader/escape";

export type MarkName = "strong" | "em" | "u" | "a";

/** Separates marks from adjacent marks or words. It is invisible and removed from the HTML. */
export const joiner = "\u2060";

const address = String.raw`(?:https?:\/\/|mailto:)[^\s()[\]]*(?:\([^\s()[\]]*\)[^\s()[\]]*)*`;
/** The URLs that links can have. */
export const linkAddress = new RegExp(`^${address}$`, "i");

/** Runs of asterisks or underscores, both ends of a link, and bare URLs, inside which nothing is a mark. */
const candidates = new RegExp(
  String.raw`(?<run>\*+|_+)|(?<bracket>\[)|\]\((?<href>${address})\)|(?:https?:\/\/|www\.)[^\s[\]${joiner}]*[\p{L}\p{N}\/=&#%~+-]`,
  "giu",
);

const marksOfRun: Record<string, MarkName[]> = { "*": ["em"], "**": ["strong"], "***": ["strong", "em"], __: ["u"] };

/** A position where marks may begin or end. */
export interface Token {
  start: number;
  end: number;
  marks: readonly MarkName[];
  /** Set only at the end of a link. */
  href?: string;
  canOpen: boolean;
  canClose: boolean;
  /** Escaped by a backslash: not a mark. */
  isEscaped: boolean;
}

/**
 * The positions where marks may begin or end. Asterisks and underscores count only at the edge of a word, so `3 * 4`, `snake_case` and
 * `Kolleg*innen` contain none.
 */
export function tokensOf(text: string): Token[] {
  if (!/[*_[]/.test(text)) return [];
  const tokens: Token[] = [];
  const firstOpener = new Map<MarkName, number>();
  const lastCloser = new Map<MarkName, number>();
  for (const match of text.matchAll(candidates)) {
    const token = toToken(text, match);
    if (!token) continue;
    tokens.push(token);
    for (const mark of token.marks) {
      if (token.canOpen && !firstOpener.has(mark)) firstOpener.set(mark, token.start);
      if (token.canClose) lastCloser.set(mark, token.start);
    }
  }
  return tokens.filter(({ marks, start, canOpen, canClose }) =>
    marks.some((mark) => (canOpen && (lastCloser.get(mark) ?? start) > start) || (canClose && (firstOpener.get(mark) ?? start) < start)),
  );
}

function toToken(text: string, match: RegExpExecArray): Token | undefined {
  const { run, bracket, href } = match.groups ?? {};
  const marks = run ? marksOfRun[run] : bracket || href ? (["a"] as const) : undefined;
  if (!marks) return undefined;
  const start = match.index;
  const end = start + match[0].length;
  let slashes = start;
  while (text[slashes - 1] === "\\") slashes -= 1;
  const before = text[slashes - 1];
  const after = text[end];
  const opens = after !== undefined && !isSpace(after);
  const closes = before !== undefined && !isSpace(before);
  return {
    start,
    end,
    marks,
    href,
    canOpen: run ? opens && !isWord(before) : bracket !== undefined && opens,
    canClose: run ? closes && !isWord(after) : href !== undefined && closes,
    isEscaped: slashes < start,
  };
}

const isSpace = (character: string) => /\s/.test(character);

/** A letter, a digit or an accent. */
export const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{M}\p{N}]/u.test(character);

/** Converts the text of one block to HTML, escaping everything but marks. */
export function inlineHtml(text: string): string {
  const fixed = toFixedSpaces(text, true);
  const tokens = tokensOf(fixed);
  const tags = pairUp(tokens);
  let html = "";
  let at = 0;
  tokens.forEach((token, index) => {
    html += textHtml(fixed.slice(at, token.isEscaped ? token.start - 1 : token.start));
    const { opened, closed } = tags[index] as Tags;
    const marked = opened.length + closed.length;
    const isWhole = marked === token.marks.length;
    // Of three asterisks, only one or two may be marks; the outer ones are text then.
    if (marked > 0) html += isWhole ? "" : opened[0] === "<em>" ? "**" : "*";
    else html += textHtml(fixed.slice(token.start, token.end));
    html += [...closed, ...opened].join("");
    at = token.end;
  });
  return html + textHtml(fixed.slice(at));
}

interface Tags {
  opened: string[];
  closed: string[];
}

/** The tags at each token. Each mark is open at most once: opening it again replaces the earlier position. */
function pairUp(tokens: readonly Token[]): Tags[] {
  const tags = tokens.map((): Tags => ({ opened: [], closed: [] }));
  const open: { mark: MarkName; index: number }[] = [];

  function close(mark: MarkName, index: number, href?: string) {
    const at = open.findIndex((one) => one.mark === mark);
    // Three asterisks open two marks at once; the one that is closed first is the inner one.
    if (open[at + 1]?.index === open[at]?.index) open.splice(at, 2, ...open.slice(at, at + 2).reverse());
    const opener = open.findIndex((one) => one.mark === mark);
    const { index: from } = open[opener] as { index: number };
    open.length = opener;
    tags[from]?.opened.unshift(openTag(mark, href));
    tags[index]?.closed.push(`</${mark}>`);
  }

  tokens.forEach((token, index) => {
    if (token.isEscaped) return;
    const { marks, href, start } = token;
    const isOpen = (mark: MarkName) => open.some((one) => one.mark === mark && (tokens[one.index]?.end ?? 0) < start);
    const innermost = open.slice(-marks.length).map(({ mark }) => mark);
    const canCloseAll = marks.length === 1 ? marks.every(isOpen) : marks.every((mark) => isOpen(mark) && innermost.includes(mark));
    if (token.canClose && canCloseAll) {
      for (const mark of marks.length === 1 ? marks : innermost.reverse()) close(mark, index, href);
    } else if (token.canOpen) {
      for (const mark of marks) {
        const again = open.findIndex((one) => one.mark === mark);
        if (again >= 0) open.splice(again, 1);
        open.push({ mark, index });
      }
    }
  });
  return tags;
}

/** Preserves white space in HTML: repeated or leading spaces become non-breaking, a tab an em space. */
export function toFixedSpaces(text: string, atLineStart: boolean): string {
  return text
    .replace(/\t/g, "\u2003")
    .replace(/\u00a0+( ?)/g, toSpaces)
    .replace(/(?:^|(?<=\n)) +/g, (spaces, at: number) => (at > 0 || atLineStart ? "\u00a0".repeat(spaces.length) : spaces))
    .replace(/ {2,}/g, (spaces) => `${"\u00a0".repeat(spaces.length - 1)} `);
}

/** Reverts non-breaking spaces that only preserve a space. */
export const toSpaces = (fixed: string, space: string): string => (space ? " ".repeat(fixed.length) : fixed);

export function openTag(mark: MarkName, href?: string): string {
  return href === undefined ? `<${mark}>` : `<a href="${escapeAttribute(href).replaceAll(joiner, "")}">`;
}

/** Text without marks as HTML. */
export const textHtml = (text: string): string => escapeText(text).replaceAll("\n", "<br>").replaceAll(joiner, "");
