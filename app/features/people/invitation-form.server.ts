import { z } from "zod";
import { formKeySchema } from "~/forms/read-form.server";
import { idSchema } from "../../../contract/rest/shared";

/** `Ole Jansen <ole@partner.example>`, as copied from mail programs. */
const named = /<([^<>]*)>$/;

/** Splits addresses, with or without names, at commas, semicolons and line breaks. */
export const readAddresses = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((entry) => (named.exec(entry.trim())?.[1] ?? entry).trim())
    .filter(Boolean);

export const invitationFormSchema = z.object({
  emailAddresses: z
    .string()
    .transform(readAddresses)
    .refine((addresses) => addresses.length > 0, { params: { key: "required" } }),
  /** Checked means admin, unchecked editor. */
  admin: z.boolean().default(false),
  teamIds: z.array(idSchema).default([]),
  key: formKeySchema,
});
