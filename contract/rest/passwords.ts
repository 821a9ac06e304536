import { z } from "zod";
import { limits } from "../limits";
import { workspaceSchema } from "./session";
import { linkTokenSchema, storedEmailSchema } from "./shared";

/** As typed: spaces belong to it. */
export const passwordSchema = z.string().min(1).max(limits.password);

/** Whether both are the same is the domain's to say, together with everything else that is wrong. */
export const newPasswordFields = { password: passwordSchema, password_confirmation: passwordSchema };

/** Asks for a mail with a link; the answer is the same whoever asks. */
export const passwordResetRequestSchema = z
  .object({ workspace: workspaceSchema, email: storedEmailSchema })
  .meta({ id: "PasswordResetRequest" });

export const newPasswordSchema = z.object(newPasswordFields).meta({ id: "NewPassword" });

/** What can be said of a mail's link before a password is typed. */
export const passwordResetSchema = z
  .object({
    /** Not used, not expired, not replaced by a newer one. */
    is_good: z.boolean(),
  })
  .meta({ id: "PasswordReset" });

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
