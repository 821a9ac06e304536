import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { config } from "~/config.server";
import { requestId } from "~/http/request-id.server";
import { keepLocaleOfMail, localeOf } from "~/i18n/locale.server";
import { translator } from "~/i18n/resources.server";
import { pagePaths } from "~/paths";
import { lookOf } from "~/session/look.server";
import { takeNotice } from "~/session/notices.server";
import { findUser } from "~/session/session.server";
import { isWebview } from "~/session/webview.server";
import { displayName } from "~/ui/display-name";

/** The pages of text in the footer: members get the three that the law requires, visitors all of them. */
const membersPages = ["imprint", "privacy", "accessibility"] as const;
const visitorsPages = ["about", "howToUse", "terms", "contact", ...membersPages] as const;

/** The loader of the root: what every page needs around its content. It does not require a session. */
export async function loadShell({ request }: LoaderFunctionArgs) {
  const [locale, { user, isSignedIn, headers: sessionHeaders }] = await Promise.all([localeOf(request), findUser(request)]);
  const { notice, headers: noticeHeaders } = takeNotice(request);
  const { look, headers: lookHeaders } = lookOf(request, user?.client);
  const t = translator(locale);
  const shell = {
    locale,
    errorTitles: {
      notFound: t("shell:errors.notFound.title"),
      forbidden: t("shell:errors.forbidden.title"),
      unavailable: t("shell:errors.unavailable.title"),
      tooLarge: t("shell:errors.tooLarge.title"),
      failed: t("shell:errors.failed.title"),
    },
    isWebview: isWebview(request),
    product: config.product,
    year: new Date().getFullYear(),
    publicUrl: config.publicUrl.origin,
    isSignedIn,
    pages: (isSignedIn ? membersPages : visitorsPages).map((name) => ({ path: pagePaths[name][locale], text: t(`pages:links.${name}`) })),
    user: user ? { id: user.id, name: displayName(user), role: user.role, client: user.client.name } : null,
    look,
    hasNews: user?.hasNews ?? false,
    notice: notice ? { ...notice, text: t(`notices:${notice.key}`, { name: notice.name ?? "" }) } : null,
    requestId: requestId(request),
  };
  const headers = new Headers();
  for (const cookie of [sessionHeaders, noticeHeaders, lookHeaders, keepLocaleOfMail(request)])
    for (const [name, value] of Object.entries(cookie)) headers.append(name, value);
  return data(shell, { headers });
}
