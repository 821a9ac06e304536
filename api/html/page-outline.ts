import { Parser } from "htmlparser2";

export interface PageOutline {
  /** Elements are nested deeper than allowed. */
  isTooDeep: boolean;
  /** Where in the page the last element allowed begins, or the last character of text stands; its whole length when it is shorter. */
  end: number;
}

interface OutlineLimits {
  deepest: number;
  mostElements?: number;
  /** Characters, without those of scripts and styles. */
  mostText?: number;
}

/** How deep, how many and how long the elements of a page are, told while linkedom's own parser reads it, without building a tree. */
export function outlinePage(html: string, { deepest, mostElements = Infinity, mostText = Infinity }: OutlineLimits): PageOutline {
  let depth = 0;
  let elements = 0;
  let text = 0;
  let isCode = false;
  const parser = new Parser(
    {
      onopentagname(name) {
        depth += 1;
        elements += 1;
        isCode = name === "script" || name === "style";
        if (depth > deepest) throw new Ended({ isTooDeep: true, end: parser.startIndex });
        if (elements > mostElements) throw new Ended({ isTooDeep: false, end: parser.startIndex });
      },
      onclosetag() {
        depth -= 1;
        isCode = false;
      },
      ontext({ length }) {
        if (isCode) return;
        if (text + length > mostText) throw new Ended({ isTooDeep: false, end: parser.startIndex + mostText - text });
        text += length;
      },
    },
    { decodeEntities: false },
  );
  try {
    parser.end(html);
  } catch (error) {
    if (error instanceof Ended) return error.outline;
    throw error;
  }
  return { isTooDeep: false, end: html.length };
}

/** Leaves the parser in the middle: its time grows with the square of the depth, so it must not go on. */
class Ended extends Error {
  readonly outline: PageOutline;

  constructor(outline: PageOutline) {
    super();
    this.outline = outline;
  }
}
