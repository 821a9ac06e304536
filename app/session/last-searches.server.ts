import { parse, serialize } from "cookie";
import { z } from "zod";
import { cookieOptions, oneYear } from "~/http/cookies.server";
import { cookieNames } from "../../contract/cookies";
import { href } from "../../contract/paths";

const most = 5;
/** In characters. Longer terms are rarely typed, and would make the cookie too large. */
const longest = 80;
const keptSchema = z.tuple([z.string()], z.string().max(longest));
const options = () => ({ ...cookieOptions, path: href("search") });

/** The terms that this person searched for last in this browser, newest first. */
export function lastSearches(request: Request, userId: string): string[] {
  try {
    const [owner, ...terms] = keptSchema.parse(JSON.parse(parse(request.headers.get("Cookie") ?? "")[cookieNames.lastSearches] ?? ""));
    return owner === userId ? terms.slice(0, most) : [];
  } catch {
    return [];
  }
}

/** The `Set-Cookie` value that adds a term; `undefined` if the newest one is the same. */
export function keepSearch(request: Request, userId: string, term: string): string | undefined {
  const before = lastSearches(request, userId);
  if (term === "" || term.length > longest || term === before[0]) return undefined;
  const terms = [term, ...before.filter((other) => other !== term)].slice(0, most);
  return serialize(cookieNames.lastSearches, JSON.stringify([userId, ...terms]), { ...options(), maxAge: oneYear });
}

/** A `Set-Cookie` that forgets them. */
export const forgetSearches = () => serialize(cookieNames.lastSearches, "", { ...options(), maxAge: 0 });
