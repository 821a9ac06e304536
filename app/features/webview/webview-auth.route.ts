import type { LoaderFunctionArgs } from "@remix-run/node";
import { log } from "~/http/log.server";
import { requestId } from "~/http/request-id.server";
import { isLocale } from "~/i18n/locale";
import { saveLocale } from "~/i18n/locale.server";
import { lifetimeOf, sessionOf, signInCookie } from "~/session/session.server";
import { beginWebview } from "~/session/webview.server";
import { digestOf, dropKey, findKey, openToken, type Refusal, requireWebviewSecrets } from "~/session/webview-key.server";
import { requireUser } from "~/upstream/users.server";
import { createKeyUse } from "~/upstream/webview.server";
import { isOpened, webviewPage } from "./webview-page.server";

/**
 * Signs in the user for whom an embedding app created the token (docs/webview.md). Uses GET, because apps open it as a URL; without this
 * browser's key it changes nothing.
 */
export async function loader({ request, params: { locale, "*": sealed = "" } }: LoaderFunctionArgs) {
  if (!isLocale(locale)) throw new Response(null, { status: 404 });
  const secrets = requireWebviewSecrets();
  const key = isOpened(request) ? findKey(request) : undefined;
  const opened = openToken(key, sealed, secrets);
  const refusal = "token" in opened ? await refusalOf(request, opened.token, key ?? "") : opened.refusal;
  if (refusal) log().warn({ requestId: requestId(request), reason: refusal }, "sign-in of an embedding app refused");
  const headers = new Headers();
  const cookies = [
    ...(key ? [dropKey(), saveLocale(locale)] : []),
    ...("token" in opened && !refusal ? [signInCookie(opened.token), beginWebview(request, lifetimeOf(opened.token))] : []),
  ];
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return webviewPage(request, { locale, id: "auth", text: `auth ${!refusal}`, headers });
}

/** Why the token cannot be used to sign in. If it can, marks the key as used and returns `undefined`. */
async function refusalOf(request: Request, token: string, key: string): Promise<Refusal | undefined> {
  const session = await sessionOf(request, token);
  const user = session && (await requireUser(session.upstream, session.userId).catch(refused));
  if (!session || !user) return "no session";
  const used = await createKeyUse(session.upstream, digestOf(key));
  if (used?.ok !== false) return undefined;
  if (used.status === 409) return "used";
  // The API is unavailable or busy: the key remains valid for another attempt.
  throw new Response(requestId(request), { status: 503, headers: { "Retry-After": String(used.retryAfterSeconds ?? 10) } });
}

function refused(error: unknown): undefined {
  if (error instanceof Response && [401, 403, 404].includes(error.status)) return undefined;
  throw error;
}
