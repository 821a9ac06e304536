import { z } from "zod";
import type errors from "../locales/en/errors.json";

/** Messages by field name, in the language of the request. */
const fieldErrorsSchema = z.record(z.string(), z.array(z.string()));
export type FieldErrors = z.infer<typeof fieldErrorsSchema>;

/** Body of a 422. `code` identifies what happened and does not depend on the language. */
export const invalidSchema = z
  .object({ errors: fieldErrorsSchema, message: z.string().optional(), code: z.string().optional() })
  .meta({ id: "Invalid", description: "Invalid input, with messages by field." });

/** Body of every other rejection. A 503 has the `code` `unclear` if something may have been stored. */
export const refusalSchema = z
  .object({ message: z.string(), errors: fieldErrorsSchema.optional(), code: z.string().optional() })
  .meta({ id: "Refusal", description: "Why the call was refused, with messages by field if it is about fields." });

/** Reasons why a page, feed or file could not be fetched. */
export const fetchProblems = [
  "not_found",
  "login_required",
  "refused",
  "server_failed",
  "unknown_host",
  "connection_refused",
  "unreachable",
  "insecure",
  "too_many_redirects",
  "address_forbidden",
  "timeout",
  "too_large",
  "pdf",
  "plain_text",
  "picture",
  "not_a_page",
  "empty",
  "unreadable",
  "busy",
] as const;
export type FetchProblem = (typeof fetchProblems)[number];

/** Reasons why a web page could not be imported: the `code` of the 422, and the key of its text in `errors.page` in `locales/`. */
export const pageProblems = [...fetchProblems, "consent_required", "home_page"] as const;
export type PageProblem = (typeof pageProblems)[number];

/** Without the suffix of a plural form. */
type KeyOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? Key extends `${infer Stem}_${"one" | "other"}`
      ? Stem
      : Key
    : `${Key}.${KeyOf<Texts[Key]>}`;
}[keyof Texts & string];

/** A problem with a value: a key in `errors` in `locales/`, and the values for its text. */
export interface FieldProblem {
  key: KeyOf<typeof errors>;
  values?: Record<string, string | number>;
}

type Issue = z.core.$ZodIssue | z.core.$ZodRawIssue;

/**
 * The problem behind a zod issue. Needs the value, which a final issue no longer contains, to distinguish a missing value from one of the
 * wrong type. A custom issue names its key in `params.key`; otherwise an empty or missing value is always "required".
 */
export function toFieldProblem(issue: Issue, value: unknown): FieldProblem {
  if (issue.code === "custom") {
    const params = issue.params as { key?: FieldProblem["key"]; values?: FieldProblem["values"] } | undefined;
    return { key: params?.key ?? "wrongType", values: params?.values };
  }
  if (value === undefined || value === null || value === "") return { key: "required" };
  switch (issue.code) {
    case "too_small":
      return { key: isAmount(issue.origin) ? "wrongType" : "required" };
    case "too_big":
      if (isAmount(issue.origin)) return { key: "wrongType" };
      return { key: issue.origin === "array" ? "tooMany" : "tooLong", values: { max: Number(issue.maximum) } };
    case "invalid_value":
      return { key: "notAChoice" };
    case "invalid_format":
      if (issue.format === "email") return { key: "notEmail" };
      if (issue.format === "url") return { key: "notUrl" };
      if (issue.format === "date") return { key: "notDate" };
      return { key: "wrongType" };
    default:
      return { key: "wrongType" };
  }
}

/** Whether the issue is about an amount: the texts for "too short" and "too long" count characters and entries. */
const isAmount = (origin: string) => origin !== "string" && origin !== "array";
