import { z } from "zod";
import { findPerson } from "~/forms/find-person.server";
import type { FormState } from "~/forms/form-state";
import { readForm } from "~/forms/read-form.server";
import type { Translate } from "~/i18n/translate";
import { asDay, dayFieldSchema, isReversed } from "~/lists/article-filter.server";
import { type AuditFilter, listAuditPeople } from "~/upstream/audit.server";
import { auditTopics } from "../../../contract/rest/audit";
import { optionalLine } from "../../../contract/rest/shared";

const auditFormSchema = z
  .object({
    person: optionalLine(),
    user: z.string().max(64).optional(),
    named: optionalLine(),
    // A choice that nobody was offered counts as none.
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

type People = Parameters<typeof listAuditPeople>[0];

/**
 * What the address of the log narrows it to. Whoever types a name gets the person of that name; a link from an entry names them by id
 * (`user`), which tells those apart who have left. The form hands that on with the name it stands for (`named`): another name is another
 * person. What is wrong stands at its field.
 */
export async function readAuditQuery(
  upstream: People,
  { searchParams }: URL,
  t: Translate,
): Promise<{ form: FormState; filter?: AuditFilter }> {
  const body = new FormData();
  for (const [name, value] of searchParams) body.append(name, value);
  const reading = readForm(body, auditFormSchema, t);
  if (!reading.ok) return { form: reading.form };
  const { person, user, named, topic, from, until } = reading.value;
  const isMeant = Boolean(person && user) && (!named || named === person);
  const form = { values: isMeant ? reading.values : { ...reading.values, user: "" }, errors: {} };
  if (!person) return { form, filter: { topic, from, until } };
  if (isMeant) return { form, filter: { userId: user, topic, from, until } };
  const found = findPerson(await listAuditPeople(upstream, person), person, t);
  if (!found.ok) return { form: { ...form, errors: { person: [found.message] } } };
  return { form, filter: { userId: found.id, topic, from, until } };
}

/** The address of a filtered log's file. */
export function toFileSearch({ userId, ...filter }: AuditFilter): string {
  const given = Object.entries({ user_id: userId, ...filter }).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}
