import { z } from "zod";
import { toFields, typedValues } from "~/forms/form-state";
import type { FormWithoutFiles } from "~/forms/form-with-files.server";
import { findRedirectTo } from "~/http/redirect-to.server";

/** Limit for the bytes carried through the sign-in page. An article's text has at most 200,000 characters. */
const maxBytes = 300_000;

const pendingSubmissionSchema = z.object({
  /** The path to which it was posted. */
  action: z.string().transform((path, context) => findRedirectTo(path) ?? context.addIssue("not a path on this site") ?? z.NEVER),
  /** The id of the user whose session had expired, if the token revealed it. */
  user: z.string().optional(),
  fields: z.array(z.tuple([z.string(), z.string()])),
  /** Names of the form's files, which are lost. */
  files: z.array(z.string()).default([]),
});

export type PendingSubmission = z.output<typeof pendingSubmissionSchema>;

/** The form that `requireSession` redirected to the sign-in page because its session had expired; `undefined` if it contains no text. */
export function findPendingSubmission(url: string, { body, fileNames: files }: FormWithoutFiles): PendingSubmission | undefined {
  const { searchParams } = new URL(url);
  const fields = toFields(typedValues(body));
  const user = searchParams.get("user") ?? undefined;
  const read = readPendingSubmission(JSON.stringify({ action: searchParams.get("form"), user, fields, files }));
  return read?.fields.some(([name, value]) => name !== "key" && value.trim() !== "") ? read : undefined;
}

/** Parses the form carried by the sign-in page; `undefined` if it is invalid. */
export function readPendingSubmission(text: unknown): PendingSubmission | undefined {
  if (typeof text !== "string" || Buffer.byteLength(text) > maxBytes) return undefined;
  try {
    return pendingSubmissionSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
