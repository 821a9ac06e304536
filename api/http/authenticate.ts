import type { Context, MiddlewareHandler } from "hono";
import { withRequestSource } from "../../contract/request-scope.server";
import { isApiKey, requireKeyHolder } from "../domain/account/api-keys";
import { requireViewer } from "../domain/auth/session";
import { ClientDisabled, NotFound, PasswordExpired, SignedOut } from "../domain/errors";
import type { SignedIn } from "../permissions/viewer";
import type { Services } from "../services";
import { addressOf } from "./auth/session";
import type { ApiEnv } from "./context";
import { findRoutePattern } from "./requests";

/** Sets the viewer for the routes below, and rejects people who have to change their password first. Unknown routes are 404 for everybody. */
export function authenticate(services: Services): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (findRoutePattern(c) === undefined) throw new NotFound();
    const viewer = c.get("keyHolder") ?? (await requireViewer(services, tokenOf(c)));
    if (viewer.passwordExpired && !callsBeforePasswordChange(viewer).includes(`${c.req.method} ${c.req.path}`)) throw new PasswordExpired();
    c.set("viewer", viewer);
    await withRequestSource(viewer.userId, next);
  };
}

/**
 * Checks API keys, before all routes: with a key, a call is limited to the operations of the key's scopes, also if it requires no session. Never
 * reads cookies.
 */
export function admitApiKeys(services: Services): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const token = tokenOf(c);
    const pattern = findRoutePattern(c);
    if (isApiKey(token) && pattern !== undefined) {
      const operation = `${c.req.method} ${pattern}`;
      c.set("keyHolder", await requireKeyHolder(services, token, { operation, address: addressOf(c, services) }));
    }
    await next();
  };
}

/** Operations allowed until a first password is changed: profile, password, the sign-in of an embedding app, and signing out. */
const callsBeforePasswordChange = ({ userId }: SignedIn) => [
  `GET /users/${userId}`,
  `PUT /users/${userId}`,
  "POST /webview_keys",
  "DELETE /auth",
];

/** The viewer, for routes that do not require one. */
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

/** The bearer token of a request, unverified. */
export const tokenOf = (c: Context<ApiEnv>): string | undefined => /^Bearer +(\S+)$/i.exec(c.req.header("Authorization") ?? "")?.[1];
