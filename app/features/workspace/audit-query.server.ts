import { z } from "zod";
import { findPerson, type Person } from "~/forms/find-person.server";
import { type FormOf, newForm, readForm } from "~/forms/read-form.server";
import type { Translate } from "~/i18n/translate";
import { asDay, dayFieldSchema, isReversed } from "~/lists/article-filter.server";
import { displayName } from "~/ui/display-name";
import type { Suggestion } from "~/ui/suggestion";
import { type AuditFilter, listAuditPeople } from "~/upstream/audit.server";
import { auditTopics } from "../../../contract/rest/audit";
import { idSchema, optionalLine } from "../../../contract/rest/shared";

const auditFormSchema = z
  .object({
    person: optionalLine(),
    user: idSchema.optional(),
    named: optionalLine(),
    // An unknown topic is ignored.
    topic: z
      .enum(auditTopics as [(typeof auditTopics)[number]])
      .optional()
      .catch(undefined),
    from: dayFieldSchema,
    until: dayFieldSchema,
  })
  .refine(({ from, until }) => !isReversed(asDay(from), asDay(until)), {
    path: ["until"],
    when: () => true,
    params: { key: "rangeReversed" },
  });

export type AuditForm = FormOf<typeof auditFormSchema>;

type People = Parameters<typeof listAuditPeople>[0];

/**
 * Reads the log's filter from its URL. A typed name selects the person of that name; links in entries identify the person by id (`user`),
 * which also works for deleted people. The form passes the id along with its name (`named`): if the typed name differs, the id is ignored.
 */
export async function readAuditQuery(
  upstream: People,
  { searchParams }: URL,
  t: Translate,
): Promise<{ form: AuditForm; filter?: AuditFilter }> {
  const body = new FormData();
  for (const [name, value] of searchParams) body.append(name, value);
  const reading = readForm(body, auditFormSchema, t);
  const begun = newForm(auditFormSchema);
  if (!reading.ok) return { form: { ...begun, ...reading.form } };
  const { person, user, named, topic, from, until } = reading.value;
  const isMeant = Boolean(person && user) && (!named || named === person);
  const form = { ...begun, values: isMeant ? reading.values : { ...reading.values, user: "" } };
  if (!person) return { form, filter: { topic, from, until } };
  if (isMeant) return { form, filter: { userId: user, topic, from, until } };
  const found = findPerson(await listAuditPeople(upstream, person), person, t);
  if (!found.ok) return { form: { ...form, errors: { person: [found.message] } } };
  return { form, filter: { userId: found.id, topic, from, until } };
}

/** The URL search of the filtered log's file. */
export function toFileSearch({ userId, ...filter }: AuditFilter): string {
  const given = Object.entries({ user_id: userId, ...filter }).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}

/** Suggestions for the person field. Their values are texts that `findPerson` resolves: names, or the addresses of people who share one. */
export function toSuggestions(people: Person[]): Suggestion[] {
  const uses = new Map<string, number>();
  const keyOf = (person: Person) => displayName(person).toLowerCase();
  for (const key of people.map(keyOf)) uses.set(key, (uses.get(key) ?? 0) + 1);
  return people.flatMap((person) => {
    const { email } = person;
    const label = displayName(person);
    const value = uses.get(keyOf(person)) === 1 ? label : email;
    // The field cannot tell apart people of the same name who have left.
    return value ? [{ value, label, detail: email && email !== label ? email : undefined }] : [];
  });
}
