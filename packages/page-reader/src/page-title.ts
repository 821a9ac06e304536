/* oxlint-disable regexp/no-super-linear-backtracking -- titles are cut to 300 characters */
import { type Heading, isNameOfHost, isSiteHeading } from "./own-article";
import { toComparable } from "./plain-line";

const longestTitle = 300;

export interface TitleSources {
  /** Titles of the metadata, best first. */
  stated: readonly (string | null)[];
  documentTitle: string | null;
  headings: readonly string[];
  /** What is in front of headings in an element of its own. */
  kickers: readonly string[];
  siteNames: readonly string[];
  host: string;
}

/** The title of an article: from the metadata, or the heading if that is a longer or shorter form of it; without the site's name. */
export function chooseTitle({ stated, documentTitle, headings, kickers, siteNames, host }: TitleSources): string | null {
  const own = siteNames.map(toComparable);
  const isOwn = (title: string) => own.includes(toComparable(title));
  const toTitles = (titles: readonly (string | null)[]) =>
    titles.filter((title) => title !== null).map((title) => stripSiteName(title.slice(0, longestTitle), own, host));
  const usable = headings.filter((heading) => heading.length <= longestTitle && !isOwn(heading));
  const headingOf = (title: string) =>
    usable.find((heading) => isSameTitle(heading, title)) ?? usable.find((heading) => isSameHeadline(heading, title));
  // A section has one word or two.
  const isShownAsHeading = (title: string) => (headingOf(title)?.split(" ").length ?? 0) > 2;
  const named = toTitles(stated).filter((title) => !isOwn(title));
  const [inTab] = toTitles([documentTitle]);
  // Headlines for search engines differ from the one that people see.
  const tab = inTab !== undefined && !isOwn(inTab) ? inTab : undefined;
  const title = named.find(headingOf) ?? (tab && isShownAsHeading(tab) ? tab : named[0]) ?? tab;
  if (title === undefined) return usable[0] ?? toTitles(stated)[0] ?? inTab ?? null;
  const heading = headingOf(title);
  return heading === undefined ? title : asStated(heading, [title, ...stated, documentTitle], new Set(kickers.map(toComparable)));
}

/** A heading without what only the page puts in front of it: a kicker, a sign of paid content; and not in capitals. */
function asStated(heading: string, [title, ...others]: readonly [string, ...(string | null)[]], kickers: ReadonlySet<string>): string {
  const shown = toComparable(heading);
  if (shown === toComparable(title)) return /\p{Ll}/u.test(heading) ? heading : title;
  const isStated = others.some((other) => other !== null && toComparable(other).includes(shown));
  const end = partsOf(title).find(
    (part) => part.length > 12 && heading.endsWith(part) && kickers.has(toComparable(heading.slice(0, -part.length))),
  );
  return isStated || end === undefined ? heading : end;
}

/** A title, and what is between its dashes and bars. */
const partsOf = (title: string): string[] => [title, ...title.split(/ [-–—|·•»] /u)];

function stripSiteName(title: string, own: readonly string[], host: string): string {
  const isSite = (part: string | undefined) => part !== undefined && own.includes(toComparable(part));
  let stripped = title;
  for (;;) {
    const parts = /^(.+)\s*(?:\s[-–—|·•»:]+\s|[|»]|:\s)\s*(.+?)$/u.exec(stripped);
    const lead = /^(.+?)\s*(?:\s[-–—|·•»:]+\s|[|»]|:\s)\s*(.+)$/u.exec(stripped);
    const isAtEnd = isSite(parts?.[2]) || (parts?.[2] !== undefined && !stripped.endsWith(`: ${parts[2]}`) && isNameOfHost(parts[2], host));
    if (parts?.[1] && isAtEnd) stripped = parts[1].trim();
    else if (lead?.[2] && isSite(lead[1])) stripped = lead[2].trim();
    else return stripped;
  }
}

function isSameTitle(heading: string, title: string): boolean {
  const inHeading = ` ${toComparable(heading)} `;
  const inTitle = ` ${toComparable(title)} `;
  if (inHeading.includes(inTitle)) return inTitle.length > 12 || inTitle.length * 2 > inHeading.length;
  // A heading that is only one word of the title is a section name.
  return inTitle.includes(inHeading) && inHeading.trim().includes(" ") && inHeading.length * 3 > inTitle.length;
}

/** The heading of the article: the `h1` that says the title, or an `h2` of an article below the site's name; and headings that name the site. */
export function findHeading(headings: readonly Heading[], titles: readonly string[], url: URL): { own?: Heading; siteNames: string[] } {
  const parts = titles.flatMap((title) => partsOf(title.slice(0, longestTitle)));
  const matching = headings.filter(({ text }) => parts.some((part) => isSameTitle(text, part)));
  const named = new Set(
    headings.filter(
      (heading) => heading.element.localName === "h1" && (isSiteHeading(heading, url) || isEndOfTitle(heading, matching, titles)),
    ),
  );
  const own =
    matching.find((heading) => heading.element.localName === "h1" && !named.has(heading)) ??
    matching.find((heading) => !named.has(heading)) ??
    headings.find((heading) => heading.element.localName === "h1" && !named.has(heading)) ??
    // Below a logo.
    (named.size > 0 ? headings.find(({ element }) => element.localName !== "h1") : undefined);
  return { own, siteNames: [...named].map(({ text }) => text) };
}

/** Whether a title consists of another heading and, at its end, this one: "Neuer Haushalt beschlossen - Stadtblick Zeitung". */
function isEndOfTitle(heading: Heading, others: readonly Heading[], titles: readonly string[]): boolean {
  const end = ` ${toComparable(heading.text)}`;
  return titles.some((title) => {
    const compared = toComparable(title);
    return compared.endsWith(end) && others.some(({ text }) => compared.startsWith(`${toComparable(text)} `));
  });
}

/**
 * Whether two texts are spellings of the same headline: they share most words of the shorter one, and a number if both have one. `isStrict` tells
 * the parts of a series apart.
 */
export function isSameHeadline(one: string, other: string, isStrict = false): boolean {
  const [first, second] = [one, other].map((text) => toComparable(text.slice(0, longestTitle)));
  if (!first || !second) return false;
  if (first === second) return true;
  const [words, others] = [first, second].map((text) => new Set(text.split(" ").filter((word) => word.length > 2)));
  if (!words || !others) return false;
  const numbers = numbersIn(first);
  const otherNumbers = numbersIn(second);
  if (isStrict && numbers.join() !== otherNumbers.join()) return false;
  if (numbers.length > 0 && otherNumbers.length > 0 && !numbers.some((number) => otherNumbers.includes(number))) return false;
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared >= 2 && shared >= (isStrict ? 0.85 : 0.6) * Math.min(words.size, others.size);
}

const numbersIn = (text: string): readonly string[] => text.match(/\p{N}+/gu) ?? [];
