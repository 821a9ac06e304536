import sanitizeHtml from "sanitize-html";

/** A sanitiser as a caller of `readPage` may pass it. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, allowed);
}

const allowed = {
  allowedTags: "p h1 h2 h3 h4 h5 h6 ul ol li blockquote table caption thead tbody tr th td strong b em i a br".split(" "),
  allowedAttributes: { a: ["href"] },
};
