import type { z } from "zod";
import type { Translate } from "~/i18n/translate";
import { displayName } from "~/ui/display-name";
import type { personSchema } from "../../contract/rest/users";
import type { Camel } from "../../contract/wire";

export type Person = Camel<z.output<typeof personSchema>>;

type Found = { ok: true; id: string; name: string } | { ok: false; message: string };

/** How many people are suggested if the text is only part of a name. */
const named = 5;

/** Finds the person whose e-mail address or name was typed, ignoring case; otherwise returns an error that helps to correct the text. */
export function findPerson(people: Person[], typed: string, t: Translate): Found {
  const isTyped = (text: string) => text.toLowerCase() === typed.toLowerCase();
  const meant = people.filter(({ email }) => isTyped(email));
  const [person, another] = meant.length > 0 ? meant : people.filter((one) => isTyped(displayName(one)));
  if (person && !another) return { ok: true, id: person.id, name: displayName(person) };
  if (person) return { ok: false, message: t("errors:personAmbiguous") };
  if (people.length === 0) return { ok: false, message: t("errors:personUnknown") };
  // People who have left no longer have an e-mail address.
  const some = people.slice(0, named).map((one) => (one.email ? `${displayName(one)} (${one.email})` : displayName(one)));
  return { ok: false, message: t("errors:personMeant", { people: some.join("; ") }) };
}
