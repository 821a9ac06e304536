import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

interface StructNode {
  role?: string;
  children?: StructNode[];
}

export interface ReadPdf {
  title: string;
  language: string;
  /** Whether it says that it is PDF/UA-1. */
  isUniversal: boolean;
  isTagged: boolean;
  /** The text of each page, in the order of reading. */
  pages: string[];
  /** Titles of the bookmarks, those below indented. */
  bookmarks: string[];
  /** Addresses that links lead to; inner ones are left out. */
  links: string[];
  /** How many links lead to places of the document itself. */
  innerLinks: number;
  /** Every role of the structure tree, as often as it occurs. */
  roles: Map<string, number>;
}

interface Bookmark {
  title: string;
  items: Bookmark[];
}

/** A PDF as a reader's program knows it. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  try {
    const { info, metadata } = await document.getMetadata();
    const facts = info as { Title?: string; Language?: string };
    const pages: string[] = [];
    const links: string[] = [];
    let innerLinks = 0;
    const roles = new Map<string, number>();
    const count = (node: StructNode) => {
      if (node.role) roles.set(node.role, (roles.get(node.role) ?? 0) + 1);
      node.children?.forEach(count);
    };
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      pages.push(items.map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : "")).join(""));
      for (const annotation of await page.getAnnotations()) {
        if (annotation.subtype !== "Link") continue;
        if (annotation.url) links.push(annotation.url);
        else if (annotation.dest) innerLinks += 1;
      }
      count((await page.getStructTree()) as StructNode);
    }
    const flatten = (bookmarks: Bookmark[], depth = 0): string[] =>
      bookmarks.flatMap(({ title, items }) => ["  ".repeat(depth) + title, ...flatten(items, depth + 1)]);
    const mark = (await document.getMarkInfo()) as { Marked?: boolean } | null;
    return {
      title: facts.Title ?? "",
      language: facts.Language ?? "",
      isUniversal: metadata?.getRaw()?.includes("<pdfuaid:part>1</pdfuaid:part>") ?? false,
      isTagged: mark?.Marked === true,
      pages,
      bookmarks: flatten(((await document.getOutline()) ?? []) as Bookmark[]),
      links,
      innerLinks,
      roles,
    };
  } finally {
    await document.destroy();
  }
}
