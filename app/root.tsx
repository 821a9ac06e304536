import type { LinksFunction } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLoaderData, useMatches, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href } from "../contract/paths";
import { useDocument } from "./http/document";
import { ErrorPage } from "./layouts/error-page";
import { FlashMessages } from "./layouts/flash-messages";
import { LoadingBar } from "./layouts/loading-bar";
import { usePolledNews } from "./layouts/news";
import type { loadShell } from "./layouts/shell.server";
import { useShortcuts } from "./layouts/use-shortcuts";
import stylesheet from "./styles/folda.css?url";
import { useHistoryTrail } from "./ui/history-trail";

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
  const { isSignedIn = false, branding, colorScheme } = useRouteLoaderData<typeof loadShell>("root") ?? {};
  const handles = useMatches().map(({ handle }) => (handle ?? {}) as { hydrate?: boolean; stylesheet?: string });
  const asked = handles.map(({ hydrate }) => hydrate);
  // Visitors get no scripts unless a route requests them, and some pages need none at all.
  const hydrate = asked.includes(true) || (isSignedIn && !asked.includes(false));
  // Landing pages have all their styles in one file.
  const ownStylesheet = handles.findLast((handle) => handle.stylesheet)?.stylesheet;
  return (
    <html lang={i18n.language} className={colorScheme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content={colorScheme ?? "light dark"} />
        <Meta />
        <link rel="stylesheet" href={ownStylesheet ?? stylesheet} />
        <Links />
        {branding?.colors ? <link rel="stylesheet" href={href("themeStyles", { file: `${branding.colors}.css` })} /> : null}
      </head>
      <body>
        {hydrate ? (
          // Before the page: gzip looks back 32 KB, and so finds the page's own texts again in the data that Remix sends after it.
          <script
            type="application/json"
            id="texts"
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: our own texts, with every `<` escaped
            dangerouslySetInnerHTML={{ __html: JSON.stringify(texts ?? {}).replaceAll("<", "\\u003c") }}
          />
        ) : null}
        {children}
        {hydrate ? (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        ) : null}
      </body>
    </html>
  );
}

/** Loading bar and flash messages are rendered outside the page, so that they survive navigation. */
export default function App() {
  const shell = useLoaderData<typeof loadShell>();
  usePolledNews(shell);
  useHistoryTrail();
  useShortcuts();
  return (
    <>
      <LoadingBar />
      <Outlet />
      <FlashMessages flash={shell.flash ?? undefined} />
    </>
  );
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
