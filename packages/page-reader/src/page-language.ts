/** The primary language ("de", "en") of a page: the declared one, unless the words are clearly in another. */
export function chooseLanguage(stated: readonly (string | null)[], text: string): string | null {
  const declared = stated.map(toPrimary).find((language) => language !== null) ?? null;
  const spoken = guess(text);
  // Templates made in English keep lang="en" on German pages, and the other way round.
  if (spoken && (declared === null || declared === "de" || declared === "en")) return spoken;
  return declared;
}

function toPrimary(tag: string | null): string | null {
  const primary = /^([a-z]{2,3})(?:[-_].*)?$/i.exec(tag?.trim() ?? "")?.[1]?.toLowerCase();
  if (primary) return primary;
  return { german: "de", deutsch: "de", english: "en", englisch: "en" }[tag?.trim().toLowerCase() ?? ""] ?? null;
}

const frequentWords = {
  de: new Set(
    "der die das und ist nicht ein eine mit von zu den im auf für sich dem auch es wird werden bei nach sind hat haben".split(" "),
  ),
  en: new Set("the and of to is in that it for was with as are this by be have has from at not which will their an".split(" ")),
};

function guess(text: string): "de" | "en" | null {
  const words =
    text
      .slice(0, 20_000)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const german = words.filter((word) => frequentWords.de.has(word)).length;
  const english = words.filter((word) => frequentWords.en.has(word)).length;
  if (Math.max(german, english) < 8) return null;
  if (german > english * 4) return "de";
  return english > german * 4 ? "en" : null;
}
