import { z } from "zod";

/** SHA-256 in base64url of the key with which an embedding app signed a user in. */
export const usedKeySchema = z.object({ digest: z.string().regex(/^[\w-]{43}$/) }).meta({ id: "UsedWebviewKey" });

/** Seconds after which a key expires, used or not. */
export const webviewKeySeconds = 600;
