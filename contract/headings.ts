const headingTag = /<(\/?)h([1-6])\b/g;

/**
 * Corrects the headings of an article's HTML to start at h2, below the title, and to go down one level at a time (WCAG 2.2, technique
 * G141), because authors choose headings by size. Headings of the same level keep the same level within their section.
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
