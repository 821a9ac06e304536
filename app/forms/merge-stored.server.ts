import { type FormState, toFields, typedText } from "./form-state";

type Values<Name extends string> = FormState<Name>["values"];

interface Versions<Name extends string> {
  typed: Values<Name>;
  /** The form's initial values, as sent with it (`openedWith`). */
  opened: unknown;
  /** The values that are stored now. */
  stored: Values<Name>;
}

/** The initial values of a form, as text of a hidden field. */
export const openedWith = (values: Record<string, unknown>): string => JSON.stringify(Object.fromEntries(toFields(values)));

/**
 * Merges a form with the changes that others have saved since it was opened: only the fields that this person changed keep their values. A
 * field that both changed has an error that names the stored value (`describe`). If the form did not send its initial values, every field
 * that differs counts as changed by both.
 */
export function mergeStored<Name extends string>(
  names: readonly Name[],
  { typed, opened, stored }: Versions<Name>,
  describe: (name: Name, value: string) => string,
): { values: Values<Name>; errors: FormState<Name>["errors"] } {
  const before = readOpened(opened);
  const values: Values<Name> = {};
  const errors: FormState<Name>["errors"] = {};
  for (const name of names) {
    const mine = toComparable(typedText(typed, name));
    const theirs = toComparable(typedText(stored, name));
    const begun = before && toComparable(typedText(before, name));
    const isKept = mine !== begun && mine !== theirs;
    values[name] = isKept ? typed[name] : stored[name];
    if (isKept && theirs !== begun) errors[name] = [describe(name, theirs)];
  }
  return { values, errors };
}

/** Browsers post line breaks as CRLF. */
const toComparable = (text: string): string => text.replaceAll("\r\n", "\n").trim();

function readOpened(text: unknown): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(String(text));
    return typeof read === "object" && read !== null ? { ...read } : undefined;
  } catch {
    return undefined;
  }
}

/** Values of a form as it would post them. */
export function toFormData(values: Record<string, unknown>): FormData {
  const body = new FormData();
  for (const [name, value] of toFields(values)) body.append(name, value);
  return body;
}
