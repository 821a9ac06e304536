import { z } from "zod";
import * as limits from "../limits";
import { cleanLine, idSchema, requiredLine, timestampSchema } from "./shared";

/** The workspace, trimmed and in lower case. */
export const workspaceSchema = z
  .string()
  .overwrite((text) => cleanLine(text).toLowerCase())
  .min(1)
  .max(limits.text);

export const credentialsSchema = z
  .object({ workspace: workspaceSchema, email: requiredLine(), password: z.string().min(1).max(limits.text) })
  .meta({ id: "Credentials" });

/**
 * A header of sign-ins and password resets that identifies the browser by a secret. Failed attempts from elsewhere do not slow down a
 * browser that has signed in before. APIs need not support it.
 */
export const deviceHeader = "x-device";
export const deviceSchema = z.string().regex(/^[\w-]{20,100}$/);

export const sessionSchema = z.object({ auth_token: z.string() }).meta({ id: "Session" });

export const activeSessionSchema = z
  .object({
    id: idSchema,
    /** The browser's user agent. */
    user_agent: z.string().nullable(),
    created_at: timestampSchema,
    expires_at: timestampSchema,
    /** Whether it is the session of this request. */
    current: z.boolean(),
  })
  .meta({ id: "ActiveSession" });
