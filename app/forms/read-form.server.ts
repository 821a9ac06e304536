import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import { z } from "zod";
import type { Translate } from "~/i18n/translate";
import type { Refusal } from "~/upstream/result";
import { toFieldProblem } from "../../contract/errors";
import type { FormState } from "./form-state";

export type Reading<T> = { ok: true; value: T; values: Record<string, unknown> } | { ok: false; form: FormState };

/**
 * The key that a form carries, so that it counts once however often it is sent. Nobody can mend one that is nonsense: it
 * counts as none.
 */
export const formKeySchema = z.uuid().optional().catch(undefined);

/**
 * Reads a form by its schema: the value, or the form to show again with an error at each wrong field. Only fields that the
 * schema knows are read and shown again, and neither secrets nor files.
 */
export function readForm<S extends z.ZodObject>(
  body: FormData,
  schema: S,
  t: Translate,
  { secret = [] }: { secret?: string[] } = {},
): Reading<z.output<S>> {
  const submission = parseWithZod(knownFields(body, schema), {
    schema,
    error: (issue) => {
      const { key, values } = toFieldProblem(issue, issue.input);
      return t(`errors:${key}`, values);
    },
  });
  const values = Object.fromEntries(
    Object.entries(submission.payload)
      .filter(([name]) => !secret.includes(name))
      .map(([name, value]) => [name, typedOnly(value)]),
  );
  if (submission.status === "success") return { ok: true, value: submission.value, values };
  return { ok: false, form: { values, errors: byField(submission.error ?? {}) } };
}

/**
 * What else was sent is left out before conform sees it: it reads structure out of names, and a single `tags[3000000]` would
 * keep the process busy for a minute.
 */
function knownFields(body: FormData, schema: z.ZodObject): FormData {
  const fields = new FormData();
  for (const [name, value] of body) if (Object.hasOwn(schema.shape, name)) fields.append(name, value);
  return fields;
}

/** What was typed, without files: they cannot be shown again, and not be sent to the browser as data. */
function typedOnly(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => typeof item === "string");
  return typeof value === "string" ? value : undefined;
}

/** The form to show again after the API refused it, or failed. */
export function refusedForm(result: Refusal, values: Record<string, unknown>, t: Translate): FormState {
  const message = result.message ?? (Object.keys(result.errors).length === 0 ? t("shell:genericError") : undefined);
  return { values, errors: result.errors, message };
}

/** The form of a change that somebody else overtook: sent once more, it goes on from the version that stands there now. */
export const overtakenForm = (form: FormState, { lockVersion }: { lockVersion: number }, t: Translate): FormState => ({
  ...form,
  values: { ...form.values, lockVersion: String(lockVersion) },
  message: `${form.message} ${t("shell:saveAgain")}`,
});

/** Status and headers of the answer that shows a form again after the API refused it. */
export function refusalInit({ status, retryAfterSeconds }: Pick<Refusal, "status" | "retryAfterSeconds">) {
  return { status, headers: retryAfterSeconds ? { "Retry-After": String(retryAfterSeconds) } : undefined };
}

/** The answer that shows a form again: 422, or the status of the API's refusal. */
export function formAnswer<T extends object>(
  form: FormState,
  rest: T,
  { status = 422, headers }: { status?: number; headers?: HeadersInit } = {},
) {
  return data({ ...rest, form }, { status, headers });
}

/** "tags[0]" is wrong with "tags". */
function byField(errors: Record<string, string[] | null>): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const [path, messages] of Object.entries(errors)) {
    const [field = ""] = path.split(/[.[]/);
    fields[field] = [...new Set([...(fields[field] ?? []), ...(messages ?? [])])];
  }
  return fields;
}
