import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import { z } from "zod";
import type { Translate } from "~/i18n/translate";
import type { Refusal } from "~/upstream/result";
import { toFieldProblem } from "../../contract/errors";
import type { FieldConstraints, FormState } from "./form-state";

/** The form state of a schema, as components use it: `type TeamForm = FormOf<typeof teamFormSchema>`. */
export type FormOf<S extends z.ZodObject> = FormState<NameOf<S>>;

type NameOf<S extends z.ZodObject> = keyof S["shape"] & string;

export type Reading<T, Name extends string = string> =
  | { ok: true; value: T; values: FormState<Name>["values"] }
  | { ok: false; form: FormState<Name> };

/** The form as a loader returns it. */
export function newForm<S extends z.ZodObject>(schema: S, values: { [N in NameOf<S>]?: string | string[] | undefined } = {}): FormOf<S> {
  const constraints = Object.entries(schema.shape).flatMap(([name, field]): [string, FieldConstraints][] => {
    const isRequired = !field.safeParse(undefined).success;
    const maxLength = maxLengthOf(field);
    if (!isRequired && maxLength === undefined) return [];
    return [[name, { ...(isRequired && { required: true }), ...(maxLength !== undefined && { maxLength }) }]];
  });
  return { values, errors: {}, constraints: Object.fromEntries(constraints) as FormOf<S>["constraints"] };
}

/** The length limit of a text, including optional, preprocessed and transformed ones. */
function maxLengthOf(schema: z.core.$ZodType): number | undefined {
  if ("maxLength" in schema && typeof schema.maxLength === "number") return schema.maxLength;
  const { innerType, in: input, out } = schema._zod.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType; out?: z.core.$ZodType };
  return [innerType, input, out].map((inner) => inner && maxLengthOf(inner)).find((limit) => limit !== undefined);
}

/** The idempotency key of a form that creates something. An invalid key is ignored, because users could not correct it. */
export const formKeySchema = z.uuid().optional().catch(undefined);

/** A honeypot: hidden from users, so only bots fill it in. In text browsers its label explains it. */
export const trapSchema = z
  .string()
  .optional()
  .refine((text) => !text, { params: { key: "trap" } });

/**
 * Parses a form by its schema: returns the value, or the form to show again with an error for each invalid field. Ignores fields that are
 * not in the schema, and never returns secrets or files.
 */
export function readForm<S extends z.ZodObject>(
  body: FormData | URLSearchParams,
  schema: S,
  t: Translate,
  { secret = [] }: { secret?: readonly NameOf<S>[] } = {},
): Reading<z.output<S>, NameOf<S>> {
  const submission = parseWithZod(knownFields(body, schema), {
    schema,
    error: (issue) => {
      const { key, values } = toFieldProblem(issue, issue.input);
      return t(`errors:${key}`, values);
    },
  });
  const values = Object.fromEntries(
    Object.entries(submission.payload)
      .filter(([name]) => !secret.some((hidden) => hidden === name))
      .map(([name, value]) => [name, typedOnly(value)]),
  ) as FormOf<S>["values"];
  if (submission.status === "success") return { ok: true, value: submission.value, values };
  return { ok: false, form: { values, errors: byField(submission.error ?? {}) } };
}

/**
 * Drops unknown fields: conform parses structure out of names, and a single `tags[3000000]` would block the process for a minute. Numbers the values
 * of repeated ones, because conform copies all values of a name for each further one.
 */
function knownFields(body: FormData | URLSearchParams, schema: z.ZodObject): FormData {
  const fields = new FormData();
  for (const name of Object.keys(schema.shape)) {
    const values = body.getAll(name);
    for (const [index, value] of values.entries()) fields.append(values.length > 1 ? `${name}[${index}]` : name, value);
  }
  return fields;
}

/** Drops files, which cannot be shown again. */
function typedOnly(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => typeof item === "string");
  return typeof value === "string" ? value : undefined;
}

/** The form to show again after the API rejected it or failed. */
export function refusedForm<Name extends string>(result: Refusal, values: FormState<Name>["values"], t: Translate): FormState<Name> {
  const message = result.message ?? (Object.keys(result.errors).length === 0 ? t("errors:genericError") : undefined);
  return { values, errors: result.errors, message };
}

/** The form of a change that conflicts with a newer version. Submitted again, it overwrites that version. */
export const conflictForm = <Name extends string>(
  form: FormState<Name>,
  { lockVersion }: { lockVersion: number },
  t: Translate,
): FormState<Name> => ({
  ...form,
  values: { ...form.values, lockVersion: String(lockVersion) },
  message: `${form.message ?? ""} ${t("errors:saveAgain")}`.trim(),
});

/** Status and headers of the response that shows a rejected form again. */
export function refusalInit({ status, retryAfterSeconds }: Pick<Refusal, "status" | "retryAfterSeconds">) {
  return { status, headers: retryAfterSeconds ? { "Retry-After": String(retryAfterSeconds) } : undefined };
}

/** The response that shows a form again, with status 422 by default. `rest` is further data for the page. */
export function formAnswer<Name extends string, T extends object = object>(
  form: FormState<Name>,
  rest?: T,
  { status = 422, headers }: { status?: number; headers?: HeadersInit } = {},
) {
  return data({ ...(rest as T), form }, { status, headers });
}

/** The response that shows a form again after the API rejected it or failed. `stored` is the newer version in case of a conflict. */
export function refusalAnswer<Name extends string, T extends object = object>(
  result: Refusal,
  values: FormState<Name>["values"],
  t: Translate,
  rest?: T,
  stored?: { lockVersion: number },
) {
  const form = refusedForm(result, values, t);
  return formAnswer(stored ? conflictForm(form, stored, t) : form, rest, refusalInit(result));
}

/** Assigns errors of list items to their field: "tags[0]" to "tags". */
function byField(errors: Record<string, string[] | null>): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const [path, messages] of Object.entries(errors)) {
    const [field = ""] = path.split(/[.[]/);
    fields[field] = [...new Set([...(fields[field] ?? []), ...(messages ?? [])])];
  }
  return fields;
}
