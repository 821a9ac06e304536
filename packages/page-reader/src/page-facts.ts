/** The unchecked values of one kind of metadata. */
export interface PageFacts {
  title: string | null;
  description: string | null;
  images: PageImage[];
  /** As written: bylines, lists of names, addresses. */
  authors: string[];
  sourceName: string | null;
  publishedAt: number | null;
  /** The time of the last change. */
  modifiedAt: number | null;
  language: string | null;
}

export interface PageImage {
  url: string;
  width: number | null;
  height: number | null;
  alt: string | null;
}
