/** What running text can carry. */
export type MarkName = "strong" | "em" | "u" | "a";

/** Stands where two marks, or a mark and a word, would run together. Nobody sees it, and it never gets into HTML. */
export const joiner = "\u2060";

const address = String.raw`(?:https?:\/\/|mailto:)[^\s()[\]]*(?:\([^\s()[\]]*\)[^\s()[\]]*)*`;
/** An address that a link can be written with. */
export const linkAddress = new RegExp(`^${address}$`, "i");

/** Runs of stars and underscores, both ends of a link, and bare addresses: what looks like a mark inside those is none. */
const candidates = new RegExp(
  String.raw`(?<run>\*+|_+)|(?<bracket>\[)|\]\((?<href>${address})\)|(?:https?:\/\/|www\.)[^\s[\]${joiner}]*[\p{L}\p{N}\/=&#%~+-]`,
  "giu",
);

const marksOfRun: Record<string, MarkName[]> = { "*": ["em"], "**": ["strong"], "***": ["strong", "em"], __: ["u"] };

/** A place in a text where marks may begin or end. */
export interface Token {
  start: number;
  end: number;
  marks: readonly MarkName[];
  /** Of the end of a link. */
  href?: string;
  canOpen: boolean;
  canClose: boolean;
  /** A backslash before what would be a mark makes it a sign like any other. */
  isEscaped: boolean;
}

/**
 * The places where marks may begin or end, as far as there is another to end or begin them. Stars and underscores do only at the
 * edge of a word, so that `3 * 4`, `snake_case` and `Kolleg*innen` are none.
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

/** Whether a letter, a digit or an accent stands there. */
export const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{M}\p{N}]/u.test(character);

/** The running text of one block as HTML: marks as tags, everything else as it was typed, HTML too. */
export function inlineHtml(text: string): string {
  const fixed = toFixedSpaces(text, true);
  const tokens = tokensOf(fixed);
  const tags = pairUp(tokens);
  let html = "";
  let at = 0;
  tokens.forEach((token, index) => {
    html += escapeHtml(fixed.slice(at, token.isEscaped ? token.start - 1 : token.start));
    const { opened, closed } = tags[index] as Tags;
    const marked = opened.length + closed.length;
    const isWhole = marked === token.marks.length;
    // Of three stars, one or two may be a mark: the outer ones are not.
    if (marked > 0) html += isWhole ? "" : opened[0] === "<em>" ? "**" : "*";
    else html += escapeHtml(fixed.slice(token.start, token.end));
    html += [...closed, ...opened].join("");
    at = token.end;
  });
  return html + escapeHtml(fixed.slice(at));
}

interface Tags {
  opened: string[];
  closed: string[];
}

/** The tags at each token. Each mark is open at most once: who opens it again meant only the later one. */
function pairUp(tokens: readonly Token[]): Tags[] {
  const tags = tokens.map((): Tags => ({ opened: [], closed: [] }));
  const open: { mark: MarkName; index: number }[] = [];

  function close(mark: MarkName, index: number, href?: string) {
    const at = open.findIndex((one) => one.mark === mark);
    // Three stars open two marks at once: the one that ends first is the inner one.
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

/** HTML folds white space: spaces that stand in a row or at the start of a line become fixed ones, a tab an em space. */
export function toFixedSpaces(text: string, atLineStart: boolean): string {
  return text
    .replace(/\t/g, "\u2003")
    .replace(/\u00a0+( ?)/g, toSpaces)
    .replace(/(?:^|(?<=\n)) +/g, (spaces, at: number) => (at > 0 || atLineStart ? "\u00a0".repeat(spaces.length) : spaces))
    .replace(/ {2,}/g, (spaces) => `${"\u00a0".repeat(spaces.length - 1)} `);
}

/** Fixed spaces before a space only hold it. */
export const toSpaces = (fixed: string, space: string): string => (space ? " ".repeat(fixed.length) : fixed);

/** The tag that a mark begins with. */
export function openTag(mark: MarkName, href?: string): string {
  return href === undefined ? `<${mark}>` : `<a href="${escapeHtml(href).replace(/"/g, "&quot;")}">`;
}

/** Text as it stands in HTML, a line break as `<br>`. */
export function escapeHtml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replaceAll("\n", "<br>").replaceAll(joiner, "");
}
