import { parse, serialize } from "cookie";
import { z } from "zod";
import { config } from "~/config.server";
import { type Notice, noticeKeys, noticeTypes } from "./notice";

const cookieName = "notices";
const cookieOptions = { path: "/", httpOnly: true, sameSite: "lax", secure: config.secureCookies } as const;

/** Only known keys: the cookie is the browser's to change, and nothing in it is shown as it is. */
const storedSchema = z.object({
  type: z.enum(noticeTypes),
  key: z.enum(noticeKeys),
  uuid: z.uuid(),
});

/** A `Set-Cookie` with which the next page shows this notice once. */
export function showNotice(type: Notice["type"], key: Notice["key"]): string {
  return serialize(cookieName, JSON.stringify({ type, key, uuid: crypto.randomUUID() }), { ...cookieOptions, maxAge: 60 });
}

/** The notice this request carries, and the `Set-Cookie` that takes it away. */
export function takeNotice(request: Request): { notice?: Notice; headers: Record<string, string> } {
  const text = parse(request.headers.get("Cookie") ?? "")[cookieName];
  if (!text) return { headers: {} };
  const headers = { "Set-Cookie": serialize(cookieName, "", { ...cookieOptions, maxAge: 0 }) };
  const stored = storedSchema.safeParse(safeJson(text));
  return stored.success ? { notice: stored.data, headers } : { headers };
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
