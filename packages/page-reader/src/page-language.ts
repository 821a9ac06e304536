/** The primary language ("de", "en") of a page: the declared one, unless the words are clearly in another. */
export function chooseLanguage(stated: readonly (string | null)[], text: string): string | null {
  const declared = stated.map(toPrimary).find((language) => language !== null) ?? null;
  const spoken = guess(text, declared === null ? 3 : 8);
  // Templates made in English keep lang="en" on German pages, and the other way round.
  if (spoken && (declared === null || declared === "de" || declared === "en")) return spoken;
  return declared;
}

function toPrimary(tag: string | null): string | null {
  const primary = /^([a-z]{2,3})(?:[-_].*)?$/i.exec(tag?.trim() ?? "")?.[1]?.toLowerCase();
  if (primary) return primary;
  return { german: "de", deutsch: "de", english: "en", englisch: "en" }[tag?.trim().toLowerCase() ?? ""] ?? null;
}

const frequentWords = Object.entries({
  de: "der die das und ist nicht ein eine mit von zu den im auf für sich dem auch es wird werden bei nach sind hat haben",
  en: "the and of to is in that it for was with as are this by be have has from at not which will their an",
  // Only words that German and English do not have, and that few others share.
  fr: "le les est et dans une pour qui sur avec sont être cette aux mais leur il elle",
  es: "el los las y una con por para está pero como más sus ha han según también",
  it: "il gli di che della delle una con sono non è alla dei nel anche più dal",
  nl: "het een van en dat niet voor zijn aan ook wordt bij naar heeft maar deze",
  pl: "się nie jest na że przez oraz które jego był będzie",
}).map(([language, words]) => ({ language, words: new Set(words.split(" ")) }));

function guess(text: string, least: number): string | null {
  const words =
    text
      .slice(0, 20_000)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const [first, ...others] = frequentWords
    .map(({ language, words: own }) => ({ language, count: words.filter((word) => own.has(word)).length }))
    .sort((one, other) => other.count - one.count);
  if (!first || first.count < least) return null;
  // Words such as "in" and "die" are of both.
  const isClear = others.every(({ language, count }) => first.count > count * (language === "de" || language === "en" ? 4 : 2));
  return isClear ? first.language : null;
}
