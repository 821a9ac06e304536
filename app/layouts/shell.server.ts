import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { config } from "~/config.server";
import { requestId } from "~/http/request-id.server";
import { keepLocaleOfMail, localeOf } from "~/i18n/locale.server";
import { translator } from "~/i18n/resources.server";
import { brandingOf } from "~/session/branding.server";
import { takeFlash } from "~/session/flash.server";
import { findUser } from "~/session/session.server";
import { isWebview } from "~/session/webview.server";
import { displayName } from "~/ui/display-name";
import { href, pagePaths } from "../../contract/paths";

/** Links in the footer: users get the three that the law requires, visitors all of them. */
const membersPages = ["imprint", "privacy", "accessibility"] as const;
const visitorsPages = ["about", "howToUse", "terms", "contact", ...membersPages] as const;

/** The root loader: data for everything around the page. It does not require a session. */
export async function loadShell({ request }: LoaderFunctionArgs) {
  const [locale, { user, isSignedIn, headers: sessionHeaders }] = await Promise.all([localeOf(request), findUser(request)]);
  const { flash, headers: flashHeaders } = takeFlash(request);
  const { branding, headers: brandingHeaders } = brandingOf(request, user?.client);
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
    user: user ? { name: displayName(user), role: user.role, client: user.client.name, ...(user.hasUnread && { wasUnread: true }) } : null,
    branding,
    // Missing rather than undefined, which would be sent, too.
    ...(user && user.colorScheme !== "auto" && { colorScheme: user.colorScheme }),
    hasShortcuts: user?.hasShortcuts ?? false,
    hasNews: user?.hasNews ?? false,
    flash: flash
      ? {
          ...flash,
          text: t(`flash:${flash.key}`, { name: flash.name ?? "" }),
          link: flash.articleId
            ? {
                to: href("article", { contentId: flash.articleId }),
                text: flash.key === "saved" && flash.name ? flash.name : t("flash:openArticle"),
              }
            : undefined,
          undoText: flash.undo ? t("flash:undo") : undefined,
        }
      : null,
    requestId: requestId(request),
  };
  const headers = new Headers();
  for (const cookie of [sessionHeaders, flashHeaders, brandingHeaders, keepLocaleOfMail(request)])
    for (const [name, value] of Object.entries(cookie)) headers.append(name, value);
  return data(shell, { headers });
}
