import type { Context, MiddlewareHandler } from "hono";
import { requireViewer } from "../domain/auth/session";
import { ClientDisabled, NotFound, PasswordExpired, SignedOut } from "../domain/errors";
import type { SignedIn } from "../permissions/viewer";
import type { Services } from "../services";
import type { ApiEnv } from "./context";
import { findRoutePattern } from "./requests";

/** Everything behind it knows its viewer, who has a password of their own. Calls that do not exist are 404 for everybody. */
export function authenticate(services: Services): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (findRoutePattern(c) === undefined) throw new NotFound();
    const viewer = await requireViewer(services, tokenOf(c));
    if (viewer.passwordExpired && !waysToOwnPassword(viewer).includes(`${c.req.method} ${c.req.path}`)) throw new PasswordExpired();
    c.set("viewer", viewer);
    await next();
  };
}

/** What a password that somebody else made is good for: profile, password, an app's window in which both are asked, and signing out. */
const waysToOwnPassword = ({ userId }: SignedIn) => [`GET /users/${userId}`, `PUT /users/${userId}`, "POST /webview_keys", "DELETE /auth"];

/** Who asks, where nobody has to be signed in. */
export async function findViewer(c: Context<ApiEnv>, services: Services): Promise<SignedIn | undefined> {
  const token = tokenOf(c);
  if (token === undefined) return undefined;
  try {
    return await requireViewer(services, token);
  } catch (error) {
    if (error instanceof SignedOut || error instanceof ClientDisabled) return undefined;
    throw error;
  }
}

/** What a request says it holds, to be read by `domain/session`. */
export const tokenOf = (c: Context<ApiEnv>): string | undefined => /^Bearer +(\S+)$/i.exec(c.req.header("Authorization") ?? "")?.[1];
