import { Parser } from "htmlparser2";

export interface PageOutline {
  /** Elements are nested deeper than `maxDepth`, or have more classes than the parser can hold. */
  isTooComplex: boolean;
  /** Index of the first element or character of text beyond the limits, otherwise the length of the page. */
  end: number;
}

interface OutlineLimits {
  maxDepth: number;
  maxElements?: number;
  /** In characters, without those of scripts and styles. */
  maxText?: number;
}

// In characters. linkedom passes each class as an argument, of which engines allow about 100,000.
const maxClasses = 20_000;

/** Checks the depth and size of a page in linear time, with the parser that linkedom uses, before a tree is built from it. */
export function outlinePage(html: string, { maxDepth, maxElements = Infinity, maxText = Infinity }: OutlineLimits): PageOutline {
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
        if (depth > maxDepth) throw new Ended({ isTooComplex: true, end: parser.startIndex });
        if (elements > maxElements) throw new Ended({ isTooComplex: false, end: parser.startIndex });
      },
      onattribute(name, { length }) {
        if (name === "class" && length > maxClasses) throw new Ended({ isTooComplex: true, end: parser.startIndex });
      },
      onclosetag() {
        depth -= 1;
        isCode = false;
      },
      ontext({ length }) {
        if (isCode) return;
        if (text + length > maxText) throw new Ended({ isTooComplex: false, end: parser.startIndex + maxText - text });
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
  return { isTooComplex: false, end: html.length };
}

/** Thrown to leave the parser, whose time grows with the square of the depth. */
class Ended extends Error {
  readonly outline: PageOutline;

  constructor(outline: PageOutline) {
    super();
    this.outline = outline;
  }
}
