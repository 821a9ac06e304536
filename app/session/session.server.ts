import { redirect } from "@remix-run/node";
import { parse, serialize } from "cookie";
import { decodeJwt } from "jose";
import { cookieOptions } from "~/http/cookies.server";
import { findRedirectTo } from "~/http/redirect-to.server";
import { requestId } from "~/http/request-id.server";
import type { Locale } from "~/i18n/locale";
import { hasLocale, localeOf } from "~/i18n/locale.server";
import { Upstream } from "~/upstream/client.server";
import { deleteSession } from "~/upstream/session.server";
import { cookieNames } from "../../contract/cookies";
import { parseUrl } from "../../contract/parse-url";
import { paths } from "../../contract/paths";
import { serverPaths } from "../../contract/paths.server";
import { type Account, readAccount } from "./account.server";
import { deviceOf } from "./device.server";
import { forgetSession } from "./known-sessions.server";

interface Session {
  upstream: Upstream;
  userId: string;
  token: string;
  locale: Locale;
}

interface SessionOfAccount extends Session {
  user: Account;
}

/** A `Set-Cookie` that signs in with this token until it expires. */
export const signInCookie = (token: string) => serialize(cookieNames.session, token, { ...cookieOptions, ...lifetimeOf(token) });

/** The expiry of a token, for cookies that expire with it. */
export function lifetimeOf(token: string): { expires?: Date } {
  const expires = decodeJwt(token).exp;
  return expires ? { expires: new Date(expires * 1000) } : {};
}

/** The `Clear-Site-Data` of a response that signs out: clears storage and the service worker. Cookies are handled separately. */
export const clearSiteData = '"storage"';

/** A `Set-Cookie` that signs out. */
export const signOutCookie = () => serialize(cookieNames.session, "", { ...cookieOptions, maxAge: 0 });

/** The API as the signed-in user, if any. Does not verify the token: the API does so on every call, and a rejected one signs out. */
export async function findSession(request: Request): Promise<Session | undefined> {
  const token = parse(request.headers.get("Cookie") ?? "")[cookieNames.session];
  const userId = token && subjectOf(token);
  if (!userId) return undefined;
  const locale = await localeOf(request);
  const onSignedOut = (reason?: "disabled") => {
    forgetSession(token);
    throw toSignIn(request, { userId, reason, headers: { "Set-Cookie": signOutCookie() } });
  };
  return { upstream: new Upstream({ ...callerOf(request), token, locale, onSignedOut }), userId, token, locale };
}

/** Ends this browser's session in the API. Returns false if that failed: the token then stays valid. The caller must replace the cookie. */
export async function endSession(request: Request): Promise<boolean> {
  const token = parse(request.headers.get("Cookie") ?? "")[cookieNames.session];
  const session = token ? await sessionOf(request, token) : undefined;
  if (!session) return true;
  forgetSession(session.token);
  try {
    return (await deleteSession(session.upstream)).ok;
  } catch (error) {
    // 401: it had already ended.
    return error instanceof Response && error.status === 401;
  }
}

/**
 * The session of a user who may continue. Otherwise throws a redirect: to the sign-in page, with the return URL and any posted form; to the
 * incomplete profile; or to a new password (docs/product.md, "Session guard").
 */
export async function requireSession(request: Request): Promise<SessionOfAccount> {
  const session = await requireAccount(request);
  if (!session.user.profileComplete) throw redirect(serverPaths.completeProfile);
  if (session.user.passwordExpired) throw redirect(serverPaths.updatePassword);
  return session;
}

/**
 * The session without the account, for frequent requests by JavaScript. Throws a 401 that does not sign the browser out, so that the next
 * page still knows whose session has expired.
 */
export async function requireToken(request: Request): Promise<{ upstream: Upstream }> {
  const token = parse(request.headers.get("Cookie") ?? "")[cookieNames.session];
  const signedOut = () => new Response(null, { status: 401 });
  if (!token) throw signedOut();
  const onSignedOut = () => {
    forgetSession(token);
    throw signedOut();
  };
  return { upstream: new Upstream({ ...callerOf(request), token, locale: await localeOf(request), onSignedOut }) };
}

/** Like `requireSession`, but accepts an incomplete account, for the pages that complete it. Redirects to sign-in without a session. */
export async function requireAccount(request: Request): Promise<SessionOfAccount> {
  const session = await findSession(request);
  if (!session) throw toSignIn(request);
  return { ...session, user: await readAccount(request, session) };
}

/**
 * The signed-in user, for public pages. Removes an expired session. If the API is unavailable, the user is unknown but counts as signed in,
 * so that public pages and the navigation still work.
 */
export async function findUser(request: Request) {
  const session = await findSession(request);
  if (!session) return { isSignedIn: false, headers: {} };
  try {
    return { user: await readAccount(request, session), isSignedIn: true, headers: {} };
  } catch (error) {
    if (!(error instanceof Response)) throw error;
    const isOver = error.status === 302;
    return { isSignedIn: !isOver, headers: isOver ? { "Set-Cookie": signOutCookie() } : {} };
  }
}

/**
 * The language that the owner of a new token last chose, for a browser without a choice. `undefined` if there is none or if the API fails,
 * which must not prevent signing in.
 */
export async function findAccountLocale(request: Request, token: string): Promise<Locale | undefined> {
  const session = hasLocale(request) ? undefined : await sessionOf(request, token);
  try {
    return session && ((await readAccount(request, session)).locale ?? undefined);
  } catch (error) {
    if (error instanceof Response) return undefined;
    throw error;
  }
}

/** The API for a token that is not in a cookie yet; `undefined` for an invalid token. Calls with a rejected token throw a 401. */
export async function sessionOf(request: Request, token: string): Promise<Session | undefined> {
  const userId = subjectOf(token);
  if (!userId) return undefined;
  const onSignedOut = () => {
    throw new Response(null, { status: 401 });
  };
  const locale = await localeOf(request);
  return { upstream: new Upstream({ ...callerOf(request), token, locale, onSignedOut }), userId, token, locale };
}

/** The API for public pages, and the id of the device, which has to be stored if the visitor signs in. */
export async function visitor(request: Request): Promise<{ upstream: Upstream; locale: Locale; device: string }> {
  const locale = await localeOf(request);
  const device = deviceOf(request);
  const onSignedOut = () => {
    throw redirect(paths.signIn);
  };
  return { upstream: new Upstream({ ...callerOf(request), device, locale, onSignedOut }), locale, device };
}

/** Information about the browser's request, which is passed on to the API. */
const callerOf = (request: Request) => ({
  requestId: requestId(request),
  forwardedFor: request.headers.get("X-Forwarded-For") ?? undefined,
  userAgent: request.headers.get("User-Agent") ?? undefined,
});

/** The user id in a token, which may have expired. */
export function subjectOf(token: string): string | undefined {
  try {
    const { sub } = decodeJwt(token);
    return typeof sub === "string" ? sub : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Redirects to the sign-in page with a return URL: the page itself, or for a form the page it was on. 307 makes the browser repost the form
 * there, with and without JavaScript, so that no input is lost.
 */
function toSignIn(
  request: Request,
  { userId, reason, headers }: { userId?: string; reason?: "disabled"; headers?: HeadersInit } = {},
): Response {
  const asked = new URL(request.url);
  const page = isForm(request) ? refererOf(request) : asked;
  const back = page && findRedirectTo(`${page.pathname}${page.search}`);
  const params = new URLSearchParams(back && back !== paths.home ? { to: back } : {});
  if (reason) params.set("reason", reason);
  if (isForm(request)) params.set("form", `${asked.pathname}${asked.search}`);
  if (isForm(request) && userId) params.set("user", userId);
  return redirect(params.size > 0 ? `${paths.signIn}?${params}` : paths.signIn, { status: isForm(request) ? 307 : 302, headers });
}

const isForm = ({ method }: Request) => method !== "GET" && method !== "HEAD";

function refererOf(request: Request): URL | undefined {
  const referer = request.headers.get("Referer");
  return referer ? parseUrl(referer) : undefined;
}
