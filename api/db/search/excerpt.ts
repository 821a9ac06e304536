/** Start and exclusive end, in UTF-16 code units. */
export type Range = [from: number, until: number];

export interface Excerpt {
  text: string;
  ranges: Range[];
}

const longest = 280;
const before = 60;

/**
 * The part of a text that contains most of the marked words; distinct words count more than repeated ones. `undefined` if nothing is marked. The
 * ranges must be sorted and must not overlap.
 */
export function findExcerpt(text: string, ranges: Range[]): Excerpt | undefined {
  const words = ranges.map((range) => text.slice(...range).toLowerCase());
  let best: { from: number; worth: number } | undefined;
  for (const [index, [begin]] of ranges.entries()) {
    const from = begin <= before ? 0 : begin - before;
    let next = index;
    while (next < ranges.length && at(ranges, next)[1] <= from + longest) next += 1;
    const worth = new Set(words.slice(index, next)).size * 100 + next - index;
    if (best === undefined || worth > best.worth) best = { from, worth };
  }
  return best && cut(text, best.from, ranges);
}

function cut(text: string, from: number, ranges: Range[]): Excerpt {
  const nextSpace = text.indexOf(" ", from);
  const wanted = from === 0 || nextSpace < 0 || nextSpace > from + before ? from : nextSpace + 1;
  const lastSpace = text.lastIndexOf(" ", wanted + longest);
  const isRest = text.length <= wanted + longest;
  const last = isRest ? text.length : lastSpace > wanted + before ? lastSpace : wanted + longest;
  const begin = isSecondHalf(text, wanted) ? wanted + 1 : wanted;
  const end = isSecondHalf(text, last) ? last - 1 : last;
  const dots = begin > 0 ? "…" : "";
  const moved = dots.length - begin;
  return {
    text: `${dots}${text.slice(begin, end)}${isRest ? "" : "…"}`,
    ranges: ranges
      .filter(([first, until]) => first >= begin && until <= end)
      .map(([first, until]): Range => [first + moved, until + moved]),
  };
}

/** Whether a cut here would split a surrogate pair. */
const isSecondHalf = (text: string, index: number) => /^[\udc00-\udfff]/.test(text.charAt(index));

function at(ranges: Range[], index: number): Range {
  return ranges[index] ?? [0, 0];
}
