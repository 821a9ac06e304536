import type { z } from "zod";
import type { Translate } from "~/i18n/translate";
import { displayName } from "~/ui/display-name";
import { wordsOf } from "~/ui/fitting";
import type { personSchema } from "../../contract/rest/users";
import type { Camel } from "../../contract/wire";

export type Person = Camel<z.output<typeof personSchema>>;

type Found = { ok: true; id: string; name: string } | { ok: false; message: string };

/** How many people are suggested if the text is only part of a name. */
const named = 5;

/**
 * Finds the person whose e-mail address or name was typed, ignoring case, or the only one whose name has all these words, for example
 * without the title; otherwise returns an error that helps to correct the text.
 */
export function findPerson(people: Person[], typed: string, t: Translate): Found {
  const isTyped = (text: string) => text.toLowerCase() === typed.toLowerCase();
  const byEmail = people.filter(({ email }) => isTyped(email));
  const byName = people.filter((one) => isTyped(displayName(one)));
  const byWords = people.filter((one) => hasWords(displayName(one), typed));
  const [person, another] = [byEmail, byName, byWords].find((found) => found.length > 0) ?? [];
  if (person && !another) return { ok: true, id: person.id, name: displayName(person) };
  if (byName.length > 1) return { ok: false, message: t("errors:personAmbiguous") };
  if (people.length === 0) return { ok: false, message: t("errors:personUnknown") };
  // People who have left no longer have an e-mail address.
  const some = people.slice(0, named).map((one) => (one.email ? `${displayName(one)} (${one.email})` : displayName(one)));
  return { ok: false, message: t("errors:personMeant", { people: some.join("; ") }) };
}

function hasWords(name: string, typed: string): boolean {
  const words = wordsOf(name);
  const wanted = wordsOf(typed);
  return wanted.length > 0 && wanted.every((word) => words.includes(word));
}
