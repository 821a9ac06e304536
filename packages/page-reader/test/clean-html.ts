import sanitizeHtml from "sanitize-html";

/** A sanitiser as a caller of `readPage` may pass it: safe HTML, and paragraphs from plain text. */
export function cleanHtml(html: string): string {
  const isPlain = !/<[a-z]/i.test(html);
  return isPlain
    ? html
        .split(/\n\n/)
        .filter(Boolean)
        .map((text) => `<p>${text}</p>`)
        .join("")
    : sanitizeHtml(html, allowed);
}

const allowed = { allowedTags: ["p", "h2", "h3", "ul", "ol", "li", "blockquote", "strong", "em", "a"], allowedAttributes: { a: ["href"] } };
