import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { config } from "~/config.server";
import { setSecurityHeaders } from "~/http/security-headers.server";
import type { Locale } from "~/i18n/locale";
import stylesheet from "~/styles/folda.css?url";

interface BlankPage {
  locale: Locale;
  title: string;
  children: ReactNode;
}

/** A page in the blank layout, without navigation and scripts. */
export function blankPage(
  { locale, title, children }: BlankPage,
  { frames = [], headers = new Headers() }: { frames?: readonly string[]; headers?: Headers } = {},
): Response {
  const page = (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{`${title} – ${config.product.name}`}</title>
        <link rel="stylesheet" href={stylesheet} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <div className="page">
          <main className="main wrap">{children}</main>
        </div>
      </body>
    </html>
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Language", locale);
  setSecurityHeaders(headers, undefined, { frames });
  return new Response(`<!doctype html>${renderToStaticMarkup(page)}`, { headers });
}
