import { parse, serialize } from "cookie";
import { z } from "zod";
import { cookieOptions } from "~/http/cookies.server";
import { cookieNames } from "../../contract/cookies";
import { type Notice, noticeKeys, noticeTypes } from "./notice";

/** Only known keys, and a short name: the cookie is the browser's to change. */
const storedSchema = z.object({
  type: z.enum(noticeTypes),
  key: z.enum(noticeKeys),
  uuid: z.uuid(),
  name: z.string().max(200).optional(),
});

/** A `Set-Cookie` with which the next page shows this notice once; `name` is of what it is about, where its text says it. */
export function showNotice(type: Notice["type"], key: Notice["key"], name?: string): string {
  return serialize(cookieNames.notices, JSON.stringify({ type, key, uuid: crypto.randomUUID(), name: name?.slice(0, 200) }), {
    ...cookieOptions,
    maxAge: 60,
  });
}

/** The notice this request carries, and the `Set-Cookie` that takes it away. */
export function takeNotice(request: Request): { notice?: Notice; headers: Record<string, string> } {
  const text = parse(request.headers.get("Cookie") ?? "")[cookieNames.notices];
  if (!text) return { headers: {} };
  const headers = { "Set-Cookie": serialize(cookieNames.notices, "", { ...cookieOptions, maxAge: 0 }) };
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
