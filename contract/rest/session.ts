import { z } from "zod";
import { limits } from "../limits";
import { cleanLine, idSchema, requiredLine, timestampSchema } from "./shared";

/** The workspace as people type it: trimmed and lowercased. */
export const workspaceSchema = z
  .string()
  .overwrite((text) => cleanLine(text).toLowerCase())
  .min(1)
  .max(limits.text);

export const credentialsSchema = z
  .object({ workspace: workspaceSchema, email: requiredLine(), password: z.string().min(1).max(limits.text) })
  .meta({ id: "Credentials" });

/**
 * The header of a sign-in and of a reset password by which a browser is known again: a secret that it chose and keeps. Where it
 * has been right before, failures from elsewhere do not slow it down. An API may do without.
 */
export const deviceHeader = "x-device";
export const deviceSchema = z.string().regex(/^[\w-]{20,100}$/);

export const sessionSchema = z.object({ auth_token: z.string() }).meta({ id: "Session" });

/** Where somebody is signed in. */
export const activeSessionSchema = z
  .object({
    id: idSchema,
    /** As the browser named itself. */
    user_agent: z.string().nullable(),
    created_at: timestampSchema,
    expires_at: timestampSchema,
    /** The session that asks. */
    current: z.boolean(),
  })
  .meta({ id: "ActiveSession" });
