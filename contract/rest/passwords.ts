import { z } from "zod";
import * as limits from "../limits";
import { workspaceSchema } from "./session";
import { linkTokenSchema, storedEmailSchema } from "./shared";

/** As typed, including spaces. */
export const passwordSchema = z.string().min(1).max(limits.password);

/** The domain checks whether both are equal, and reports that together with all other problems. */
export const newPasswordFields = { password: passwordSchema, password_confirmation: passwordSchema };

/** Requests a mail with a reset link. The response does not reveal whether the account exists. */
export const passwordResetRequestSchema = z
  .object({ workspace: workspaceSchema, email: storedEmailSchema })
  .meta({ id: "PasswordResetRequest" });

export const newPasswordSchema = z.object(newPasswordFields).meta({ id: "NewPassword" });

/** The state of a reset link, before a password is typed. */
export const passwordResetSchema = z
  .object({
    /** Whether it is unused, not expired and not replaced by a newer one. */
    is_good: z.boolean(),
  })
  .meta({ id: "PasswordReset" });

/** A password to rate. The user's own words come from the session, the token of a reset link, or the fields of a form. */
export const strengthRequestSchema = z
  .object({
    password: z.string().max(limits.password),
    token: linkTokenSchema.optional(),
    words: z.array(z.string().max(limits.text)).max(10).default([]),
  })
  .meta({ id: "StrengthRequest" });

/** zxcvbn's score, 0 to 4; only 4 is accepted. */
export const strengthSchema = z.object({ score: z.int().min(0).max(4) }).meta({ id: "Strength" });
