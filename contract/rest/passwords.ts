import { z } from "zod";
import { limits } from "../limits";
import { workspaceSchema } from "./session";
import { emailSchema, linkTokenSchema } from "./shared";

/** As typed: spaces belong to it. */
export const passwordSchema = z.string().min(1).max(limits.password);

export const newPasswordFields = { password: passwordSchema, password_confirmation: passwordSchema };

/** A password typed twice has to be the same twice. */
export function passwordsMatch(
  fields: { password: string; password_confirmation: string },
  context: Pick<z.core.$RefinementCtx, "addIssue">,
): void {
  if (fields.password === fields.password_confirmation) return;
  context.addIssue({ code: "custom", path: ["password_confirmation"], params: { key: "notSamePassword" } });
}

/** Asks for a mail with a link; the answer is the same whoever asks. */
export const passwordResetRequestSchema = z.object({ workspace: workspaceSchema, email: emailSchema }).meta({ id: "PasswordResetRequest" });

export const newPasswordSchema = z.object(newPasswordFields).superRefine(passwordsMatch).meta({ id: "NewPassword" });

/** A password to judge, with what its owner's own words are known by: a session, a link's token, or the words of a form. */
export const strengthRequestSchema = z
  .object({
    password: z.string().max(limits.password),
    token: linkTokenSchema.optional(),
    words: z.array(z.string().max(limits.text)).max(10).default([]),
  })
  .meta({ id: "StrengthRequest" });

/** zxcvbn's score, 0 to 4; only 4 is accepted. */
export const strengthSchema = z.object({ score: z.int().min(0).max(4) }).meta({ id: "Strength" });
