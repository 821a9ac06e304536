import type { Suggestion } from "./suggestion";

/** The only entry with exactly this name, otherwise the only one with it apart from case and accents. */
export function named<Entry extends Suggestion>(entries: readonly Entry[], text: string): Entry | undefined {
  const typed = toComparable(text);
  const found = entries.filter(({ label }) => toComparable(label) === typed);
  const exact = found.filter(({ label }) => label === text.trim());
  const meant = exact.length > 0 ? exact : found;
  return meant.length === 1 ? meant[0] : undefined;
}

/** Without case, accents and superfluous spaces. */
export const toComparable = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("ß", "ss").replaceAll(/\s+/g, " ").trim().toLowerCase();
