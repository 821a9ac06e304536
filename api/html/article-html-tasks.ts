import { cleanArticleHtml, tidyArticleHtml, toTeaser } from "./article-html";

export interface ArticleHtmlTask {
  /** `clean` for what people wrote, `tidy` for what was cleaned before. */
  kind: "clean" | "tidy";
  html: string;
}

export interface ArticleHtml {
  html: string;
  teaser: string;
  /** There is markup at most, and no text. */
  isEmpty: boolean;
}

/** Everything that is made of a body, from one cleaning. */
export function runArticleHtmlTask({ kind, html }: ArticleHtmlTask): ArticleHtml {
  const cleaned = kind === "clean" ? cleanArticleHtml(html) : tidyArticleHtml(html);
  const teaser = toTeaser(cleaned);
  return { html: cleaned, teaser, isEmpty: teaser === "" };
}
