import type { Locale } from "./texts";

/** What stands in an export, in words: whoever writes it into a file looks nothing up. */
export interface ExportHead {
  title: string;
  locale: Locale;
  /** Seconds since 1970. */
  createdAt: number;
  /** Who made it, when, and of how many articles: a line each. */
  lines: string[];
  /** What is not in it, to be said. */
  notes: string[];
  productName: string;
  words: ExportWords;
}

export interface ExportWords {
  contents: string;
  toContents: string;
  tags: string;
  files: string;
  highPriority: string;
  /** The picture that nobody described. */
  picture: string;
  /** In the place of a picture that cannot be read. */
  brokenPicture: string;
  /** With `{page}` and `{pages}`. */
  page: string;
}

export interface ExportArticle {
  title: string;
  /** BCP 47; `null` when unknown. */
  language: string | null;
  isHigh: boolean;
  /** Above the title. */
  kicker: string;
  /** The teaser that somebody wrote; the beginning of the text is none. */
  intro: string | null;
  facts: { label: string; text: string; url?: string }[];
  tags: string[];
  /** Sanitised HTML. */
  body: string;
  pictures: ExportPicture[];
  /** Files beside the pictures, by name and size. */
  files: string[];
}

export interface ExportPicture {
  /** Its file beside the document, WebP; `null` when it cannot be read. */
  file: string | null;
  name: string;
  alt: string | null;
  caption: string | null;
}

/** What the process that writes the file is told: where everything lies. */
export interface ExportOrder {
  format: "html" | "pdf";
  /** Holds `head.json`, `0.json` and so on, and pictures; the file is written there. */
  directory: string;
  /** So many articles. */
  count: number;
  fonts: string;
}

/** The articles in their order, each time anew. */
export type ReadArticles = () => AsyncIterable<ExportArticle>;

/** What it answers. */
export interface WrittenFile {
  file: string;
  /** Whether the PDF keeps to PDF/UA-1; of other files nothing is said. */
  isUniversal?: boolean;
}
