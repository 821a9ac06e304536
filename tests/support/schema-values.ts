import fc from "fast-check";
import { hostileValue } from "./hostile";

/** The supported part of JSON schemas as zod writes them for OpenAPI 3.1. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  format?: string;
}

type Find = (ref: string) => Schema;

/** Valid values for a schema; `known` has values of fields by name, such as existing ids. */
export function meantValue(schema: Schema, find: Find, known: Record<string, fc.Arbitrary<unknown>>, name = ""): fc.Arbitrary<unknown> {
  const own = known[name];
  if (own && !schema.properties) {
    const isList = [schema.type].flat().includes("array");
    return isList ? fc.array(own, { maxLength: 3 }) : own;
  }
  const value = (inner: Schema, innerName = name) => meantValue(inner, find, known, innerName);
  if (schema.$ref) return value(find(schema.$ref));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => value(choice)));
  if (schema.allOf) return fc.tuple(...schema.allOf.map((part) => value(part))).map((parts) => Object.assign({}, ...parts));
  const types = [schema.type ?? "object"].flat();
  return fc.oneof(...types.map((type) => valueOfType(type, schema, value)));
}

function valueOfType(type: string, schema: Schema, value: (inner: Schema, name?: string) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
    case "number": {
      const [min, max] = [schema.minimum ?? 0, Math.min(schema.maximum ?? 50, 2 ** 31 - 1)];
      return fc.integer({ min, max: Math.max(min, max) });
    }
    case "array":
      return fc.array(schema.items ? value(schema.items) : hostileValue, {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, 3)),
      });
    case "string":
      return meantText(schema);
    default: {
      const fields = Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, value(inner, key)] as const);
      const required = (schema.required ?? []).filter((key) => schema.properties?.[key]);
      return fc.record(Object.fromEntries(fields), { requiredKeys: required as never });
    }
  }
}

function meantText({ format, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (format === "email") return fc.constantFrom("jana@demo.example", "neu@demo.example", "NEU+1@partner.example");
  if (format === "uuid") return fc.uuid();
  if (format === "date") return fc.constantFrom("2026-03-01", "2025-12-31");
  if (format === "date-time") return fc.constantFrom("2026-03-01T08:00:00Z", "2025-12-31T23:59:59.999Z");
  if (format === "uri") return fc.constantFrom("https://zeitung.example/a", "http://a.de");
  const texts = ["Weichenstörung", "<p>Sperrung <b>bis</b> März</p>", "a", "Über & <b>", "1"].filter((text) => text.length >= minLength);
  return fc.oneof(
    fc.constantFrom(...texts, "x".repeat(Math.max(1, minLength))),
    fc.string({ minLength, maxLength: Math.min(maxLength, 60) }),
  );
}

/** A value with some part replaced, removed, duplicated or added. */
export function spoilt(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(value, fc.nat(), hostileValue, fc.constantFrom("replace", "replace", "replace", "drop", "list", "add")).map(spoil);
}

function spoil([value, nth, bad, how]: [unknown, number, unknown, string]): unknown {
  const copy = structuredClone(value);
  const places: [holder: Record<string, unknown>, key: string][] = [];
  const visit = (holder: unknown) => {
    if (holder === null || typeof holder !== "object") return;
    for (const [key, inner] of Object.entries(holder)) {
      places.push([holder as Record<string, unknown>, key]);
      visit(inner);
    }
  };
  visit(copy);
  const place = places[nth % Math.max(1, places.length)];
  if (!place) return bad;
  const [holder, key] = place;
  if (how === "drop") delete holder[key];
  else if (how === "list") holder[key] = [holder[key], bad];
  else if (how === "add") holder[`${key}x`] = bad;
  else holder[key] = bad;
  return copy;
}
