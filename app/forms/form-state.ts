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
export const typedValues = (body: FormData): Record<string, string[]> =>
  Object.fromEntries([...textsByName(body)].filter(([name]) => !/password/i.test(name)));

/** The texts of a posted form by field name. `FormData.get` and `getAll` read all fields each time: never call them once a field. */
export function textsByName(body: FormData): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const [name, value] of body) {
    if (typeof value !== "string") continue;
    const own = texts.get(name);
    if (own) own.push(value);
    else texts.set(name, [value]);
  }
  return texts;
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
