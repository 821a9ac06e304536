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
  for (let round = 0; round < rounds && /[<&]/.test(text); round += 1) text = textOf(text);
  const line = text
    .replace(/[\u00ad\u200b\ufeff]|(?!\s)\p{Cc}/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  return line === "" ? null : line;
}

function textOf(html: string): string {
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

/** Letters and digits in lower case, to compare two spellings of a title or name. */
export function toComparable(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
