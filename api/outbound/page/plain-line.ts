import sanitizeHtml from "sanitize-html";

// Nested tags cost time with the square of their number, and this runs outside the worker too.
const longest = 10_000;

/** Any value as one line of plain text: markup dropped, entities read (even twice escaped ones), white space folded; null when nothing is left. */
export function toPlainLine(value: unknown): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  let text = String(value).slice(0, longest);
  // Editorial systems escape once for JSON or the attribute and once more for HTML.
  for (let round = 0; round < 2 && /[<&]/.test(text); round += 1)
    text = unescapeText(sanitizeHtml(text, { allowedTags: [], allowedAttributes: {} }));
  const line = text
    .replace(/[\u00ad\u200b\ufeff]|(?!\s)\p{Cc}/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  return line === "" ? null : line;
}

/** Text as the sanitiser writes it, without its entities. */
export function unescapeText(text: string): string {
  return text
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&");
}

/** Letters and digits only, in lower case: what two spellings of the same title or name have in common. */
export function toComparable(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
