import { redirect } from "@remix-run/node";
import { parse, serialize } from "cookie";
import { decodeJwt } from "jose";
import { cookieOptions } from "~/http/cookies.server";
import { requestId } from "~/http/request-id.server";
import { findWayBack } from "~/http/way-back.server";
import type { Locale } from "~/i18n/locale";
import { hasLocale, localeOf } from "~/i18n/locale.server";
import { paths } from "~/paths";
import { Upstream } from "~/upstream/client.server";
import { deleteSession } from "~/upstream/session.server";
import { cookieNames } from "../../contract/cookies";
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

/** Until when a token counts, for cookies that are kept as long. */
export function lifetimeOf(token: string): { expires?: Date } {
  const expires = decodeJwt(token).exp;
  return expires ? { expires: new Date(expires * 1000) } : {};
}

/**
 * The `Clear-Site-Data` of an answer that ends a session: what this browser keeps beside cookies goes too, the place on each page, and the worker
 * for when the network is gone.
 */
export const keptBesideCookies = '"storage"';

/** A `Set-Cookie` that signs out. */
export const signOutCookie = () => serialize(cookieNames.session, "", { ...cookieOptions, maxAge: 0 });

/**
 * The signed-in person's way to the API, or `undefined`. What the token says is not trusted here: the API checks it with
 * every call, and a refused one signs the browser out.
 */
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

/**
 * Ends this browser's session in the API, if there is one. False where that could not be done: whoever knows its token goes on with it.
 * The cookie is the caller's to take away or to replace.
 */
export async function endSession(request: Request): Promise<boolean> {
  const token = parse(request.headers.get("Cookie") ?? "")[cookieNames.session];
  const session = token ? await sessionOf(request, token) : undefined;
  if (!session) return true;
  forgetSession(session.token);
  try {
    return (await deleteSession(session.upstream)).ok;
  } catch (error) {
    // 401: it was over already.
    return error instanceof Response && error.status === 401;
  }
}

/**
 * The session of a member who may continue. Otherwise throws a redirect: to the sign-in page, with the return URL and the posted
 * form; to the incomplete profile; or to a new password (docs/product.md, "Session guard").
 */
export async function requireSession(request: Request): Promise<SessionOfAccount> {
  const session = await requireAccount(request);
  if (!session.user.profileComplete) throw redirect(paths.completeProfile);
  if (session.user.passwordExpired) throw redirect(paths.updatePassword);
  return session;
}

/**
 * Who is signed in, without a look at the account: for what pages ask by script, often. Throws a 401 that leaves the browser as it is,
 * so that the next page still knows whose session is over.
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

/** The session, whatever is missing before its owner may go on; for where it is completed. A redirect to the sign-in page without one. */
export async function requireAccount(request: Request): Promise<SessionOfAccount> {
  const session = await findSession(request);
  if (!session) throw toSignIn(request);
  return { ...session, user: await readAccount(request, session) };
}

/**
 * Who is signed in, for pages that everybody may see. A session that is over is taken away; while the API does not answer
 * somebody is signed in whom nobody knows, so that public pages and the navigation stay there.
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
 * The language that the person behind a new token chose last, for a browser that knows none; `undefined` when nothing is known or
 * the API does not say it, which is no reason not to sign in.
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

/** The way to the API with a token that this browser has not got yet, `undefined` for none. A call with one that is refused throws a 401. */
export async function sessionOf(request: Request, token: string): Promise<Session | undefined> {
  const userId = subjectOf(token);
  if (!userId) return undefined;
  const onSignedOut = () => {
    throw new Response(null, { status: 401 });
  };
  const locale = await localeOf(request);
  return { upstream: new Upstream({ ...callerOf(request), token, locale, onSignedOut }), userId, token, locale };
}

/** A visitor's way to what is public, and what is kept in the browser when they turn out to be at home here. */
export async function visitor(request: Request): Promise<{ upstream: Upstream; locale: Locale; device: string }> {
  const locale = await localeOf(request);
  const device = deviceOf(request);
  const onSignedOut = () => {
    throw redirect(paths.signIn);
  };
  return { upstream: new Upstream({ ...callerOf(request), device, locale, onSignedOut }), locale, device };
}

/** What the API learns of the request behind its call. */
const callerOf = (request: Request) => ({
  requestId: requestId(request),
  forwardedFor: request.headers.get("X-Forwarded-For") ?? undefined,
  userAgent: request.headers.get("User-Agent") ?? undefined,
});

/** Whose token this is, without a look at whether it still counts. */
export function subjectOf(token: string): string | undefined {
  try {
    const { sub } = decodeJwt(token);
    return typeof sub === "string" ? sub : undefined;
  } catch {
    return undefined;
  }
}

/**
 * To the sign-in page with the way back: the page itself, or for a form the page it stood on. 307 makes the browser send the
 * form there once more, with script and without, so that nothing typed is lost.
 */
function toSignIn(
  request: Request,
  { userId, reason, headers }: { userId?: string; reason?: "disabled"; headers?: HeadersInit } = {},
): Response {
  const asked = new URL(request.url);
  const page = isForm(request) ? refererOf(request) : asked;
  const back = page && findWayBack(`${page.pathname}${page.search}`);
  const params = new URLSearchParams(back && back !== paths.home ? { to: back } : {});
  if (reason) params.set("reason", reason);
  if (isForm(request)) params.set("form", `${asked.pathname}${asked.search}`);
  if (isForm(request) && userId) params.set("user", userId);
  return redirect(params.size > 0 ? `${paths.signIn}?${params}` : paths.signIn, { status: isForm(request) ? 307 : 302, headers });
}

const isForm = ({ method }: Request) => method !== "GET" && method !== "HEAD";

function refererOf(request: Request): URL | undefined {
  const referer = request.headers.get("Referer");
  return referer && URL.canParse(referer) ? new URL(referer) : undefined;
}
