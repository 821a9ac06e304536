import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

interface StructNode {
  role?: string;
  alt?: string;
  children?: StructNode[];
}

export interface ReadPdf {
  title: string;
  language: string;
  /** Whether it claims to be PDF/UA-1. */
  isUniversal: boolean;
  isTagged: boolean;
  /** The text of each page in reading order. */
  pages: string[];
  /** The texts of each page where they are printed, in points from the lower left corner. */
  printed: { text: string; x: number; y: number }[][];
  /** Titles of the bookmarks, indented by level. */
  bookmarks: string[];
  /** Addresses of external links. */
  links: string[];
  /** Number of links within the document. */
  innerLinks: number;
  /** Roles of the structure tree with their numbers. */
  roles: Map<string, number>;
  /** The alternative texts of pictures. */
  alts: string[];
}

interface Bookmark {
  title: string;
  items: Bookmark[];
}

/** Parses a PDF like a viewer. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  try {
    const { info, metadata } = await document.getMetadata();
    const facts = info as { Title?: string; Language?: string };
    const pages: string[] = [];
    const printed: ReadPdf["printed"] = [];
    const links: string[] = [];
    let innerLinks = 0;
    const roles = new Map<string, number>();
    const alts: string[] = [];
    const count = (node: StructNode) => {
      if (node.role) roles.set(node.role, (roles.get(node.role) ?? 0) + 1);
      if (node.alt) alts.push(node.alt);
      node.children?.forEach(count);
    };
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      pages.push(items.map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : "")).join(""));
      printed.push(items.flatMap((item) => ("str" in item ? [{ text: item.str, x: item.transform[4], y: item.transform[5] }] : [])));
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
      printed,
      bookmarks: flatten(((await document.getOutline()) ?? []) as Bookmark[]),
      links,
      innerLinks,
      roles,
      alts,
    };
  } finally {
    await document.destroy();
  }
}

/** A piece of text and where it is on its page, in points from the lower left corner. */
interface TextBox {
  page: number;
  text: string;
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** The position of every piece of text, without pieces that are only space. */
export async function readTextBoxes(bytes: Uint8Array): Promise<TextBox[]> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  try {
    const boxes: TextBox[] = [];
    for (let page = 1; page <= document.numPages; page += 1) {
      const { items } = await (await document.getPage(page)).getTextContent();
      for (const item of items) {
        if (!("str" in item) || item.str.trim() === "") continue;
        const [, , , , left = 0, bottom = 0] = item.transform as number[];
        boxes.push({ page, text: item.str, left, right: left + item.width, bottom, top: bottom + item.height });
      }
    }
    return boxes;
  } finally {
    await document.destroy();
  }
}

/** Pairs of texts that are printed over each other: half a line or more in height. */
export function overlapping(boxes: TextBox[]): string[] {
  return boxes.flatMap((one, index) =>
    boxes.slice(index + 1).flatMap((other) => {
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.top, other.top) - Math.max(one.bottom, other.bottom);
      const isOver = one.page === other.page && width > 2 && height > Math.min(one.top - one.bottom, other.top - other.bottom) / 2;
      return isOver ? [`page ${one.page}: ${one.text} / ${other.text}`] : [];
    }),
  );
}
