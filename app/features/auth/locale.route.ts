import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { findWayBack } from "~/http/way-back.server";
import { isLocale } from "~/i18n/locale";
import { saveLocale } from "~/i18n/locale.server";
import { href, pagePaths } from "~/paths";
import { findSession } from "~/session/session.server";
import { updateProfile } from "~/upstream/users.server";

/** Keeps the choice of language, with the account too where somebody is signed in, and goes back to the same page; a legal page has another path in the other language. */
export async function action({ request }: ActionFunctionArgs) {
  const body = await request.formData();
  const locale = body.get("locale");
  const back = findWayBack(body.get("to")) ?? href("home", {});
  if (!isLocale(locale)) return redirect(back);
  const twin = Object.values(pagePaths).find((twins) => Object.values(twins).some((path) => path === back));
  const session = await findSession(request);
  // The page changes its language even where the account cannot keep it.
  if (session) await updateProfile(session.upstream, session.userId, { locale }).catch(() => undefined);
  return redirect(twin?.[locale] ?? back, { headers: { "Set-Cookie": saveLocale(locale) } });
}

export const loader = () => redirect(href("home", {}));
