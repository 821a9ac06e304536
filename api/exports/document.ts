import type { Locale } from "./texts";

/** The texts of an export, already translated and formatted for the writers. */
export interface ExportHead {
  title: string;
  locale: Locale;
  /** Without it, the file begins with the notes and the first article. */
  hasCover: boolean;
  /** The PNG of the workspace's logo next to the document; `null` if it has none. */
  logo: { file: string; alt: string } | null;
  /** The workspace's main colour, legible on light and on dark paper, and the text colours on it. */
  colors: { light: string; dark: string; onLight: string; onDark: string };
  /** Seconds since 1970. */
  createdAt: number;
  /** The author, the date and the number of articles, one line each. */
  lines: string[];
  /** Which parts were omitted. */
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
  /** Alternative text of pictures without a description. */
  picture: string;
  /** Shown instead of a picture that cannot be read. */
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
  /** A written teaser; `null` if it is only the beginning of the text. */
  intro: string | null;
  facts: { label: string; text: string; url?: string }[];
  tags: string[];
  /** Sanitised HTML. */
  body: string;
  pictures: ExportPicture[];
  /** Attachments other than pictures, by name and size. */
  files: string[];
}

export interface ExportPicture {
  /** File name of the WebP next to the document; `null` if the picture cannot be read. */
  file: string | null;
  name: string;
  alt: string | null;
  caption: string | null;
}

/** The task of the process that writes the file. */
export interface ExportOrder {
  format: "html" | "pdf";
  /** Holds `head.json`, `0.json` and so on, and the pictures; the file is written here. */
  directory: string;
  /** Number of articles. */
  count: number;
  fonts: string;
}

/** The articles in order; each call reads them again. */
export type ReadArticles = () => AsyncIterable<ExportArticle>;

export interface WrittenFile {
  file: string;
  /** Whether a PDF conforms to PDF/UA-1; undefined for other files. */
  isUniversal?: boolean;
}
