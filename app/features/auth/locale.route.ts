import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { findRedirectTo } from "~/http/redirect-to.server";
import { isLocale } from "~/i18n/locale";
import { saveLocale } from "~/i18n/locale.server";
import { findSession } from "~/session/session.server";
import { updateProfile } from "~/upstream/users.server";
import { href, pagePaths } from "../../../contract/paths";

/**
 * Saves the language in this browser, and in the account of a signed-in user, then goes back to the same page. Legal pages have a
 * different path in each language.
 */
export async function action({ request }: ActionFunctionArgs) {
  const body = await request.formData();
  const locale = body.get("locale");
  const back = findRedirectTo(body.get("to")) ?? href("home");
  if (!isLocale(locale)) return redirect(back);
  const [path = "", query = ""] = back.split(/(?=[?#])(.*)/s);
  const twin = Object.values(pagePaths).find((twins) => Object.values(twins).some((one) => one === path));
  const session = await findSession(request);
  // Switch the page's language even if the account cannot be updated.
  if (session) await updateProfile(session.upstream, session.userId, { locale }).catch(() => undefined);
  return redirect(twin ? `${twin[locale]}${query}` : back, { headers: { "Set-Cookie": saveLocale(locale) } });
}

export const loader = () => redirect(href("home"));
