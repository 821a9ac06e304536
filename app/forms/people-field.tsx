import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { describedBy } from "~/ui/field";
import { Picker } from "~/ui/picker";
import * as limits from "../../contract/limits";
import { href } from "../../contract/paths";
import { FieldGroup, type FormFieldProps } from "./controls";
import { useFetchedList } from "./use-fetched-list";

export interface PersonChoice {
  email: string;
  name: string;
}

/** Names a folder or team, to load the people who can be added to it. */
export type PeopleOf = { folder_id: string } | { team_id: string };

interface PeopleFieldProps extends FormFieldProps {
  people: PersonChoice[];
  /** Set if there are more; they are loaded while typing. */
  of: PeopleOf | undefined;
  /** The addresses of people who cannot be chosen. */
  except?: string[];
  /** A button next to the text field. */
  action?: ReactNode;
  /** The response that the form shows. A new one resets the field to its values. */
  answer: unknown;
  hasFocus?: boolean;
}

/**
 * Chooses people from a list; others can be typed as names or e-mail addresses, which the server resolves (`addPeople`). Pages with it need the
 * texts `people`.
 */
export function PeopleField({ field, hint, optional, people: first, of, except = [], action, answer, hasFocus }: PeopleFieldProps) {
  const { t } = useTranslation("people");
  const { name, values, errors } = field;
  const [shown, setShown] = useState({ answer, count: 0 });
  if (shown.answer !== answer) setShown({ answer, count: shown.count + 1 });
  const [loaded, setLoaded] = useState<ReadonlyMap<string, PersonChoice>>(new Map());
  const load = useFetchedList<PersonChoice>();
  const loadFitting = async (term: string) => {
    const found = await load(`${href("people")}?${new URLSearchParams({ ...of, term: term.slice(0, limits.text) })}`);
    // Those loaded before may be chosen.
    if (found) setLoaded((before) => new Map([...before, ...byAddress(found)]));
  };
  const excluded = new Set(except);
  const mayBeChosen = ({ email }: PersonChoice) => !excluded.has(email);
  const people = [...new Map([...byAddress(first), ...loaded]).values()].filter(mayBeChosen);
  const addresses = new Set(first.filter(mayBeChosen).map(({ email }) => email));
  const entries = values.flatMap((value) => value.split(/[,;]/)).map((entry) => entry.trim());
  const typed = entries.filter((entry) => entry && !addresses.has(entry)).join(", ");
  return (
    <FieldGroup field={field} hint={hint} optional={optional}>
      <Picker
        key={shown.count}
        name={name}
        options={people.map((person) => ({
          value: person.email,
          label: person.name,
          detail: person.name === person.email ? undefined : person.email,
        }))}
        chosen={entries.filter((entry) => addresses.has(entry))}
        field={{
          id: `${name}-search`,
          name,
          value: typed,
          label: t("placeholder"),
          describedBy: describedBy(name, { hint, errors })["aria-describedby"],
          invalid: Boolean(errors?.length),
          hasFocus,
          onEntry: of && loadFitting,
        }}
        action={action}
      />
    </FieldGroup>
  );
}

const byAddress = (people: PersonChoice[]) => people.map((person) => [person.email, person] as const);
