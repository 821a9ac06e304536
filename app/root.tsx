import { data, type LinksFunction, type LoaderFunctionArgs } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLoaderData, useMatches, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { config } from "./config.server";
import { useDocument } from "./http/document";
import { requestId } from "./http/request-id.server";
import { keepLocaleOfMail, localeOf } from "./i18n/locale.server";
import { translator } from "./i18n/resources.server";
import { ErrorPage } from "./layouts/error-page";
import { LoadingBar } from "./layouts/loading-bar";
import { usePolledNews } from "./layouts/news";
import { Notices } from "./layouts/notices";
import { href, pagePaths } from "./paths";
import { lookOf } from "./session/look.server";
import { takeNotice } from "./session/notices.server";
import { findUser } from "./session/session.server";
import { isWebview } from "./session/webview.server";
import stylesheet from "./styles/folda.css?url";
import { displayName } from "./ui/display-name";

export const handle = { i18n: ["shell"] };

export const links: LinksFunction = () => [
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

/** Of the pages of text, what the footer leads to: law and the specification name three; visitors look for the others as well. */
const membersPages = ["imprint", "privacy", "accessibility"] as const;
const visitorsPages = ["about", "howToUse", "terms", "contact", ...membersPages] as const;

export { errorMeta as meta } from "./layouts/page-meta";

/** What every page needs around itself. It guards nothing. */
export async function loader({ request }: LoaderFunctionArgs) {
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

export function Layout({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  const { nonce, texts } = useDocument();
  const { isSignedIn = false, look } = useRouteLoaderData<typeof loader>("root") ?? {};
  const handles = useMatches().map(({ handle }) => (handle ?? {}) as { hydrate?: boolean; stylesheet?: string });
  const asked = handles.map(({ hydrate }) => hydrate);
  // Visitors get no script unless a route asks for it, and some pages need none for anybody.
  const hydrate = asked.includes(true) || (isSignedIn && !asked.includes(false));
  // Where visitors come first, everything that a page needs is in one file.
  const ownStylesheet = handles.findLast((handle) => handle.stylesheet)?.stylesheet;
  return (
    <html lang={i18n.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <link rel="stylesheet" href={ownStylesheet ?? stylesheet} />
        <Links />
        {look?.colors ? <link rel="stylesheet" href={href("themeStyles", { file: `${look.colors}.css` })} /> : null}
      </head>
      <body>
        {children}
        {hydrate ? (
          <>
            <script
              type="application/json"
              id="texts"
              suppressHydrationWarning
              // biome-ignore lint/security/noDangerouslySetInnerHtml: our own texts, with every `<` escaped
              dangerouslySetInnerHTML={{ __html: JSON.stringify(texts ?? {}).replaceAll("<", "\\u003c") }}
            />
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        ) : null}
      </body>
    </html>
  );
}

/** What outlives a page stands beside it: a notice has its time, and the bar fades, while the next page is there already. */
export default function App() {
  const { notice, isSignedIn } = useLoaderData<typeof loader>();
  usePolledNews(isSignedIn);
  return (
    <>
      <LoadingBar />
      <Outlet />
      <Notices notice={notice ?? undefined} />
    </>
  );
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
