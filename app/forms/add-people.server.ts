import { z } from "zod";
import { listed } from "~/i18n/listed";
import type { Locale } from "~/i18n/locale";
import type { Translate } from "~/i18n/translate";
import { displayName } from "~/ui/display-name";
import type { Refusal, Result } from "~/upstream/result";
import * as limits from "../../contract/limits";
import { cleanLine, requiredLine } from "../../contract/rest/shared";
import { findPerson, type Person } from "./find-person.server";
import type { FormState } from "./form-state";
import type { PeopleOf } from "./people-field";
import { refusalInit, refusedForm } from "./read-form.server";

/** Limit per submission, because each name is a search. */
const mostAtOnce = 20;

const namesIn = (text: string) => text.split(/[,;]/).map(cleanLine).filter(Boolean);

/** The values of `PeopleField`, addresses of people and the typed text, joined into one text. */
const sentTexts = z
  .array(z.string().default(""))
  .default([])
  .transform((texts) => texts.filter(cleanLine).join(", "));
const people = requiredLine(mostAtOnce * limits.text).refine((text) => namesIn(text).every((name) => name.length <= limits.text), {
  params: { key: "tooLong", values: { max: limits.text } },
});
export const requiredPeople = sentTexts.pipe(people);
export const optionalPeople = sentTexts.transform((text) => text || null).pipe(people.nullable());

/** The choices of `PeopleField`, and where it loads others if these are not all. */
export const firstPeople = (found: Person[], of: PeopleOf) => ({
  people: toPersonChoices(found),
  peopleOf: found.length < limits.peopleFound ? undefined : of,
});

/** People as the choices of `PeopleField`. */
export const toPersonChoices = (found: Pick<Person, "email" | "firstName" | "lastName">[]) =>
  found.map((person) => ({ email: person.email, name: displayName(person) }));

interface Adding {
  /** Finds people whose names or addresses contain the term. */
  find: (term: string) => Promise<Result<Person[]>>;
  add: (userId: string, name: string) => Promise<Result<unknown>>;
}

/** The result of adding the people named in a field. */
export interface Addition {
  /** The names of the people who have been added. */
  added: string[];
  /** Everyone else, as typed; empty if all have been added. */
  left: string;
  /** The errors of the remaining entries. */
  messages: string[];
  /** The error that stopped adding people. */
  refusal?: Refusal;
}

type Found = { typed: string } & ({ ok: true; id: string; name: string } | { ok: false; messages: string[]; refusal?: Refusal });

/** Adds the people named in the text, separated by commas or semicolons, as far as they can be found and added. */
export async function addPeople(typed: string, { find, add }: Adding, t: Translate): Promise<Addition> {
  const names = [...new Set(namesIn(typed))];
  if (names.length > mostAtOnce) return { added: [], left: typed, messages: [t("errors:tooMany", { max: mostAtOnce })] };
  const [first = typed, ...others] = names;
  // A single name may contain a comma, or be followed by one; an address does not.
  const whole = others.length === 0 ? first : typed.includes("@") ? undefined : typed;
  const byWhole = whole === undefined ? undefined : await findOne(whole);
  const found = byWhole && (byWhole.ok || others.length === 0) ? [byWhole] : await Promise.all(names.map(findOne));

  const added = new Map<string, string>();
  const left: string[] = [];
  const messages: string[] = [];
  let refusal: Refusal | undefined;
  const refuse = (name: string, reasons: string[]) => {
    left.push(name);
    messages.push(...reasons.map((reason) => (found.length > 1 ? `${name}: ${reason}` : reason)));
  };
  for (const one of found) {
    if (!one.ok) refusal ??= one.refusal;
    if (refusal) left.push(one.typed);
    else if (!one.ok) refuse(one.typed, one.messages);
    else if (!added.has(one.id)) {
      const result = await add(one.id, one.name);
      if (result.ok) {
        added.set(one.id, one.name);
        continue;
      }
      const { userId: reasons, ...errors } = result.errors;
      if (reasons) refuse(one.typed, reasons);
      else {
        refusal = { ...result, errors };
        left.push(one.typed);
      }
    }
  }
  return { added: [...added.values()], left: left.join(", "), messages, refusal };

  async function findOne(name: string): Promise<Found> {
    const people = await find(name);
    if (!people.ok) return { ok: false, typed: name, messages: [], refusal: people };
    const person = findPerson(people.data, name, t);
    return person.ok ? { ...person, typed: name } : { ok: false, typed: name, messages: [person.message] };
  }
}

/** A message naming the people who have been added; undefined if there are none. */
export const addedText = ({ added }: Addition, t: Translate, locale: Locale): string | undefined =>
  added.length > 0 ? t("people:add.added", { names: listed(added, locale) }) : undefined;

/** The form to show again: its field `person` no longer contains those who were added, and has an error for each of the others. */
export function leftForm({ added, left, messages, refusal }: Addition, values: Record<string, unknown>, t: Translate): FormState {
  const kept = added.length > 0 ? { ...values, person: left } : values;
  const form: FormState = refusal ? refusedForm(refusal, kept, t) : { values: kept, errors: {} };
  return messages.length > 0 ? { ...form, errors: { ...form.errors, person: messages } } : form;
}

/** The status for a response with that form: 200 if anyone was added, because Remix revalidates the list only after a success. */
export function partlyInit({ added, refusal }: Addition): { status?: number; headers?: HeadersInit } {
  if (added.length > 0) return { status: 200 };
  return refusal ? refusalInit(refusal) : {};
}
