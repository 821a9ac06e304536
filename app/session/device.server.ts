import { randomBytes } from "node:crypto";
import { parse, serialize } from "cookie";
import { cookieOptions, oneYear } from "~/http/cookies.server";
import { cookieNames } from "../../contract/cookies";
import { deviceSchema } from "../../contract/rest/session";

/** The secret by which the API recognises this browser, created if missing. Other browsers' failed attempts do not lock its user out. */
export function deviceOf(request: Request): string {
  const kept = deviceSchema.safeParse(parse(request.headers.get("Cookie") ?? "")[cookieNames.device]);
  return kept.success ? kept.data : randomBytes(24).toString("base64url");
}

/** A `Set-Cookie` that stores it for a year, after a successful sign-in. */
export function keepDevice(device: string): string {
  return serialize(cookieNames.device, device, { ...cookieOptions, maxAge: oneYear });
}
