/** The beginning of a text says what it is about. */
const mostCharacters = 5_000;
/** Tags of up to this many words are recognised. */
const mostWords = 4;

/** The tags that a text mentions, in any inflection that only changes the end of a word; those mentioned first come first. */
export function tagsInText(tags: readonly string[], text: string, most: number): string[] {
  const words = stemsOf(text.slice(0, mostCharacters));
  const places = new Map<string, number>();
  for (let start = words.length - 1; start >= 0; start -= 1)
    for (let length = 1; length <= mostWords; length += 1) places.set(words.slice(start, start + length).join(" "), start);
  return tags
    .map((tag) => ({ tag, place: places.get(stemsOf(tag).join(" ")) ?? -1 }))
    .filter(({ place }) => place >= 0)
    .toSorted((one, other) => one.place - other.place)
    .slice(0, most)
    .map(({ tag }) => tag);
}

/** The words of a text in lower case, without the endings of German and English plurals and cases. */
const stemsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => (word.length > 4 ? word.replace(/(?:e[nrs]?|n|s)$/u, "") : word));
