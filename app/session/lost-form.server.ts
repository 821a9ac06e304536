import { z } from "zod";
import { toFields, typedValues } from "~/forms/form-state";
import type { FormWithoutFiles } from "~/forms/form-with-files.server";
import { findWayBack } from "~/http/way-back.server";

/** Bytes of what was typed that go through the sign-in page. An article's text is 200,000 characters at most. */
const maxBytes = 300_000;

const lostFormSchema = z.object({
  /** Where it was posted to. */
  action: z.string().transform((path, context) => findWayBack(path) ?? context.addIssue("no path of this site") ?? z.NEVER),
  /** Whose session it was, where its token still said so. */
  user: z.string().optional(),
  fields: z.array(z.tuple([z.string(), z.string()])),
  /** Names of files that came with it, and are gone. */
  files: z.array(z.string()).default([]),
});

export type LostForm = z.output<typeof lostFormSchema>;

/** The form that a session which is over sent on to the sign-in page (`requireSession`), or `undefined` where no text was typed. */
export function findLostForm(url: string, { body, fileNames: files }: FormWithoutFiles): LostForm | undefined {
  const { searchParams } = new URL(url);
  const fields = toFields(typedValues(body));
  const user = searchParams.get("user") ?? undefined;
  const read = readLostForm(JSON.stringify({ action: searchParams.get("form"), user, fields, files }));
  return read?.fields.some(([name, value]) => name !== "key" && value.trim() !== "") ? read : undefined;
}

/** The form as the sign-in page carries it, `undefined` for anything else. */
export function readLostForm(text: unknown): LostForm | undefined {
  if (typeof text !== "string" || Buffer.byteLength(text) > maxBytes) return undefined;
  try {
    return lostFormSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
