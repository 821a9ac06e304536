import { cleanArticleHtml, tidyArticleHtml, toTeaser } from "./article-html";

export interface ArticleHtmlTask {
  /** `clean` for new HTML, `tidy` for HTML that was cleaned before. */
  kind: "clean" | "tidy";
  html: string;
}

export interface ArticleHtml {
  html: string;
  teaser: string;
  /** The HTML contains no text. */
  isEmpty: boolean;
}

/** Cleans a body once and derives everything else from the result. */
export function runArticleHtmlTask({ kind, html }: ArticleHtmlTask): ArticleHtml {
  const cleaned = kind === "clean" ? cleanArticleHtml(html) : tidyArticleHtml(html);
  const teaser = toTeaser(cleaned);
  return { html: cleaned, teaser, isEmpty: teaser === "" };
}
