/** A form as it comes back: everything typed, and what is wrong with it. Passwords do not come back. */
export interface FormState {
  values: Record<string, unknown>;
  /** By field name. */
  errors: Record<string, string[]>;
  /** About the whole form. */
  message?: string;
  /** Why the server has not even read it. */
  unread?: "offline" | "tooLarge";
}

/** Everything typed into a posted form, by field name, but for passwords and files. */
export function typedValues(body: FormData): Record<string, string[]> {
  const names = [...new Set(body.keys())].filter((name) => !/password/i.test(name));
  const values = names.map((name) => [name, body.getAll(name).filter((value) => typeof value === "string")] as const);
  return Object.fromEntries(values.filter(([, typed]) => typed.length > 0));
}

/** The same as one pair a value, to be posted again. */
export const toFields = (values: Record<string, unknown>): [name: string, value: string][] =>
  Object.entries(values).flatMap(([name, value]) =>
    [value].flat().flatMap((one): [string, string][] => (typeof one === "string" ? [[name, one]] : [])),
  );

/** What was typed into a field of one value; the last one where a field came twice. */
export function typedText(values: Record<string, unknown> | undefined, name: string, fallback = ""): string {
  const value = values?.[name];
  const last = Array.isArray(value) ? value.at(-1) : value;
  return typeof last === "string" ? last : fallback;
}

/** Everything typed into a field of several values. */
export function typedList(values: Record<string, unknown> | undefined, name: string): string[] {
  const value = values?.[name];
  return (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === "string" && item !== "");
}
