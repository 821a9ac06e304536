export const setOf = (names: string): ReadonlySet<string> => new Set(names.split(" "));

/** Elements without text to read, even for scripts and programs. */
export const unreadNames = setOf("head noscript script style svg template");

/** Elements of a line of text, if they contain no blocks. */
export const inlineNames = setOf(
  "a abbr acronym b bdi bdo big button cite code data del dfn em font i ins kbd label mark nobr q rb rp rt rtc ruby s samp small span strike strong sub sup time tt u var wbr",
);

/** The words of its class, id and role in lower case: `articleAuthor--small2` is "article", "author" and "small". */
export function wordsOf(element: Element): string[] {
  const names = `${element.getAttribute("class") ?? ""} ${element.id} ${element.getAttribute("role") ?? ""}`;
  return names
    .slice(0, 1_000)
    .replace(/\bh-card\b/g, "hcard")
    .replace(/([a-z])(?=[A-Z])/g, "$1 ")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "");
}

/** Whether the words of a class are that of an element that only screen readers read. */
export const isForScreenReaders = (words: readonly string[]): boolean =>
  /(?:^| )(?:sr only|screen ?reader|visually ?hidden)/.test(words.join(" "));
