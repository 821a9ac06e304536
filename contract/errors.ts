import { z } from "zod";

/** Field name → messages in the language of the request. */
const fieldErrorsSchema = z.record(z.string(), z.array(z.string()));
export type FieldErrors = z.infer<typeof fieldErrorsSchema>;

/** Body of a 422. `code` is a name for what happened that is the same in every language. */
export const invalidSchema = z
  .object({ errors: fieldErrorsSchema, message: z.string().optional(), code: z.string().optional() })
  .meta({ id: "Invalid", description: "The input can be mended: messages by field." });

/** Body of every other refusal. The `code` of a 503 is `unclear` when something may have been stored. */
export const refusalSchema = z
  .object({ message: z.string(), errors: fieldErrorsSchema.optional(), code: z.string().optional() })
  .meta({ id: "Refusal", description: "Why the call was refused; where it is about fields, by field." });

/** Why a web page could not be read: the `code` of the 422, and the key of its text below `errors.page` in `locales/`. */
export const pageProblems = [
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
export type PageProblem = (typeof pageProblems)[number];

/** What is wrong with a value, as a key below `errors` in `locales/` and the values its text needs. */
export interface FieldProblem {
  key:
    | "required"
    | "tooLong"
    | "tooMany"
    | "notEmail"
    | "notUrl"
    | "notDate"
    | "rangeReversed"
    | "notAChoice"
    | "wrongType"
    | "folderNotWritable"
    | "teamNotOpen"
    | "teamNotManaged"
    | "teamNamesake"
    | "personUnknown"
    | "alreadyListed"
    | `page.${PageProblem}`
    | "pictureUnreadable"
    | "fileEmpty"
    | "tooManyFiles"
    | "fileTooLarge"
    | "fileUnreachable"
    | "notAUrlOf"
    | "pageInsteadOfFile"
    | "invalidUrl"
    | "notSamePassword"
    | "notSameEmail"
    | "wrongPassword"
    | "weakPassword"
    | "sameAsBefore"
    | "emailNotAllowed"
    | "emailTaken"
    | "notAnEmailOf"
    | "alreadyMember"
    | "alreadyInvited"
    | "emailBlocked"
    | "signUpClosed"
    | "noTags"
    | "noContents"
    | "noExportable"
    | "tooMuchForPdf"
    | "noRecipients"
    | "notShareable"
    | "momentPassed"
    | "momentTooFar"
    | "previewsTooOften"
    | "tooManyOutside"
    | "tooManyOutsideWorkspace"
    | "tooManyInvitations"
    | "tooManyOwnInvitations"
    | "noWebAddress"
    | "trap"
    | "notAColor"
    | "unknownVariable"
    | "workspaceTaken"
    | "workspaceReserved"
    | "notAWorkspace"
    | "notAnEmailRule"
    | "notAnSvg"
    | "logoTooLarge"
    | "logoEmpty"
    | "logoTooComplex"
    | "tagTaken"
    | "sameTag"
    | "tagUnknown";
  values?: Record<string, string | number>;
}

type Issue = z.core.$ZodIssue | z.core.$ZodRawIssue;

/**
 * The problem behind an issue of zod, and the value it is about: a final issue no longer carries it, and without it "missing"
 * and "of the wrong type" look the same. A custom issue names its key in `params.key`; an empty or missing value is
 * "required" whatever the schema calls it.
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

/** The texts of "too short" and "too long" speak of characters and entries. */
const isAmount = (origin: string) => origin !== "string" && origin !== "array";
