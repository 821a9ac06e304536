/**
 * What stands above an article's text, on its page and in exports: the teaser that somebody wrote, and none that is only a part of the
 * text, or of the text without its headings.
 */
export function findIntro(teaser: string, body: string): string | null {
  const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");
  const opening = letters(teaser).slice(0, 40);
  const isExcerpt = [body, body.replace(/<(h[1-6])\b.*?<\/\1>/gs, "")].some((html) =>
    letters(html.replace(/<[^<>]*>|&#?\w+;/g, "")).includes(opening),
  );
  return isExcerpt ? null : teaser;
}
