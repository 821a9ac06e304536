import { redirect, redirectDocument, replace } from "@remix-run/node";
import { parse, serialize } from "cookie";
import { z } from "zod";
import { cookieOptions } from "~/http/cookies.server";
import { cookieNames } from "../../contract/cookies";
import { type FlashMessage, flashKeys, flashTypes } from "./flash";

/** Accepts only known keys and short values, because users can change cookies. */
const storedSchema = z.object({
  type: z.enum(flashTypes),
  key: z.enum(flashKeys),
  uuid: z.uuid(),
  name: z.string().max(200).optional(),
  articleId: z.string().max(100).optional(),
  undo: z.object({ of: z.enum(["trash", "batches"]), id: z.uuid(), to: z.string().max(500).optional() }).optional(),
});

/** A `Set-Cookie` that makes the next page show this flash message once. */
function flashCookie({ name, ...message }: Omit<FlashMessage, "uuid">): string {
  const value = JSON.stringify({ ...message, uuid: crypto.randomUUID(), name: name && cutName(name) });
  return serialize(cookieNames.flash, value, { ...cookieOptions, maxAge: 60 });
}

const longestName = 100;

/** By code points, which `slice` would split. */
function cutName(name: string): string {
  const points = [...name];
  return points.length > longestName ? `${points.slice(0, longestName - 1).join("")}…` : name;
}

interface Flash extends Partial<Pick<FlashMessage, "type" | "name" | "articleId" | "undo">> {
  /** Further cookies, as `Set-Cookie` values. */
  cookies?: string[];
  headers?: Record<string, string>;
}

const withFlash =
  (go: typeof redirect) =>
  (to: string, key: FlashMessage["key"], { type = "success", name, articleId, undo, cookies = [], headers: others }: Flash = {}) => {
    const headers = new Headers(others);
    for (const cookie of [flashCookie({ type, key, name, articleId, undo }), ...cookies]) headers.append("Set-Cookie", cookie);
    return go(to, { headers });
  };

export const redirectWithFlash = withFlash(redirect);

/** Like `redirectWithFlash`, with a full page load, for example after a change of language. */
export const redirectDocumentWithFlash = withFlash(redirectDocument);

/** Like `redirectWithFlash`, but replaces the current history entry. */
export const replaceWithFlash = withFlash(replace);

/** The flash message of this request, and the `Set-Cookie` that removes it. */
export function takeFlash(request: Request): { flash?: FlashMessage; headers: Record<string, string> } {
  const text = parse(request.headers.get("Cookie") ?? "")[cookieNames.flash];
  if (!text) return { headers: {} };
  const headers = { "Set-Cookie": serialize(cookieNames.flash, "", { ...cookieOptions, maxAge: 0 }) };
  const stored = storedSchema.safeParse(safeJson(text));
  return stored.success ? { flash: stored.data, headers } : { headers };
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
