import type { Schema } from "./schema-values";

/** Units that may cost more than their length; each is repeated up to a field's limit. */
const units = {
  letters: "x",
  marks: "a\u0301\u0323\u0489",
  emoji: "👩🏽‍🔧",
  spaces: " \t",
  lines: "x\n\n",
  separators: ",;",
  brackets: "[(",
  quotes: "\"'„“",
  tags: "<b>",
  paragraphs: "<b><i><a href='https://a.example/'><p>x",
  entities: "&amp;#38;",
  stars: "**a*_",
  quoted: "> > ",
  slashes: "/../",
  escapes: '\\"%5c',
  digits: "9",
  at: "a@a.",
  words: "aa ab ",
  compounds: "Donaudampfschifffahrt",
  nul: "\u0000\u202e",
} as const;

export type Unit = keyof typeof units;
export const unitNames = Object.keys(units) as Unit[];

export const filled = (unit: Unit, length: number): string => units[unit].repeat(Math.ceil(length / units[unit].length)).slice(0, length);

const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;

/** Valid JSON documents, small enough to be accepted, but larger than any meant one. */
export const floods: Record<string, string> = {
  arrays: nested("[", "]", 400_000),
  objects: nested('{"a":', "}", 150_000),
  entries: `[${"1,".repeat(900_000)}1]`,
  keys: `{${Array.from({ length: 100_000 }, (_, at) => `"k${at}":1`).join(",")}}`,
  text: JSON.stringify({ a: "x".repeat(1_900_000) }),
};

/** Characters of all texts in a list, so that two lists fit into a body. */
const longestList = 400_000;

/** Characters for a text field without a limit; request bodies are limited to 2 MB. */
const unlimited = 100_000;

/**
 * The meant value with every string at its limit, made of `unit`, and every list as long as allowed (at most `mostEntries`). Fields in `kept`, such as
 * ids, stay, so that the request passes the first checks.
 */
export function costlyValue(
  schema: Schema,
  unit: Unit,
  { find, kept, mostEntries = 1_000 }: { find: (ref: string) => Schema; kept: (name: string) => unknown; mostEntries?: number },
  name = "",
): unknown {
  const of = (inner: Schema, innerName = name) => costlyValue(inner, unit, { find, kept, mostEntries }, innerName);
  if (schema.$ref) return of(find(schema.$ref));
  const own = schema.properties ? undefined : kept(name);
  const types = [schema.type ?? (schema.properties ? "object" : [])].flat();
  if (own !== undefined) return types.includes("array") ? [own] : own;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return of(choices.find(({ type }) => type === "string" || type === "array") ?? choices[0] ?? {});
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => of(part)));
  if (types.includes("array")) {
    const length = Math.min(schema.maxItems ?? mostEntries, mostEntries);
    const item = shortened(of(schema.items ?? {}), Math.floor(longestList / length));
    // Distinct, because lists are made unique.
    return Array.from({ length }, (_, at) =>
      typeof item === "string" && !schema.items?.format ? `${at}${item}`.slice(0, item.length) : item,
    );
  }
  if (types.includes("string")) return textOf(schema, unit);
  if (types.includes("integer") || types.includes("number")) return Math.min(schema.maximum ?? 50, 2 ** 31 - 1);
  if (types.includes("boolean")) return true;
  return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, of(inner, key)]));
}

const shortened = (item: unknown, length: number) => (typeof item === "string" ? item.slice(0, length) : item);

function textOf({ format, maxLength = unlimited }: Schema, unit: Unit): string {
  if (format === "date") return "2026-03-01";
  if (format === "date-time") return "2026-03-01T08:00:00Z";
  if (format === "uuid") return "00000000-0000-4000-8000-000000000000";
  if (format === "email") return `${filled(unit, maxLength - 13)}@demo.example`;
  if (format === "uri") return `https://a.example/${encodeURI(Buffer.from(filled(unit, maxLength)).toString())}`.slice(0, maxLength);
  return filled(unit, maxLength);
}

/** Values of request headers, each with `length` bytes that HTTP permits. */
export function costlyHeaders(unit: Unit, length: number): Record<string, string> {
  const bytes = Buffer.from(filled(unit, length)).toString("latin1");
  const value = bytes.replace(/[^\t\x20-\x7e\x80-\xff]/g, "x").slice(0, length);
  return Object.fromEntries(headerNames.map((name) => [name, `x${value}x`]));
}

/** Request headers that the product, its framework or its proxies read. */
const headerNames =
  "Accept Accept-Language If-None-Match If-Modified-Since Range Referer Idempotency-Key User-Agent X-Forwarded-For X-Request-Id".split(" ");

/** A form with too many files of very different sizes, with long names and types. */
export function costlyFiles(unit: Unit, fields: readonly (readonly [name: string, value: string])[], names: readonly string[]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const text = filled(unit, 2_000);
  for (const name of names)
    for (const size of [0, 1, 50_000, 1_000_000, ...Array.from({ length: 60 }, () => 100)])
      form.append(name, new File([filled(unit, size)], text, { type: `image/svg+xml;${text}` }));
  return form;
}
