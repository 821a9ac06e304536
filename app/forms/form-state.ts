/** A form as a page shows it: the input, except passwords, and the errors. `Name` is the union of its field names. */
export interface FormState<Name extends string = string> {
  values: { [N in Name]?: unknown };
  errors: { [N in NoInfer<Name>]?: string[] };
  /** Only set by loaders (`newForm`); pages show `{ ...form, ...answer }`. Missing on error pages, which do not know the schema. */
  constraints?: { [N in NoInfer<Name>]?: FieldConstraints };
  /** An error of the whole form. */
  message?: string;
  /** Why the server has not read the form. */
  unread?: "offline" | "tooLarge";
}

/** Rules of a field that are known to the browser. The server checks all rules. */
export interface FieldConstraints {
  required?: true;
  /** UTF-16 code units. */
  maxLength?: number;
}

/** A field with everything its control, its error and the error summary need. */
export interface FieldState extends FieldConstraints {
  /** Also the id of the control. */
  name: string;
  label: string;
  /** The last value if the field was submitted several times. */
  value: string;
  values: string[];
  errors: string[] | undefined;
}

/** The labelled fields of a form, in the order of the page. */
export function fieldsOf<Name extends string, Labelled extends Name>(
  { values, errors, constraints }: FormState<Name>,
  labels: Record<Labelled, string>,
): Record<Labelled, FieldState> {
  const fields = Object.entries<string>(labels).map(([name, label]): [string, FieldState] => [
    name,
    {
      name,
      label,
      value: typedText(values, name),
      values: typedList(values, name),
      errors: errors[name as Name],
      ...constraints?.[name as Name],
    },
  ]);
  return Object.fromEntries(fields) as Record<Labelled, FieldState>;
}

/** The labels of fields whose translation keys match their names, or the keys. */
export const labelsOf = <Name extends string, Label extends string>(
  names: readonly Name[],
  label: (name: Name) => Label,
): Record<Name, Label> => Object.fromEntries(names.map((name) => [name, label(name)])) as Record<Name, Label>;

/** The labels of the fields that a form declares as typed (`RouteHandle`). */
export const translated = <Name extends string, Key extends string>(
  typed: Record<Name, Key>,
  t: (key: Key) => string,
): Record<Name, string> => labelsOf(Object.keys(typed) as Name[], (name) => t(typed[name]));

/** The input of a posted form by field name, without passwords and files. */
export const typedValues = (body: FormData): Record<string, string[]> =>
  Object.fromEntries([...textsByName(body)].filter(([name]) => !/password/i.test(name)));

/** The texts of a posted form by field name. Not `FormData.get` per field: it scans all fields each time, which is quadratic. */
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

/** The values as name-value pairs, for posting them again. */
export const toFields = (values: Record<string, unknown>): [name: string, value: string][] =>
  Object.entries(values).flatMap(([name, value]) =>
    [value].flat().flatMap((one): [string, string][] => (typeof one === "string" ? [[name, one]] : [])),
  );

/** The input of a single-value field; the last value if there are several. */
export function typedText(values: Record<string, unknown> | undefined, name: string, fallback = ""): string {
  const value = values?.[name];
  const last = Array.isArray(value) ? value.at(-1) : value;
  return typeof last === "string" ? last : fallback;
}

/** The input of a field with several values. */
export function typedList(values: Record<string, unknown> | undefined, name: string): string[] {
  const value = values?.[name];
  return (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === "string" && item !== "");
}
