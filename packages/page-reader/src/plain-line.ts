import { Parser } from "htmlparser2";

const maxLength = 10_000;

/** A value as one line of plain text: markup removed, entities decoded (twice escaped ones too), white space collapsed; null if nothing is left. */
export function toPlainLine(value: unknown): string | null {
  // Content management systems escape once for JSON or the attribute, and once more for HTML.
  return lineOf(value, 2);
}

/** The same for a value that was escaped once, such as a title with escaped brackets. */
export function toPlainLineOnce(value: unknown): string | null {
  return lineOf(value, 1);
}

function lineOf(value: unknown, rounds: number): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  let text = String(value).slice(0, maxLength);
  for (let round = 0; round < rounds && /[<&]/.test(text); round += 1) text = withoutMarkup(text);
  const line = collapse(text.replace(/(?!\s)\p{Cc}/gu, ""));
  return line === "" ? null : line;
}

function withoutMarkup(html: string): string {
  let text = "";
  let isCode = false;
  const parser = new Parser({
    onopentagname(name) {
      isCode = name === "script" || name === "style";
    },
    onclosetag() {
      isCode = false;
    },
    ontext(piece) {
      if (!isCode) text += piece;
    },
  });
  parser.end(html);
  return text;
}

/** White space as browsers show it, without the characters that nobody sees. */
export function collapse(text: string): string {
  return withoutInvisible(text).replace(/\s+/g, " ").trim();
}

/** Removes soft hyphens and zero-width characters, except those that join letters and emoji or part words of scripts without spaces. */
export function withoutInvisible(text: string): string {
  if (!/[\u00ad\u180e\u200b-\u200f\u2060\ufeff]/.test(text)) return text;
  return text
    .replace(/[\u00ad\u180e\u2060\ufeff]/g, "")
    .replace(/(?<![\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}])\u200b/gu, "")
    .replace(/(?<=[\p{Script=Latin}\p{N}])[\u200c-\u200f]+(?=[\p{Script=Latin}\p{N}])/gu, "");
}

/** Letters and digits in lower case, to compare two spellings of a title or name. */
export function toComparable(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
