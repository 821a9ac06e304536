import type { LinksFunction } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLoaderData, useMatches, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useDocument } from "./http/document";
import { ErrorPage } from "./layouts/error-page";
import { LoadingBar } from "./layouts/loading-bar";
import { usePolledNews } from "./layouts/news";
import { Notices } from "./layouts/notices";
import type { loadShell } from "./layouts/shell.server";
import { href } from "./paths";
import stylesheet from "./styles/folda.css?url";

export const handle = { i18n: ["shell"] };

export const links: LinksFunction = () => [
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export { errorMeta as meta } from "./layouts/page-meta";
export { loadShell as loader } from "./layouts/shell.server";

export function Layout({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  const { nonce, texts } = useDocument();
  const { isSignedIn = false, look } = useRouteLoaderData<typeof loadShell>("root") ?? {};
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
  const { notice, isSignedIn } = useLoaderData<typeof loadShell>();
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
