/**
 * The introduction above an article's text, on its page and in exports: the teaser if someone wrote one, but not if it is only a part of
 * the text, with or without its headings. Takes linear time for any text.
 */
export function findIntro(teaser: string, body: string): string | null {
  const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");
  const opening = letters(teaser).slice(0, 40);
  const isExcerpt = [body, withoutHeadings(body)].some((html) => letters(html.replace(/<[^<>]*>|&#?\w+;/g, "")).includes(opening));
  return isExcerpt ? null : teaser;
}

/** Removes each heading up to the next end tag of its level; an unclosed one stays. */
function withoutHeadings(html: string): string {
  const lastEnds = new Map([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, html.lastIndexOf(`</h${level}>`)]));
  const openings = /<(h[1-6])\b/g;
  let kept = "";
  let from = 0;
  for (let found = openings.exec(html); found; found = openings.exec(html)) {
    const [, name = ""] = found;
    if ((lastEnds.get(name) ?? -1) < found.index) continue;
    const endTag = `</${name}>`;
    kept += html.slice(from, found.index);
    from = html.indexOf(endTag, found.index) + endTag.length;
    openings.lastIndex = from;
  }
  return kept + html.slice(from);
}
