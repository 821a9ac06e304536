import { randomBytes } from "node:crypto";
import { parse, serialize } from "cookie";
import { cookieOptions, oneYear } from "~/http/cookies.server";
import { cookieNames } from "../../contract/cookies";
import { deviceSchema } from "../../contract/rest/session";

/** The secret by which the API knows this browser again, a new one where it has none: nobody else's guesses then keep its owner out. */
export function deviceOf(request: Request): string {
  const kept = deviceSchema.safeParse(parse(request.headers.get("Cookie") ?? "")[cookieNames.device]);
  return kept.success ? kept.data : randomBytes(24).toString("base64url");
}

/** A `Set-Cookie` that keeps it for a year, after somebody was right here. */
export function keepDevice(device: string): string {
  return serialize(cookieNames.device, device, { ...cookieOptions, maxAge: oneYear });
}
