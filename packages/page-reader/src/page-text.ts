import { inlineNames, unreadNames } from "./elements";

/** Where an element is in the page: numbers of elements in their order, and positions in the text. */
export interface Place {
  first: number;
  /** The number of its last descendant. */
  last: number;
  start: number;
  end: number;
}

export interface PageText {
  /** The text of all elements, with a line break around each block. */
  text: string;
  /** In the order of the page. */
  places: ReadonlyMap<Element, Place>;
  lines: Line[];
}

export interface Line {
  /** The innermost block that it is in. */
  block: Element;
  start: number;
  end: number;
}

/**
 * Measures the elements of a page in one pass, also those that nobody sees, whose dates and names count. Unlike the runs of `runsOf`, lines end
 * at each line break and picture. The elements are nested at most as deeply as `readPage` allows.
 */
export function measurePage(root: Element): PageText {
  const places = new Map<Element, Place>();
  const pieces: string[] = [];
  let length = 0;
  const lines: Line[] = [];
  let lineStart = 0;
  const add = (piece: string) => {
    pieces.push(piece);
    length += piece.length;
  };
  const breakLine = (block: Element) => {
    if (length > lineStart) lines.push({ block, start: lineStart, end: length });
    add("\n");
    lineStart = length;
  };
  const visit = (element: Element, outer: Element) => {
    const place = { first: places.size, last: places.size, start: length, end: length };
    places.set(element, place);
    const isBlock = !inlineNames.has(element.localName);
    const block = isBlock ? element : outer;
    if (isBlock) breakLine(outer);
    place.start = length;
    for (const child of element.childNodes) {
      if (child.nodeType === 3) add((child.nodeValue ?? "").replace(/\s+/g, " "));
      else if (child.nodeType === 1 && !unreadNames.has((child as Element).localName)) visit(child as Element, block);
    }
    place.last = places.size - 1;
    place.end = length;
    if (isBlock) breakLine(element);
  };
  visit(root, root);
  return { text: pieces.join(""), places, lines };
}
