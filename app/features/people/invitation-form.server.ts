import { z } from "zod";
import { formKeySchema } from "~/forms/read-form.server";

/** `Ole Jansen <ole@partner.example>`, as mail programs copy people. */
const named = /<([^<>]*)>$/;

/** Addresses as people have them: parted by commas, semicolons or lines, with or without names. */
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
  /** On means admin, off means editor. */
  admin: z.boolean().default(false),
  key: formKeySchema,
});
