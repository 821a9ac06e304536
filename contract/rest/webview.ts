import { z } from "zod";

/** SHA-256 of a key by which an embedding app signed somebody in, in base64url. */
export const usedKeySchema = z.object({ digest: z.string().regex(/^[\w-]{43}$/) }).meta({ id: "UsedWebviewKey" });

/** Seconds after which a key counts no more, used or not. */
export const webviewKeySeconds = 600;
