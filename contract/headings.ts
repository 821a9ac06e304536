const headingTag = /<(\/?)h([1-6])\b/g;

/**
 * Article HTML, its headings beginning at h2, below the title, and going down a level at a time (WCAG 2.2, technique G141): whoever writes picks
 * headings by their size. Headings of one level stay of one level within what they stand in.
 */
export function withoutLevelGaps(html: string): string {
  const open: number[] = [];
  return html.replace(headingTag, (_, slash: string, digit: string) => {
    const level = Number(digit);
    if (!slash) {
      while ((open.at(-1) ?? 0) >= level) open.pop();
      open.push(level);
    }
    return `<${slash}h${Math.min(6, open.length + 1)}`;
  });
}
