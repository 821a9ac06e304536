import { escapeText } from "@folda/page-reader/escape";

/** Plain text as paragraphs: every line is one. */
export function plainTextToHtml(text: string): string {
  return text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => `<p>${escapeText(line)}</p>`)
    .join("");
}
