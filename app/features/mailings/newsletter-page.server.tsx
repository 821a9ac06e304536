import { createHash } from "node:crypto";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { config } from "~/config.server";
import { setSecurityHeaders } from "~/http/security-headers.server";
import type { Locale } from "~/i18n/locale";
import { translator } from "~/i18n/resources.server";
import { href, pagePaths } from "~/paths";
import { toColors } from "~/session/look";
import stylesheet from "~/styles/folda.css?url";
import newsletterStylesheet from "~/styles/newsletter.css?url";
import { Empty } from "~/ui/empty";
import { Letter, type LetterContent } from "~/ui/letter";
import { Logo } from "~/ui/logo";
import { readTheme } from "../../../contract/theme";

type Scheme = "light" | "dark";

interface Shown {
  locale: Locale;
  title: string;
  /** Over the newsletter of a draft. */
  note?: string;
  /** Held to one, where a preview shows it; else the reader's. */
  scheme?: Scheme;
  /** The workspace's, as it stores it. */
  theme?: string | null;
  children: ReactNode;
}

/** A newsletter as a page of its own: nothing in it depends on who asks, and nothing runs. */
export function newsletterPage(
  letter: LetterContent,
  locale: Locale,
  { isDraft = false, scheme, theme }: { isDraft?: boolean; scheme?: Scheme; theme?: string | null } = {},
): string {
  const note = isDraft && !scheme ? translator(locale)("newsletters:draft") : undefined;
  return documentOf({ locale, title: letter.subject, note, scheme, theme, children: <Letter letter={letter} /> });
}

/** In its place, where a folder has published none yet. */
export function noNewsletterPage(locale: Locale): string {
  const t = translator(locale);
  const title = t("newsletters:none.title");
  return documentOf({
    locale,
    title,
    children: (
      <>
        <h1 className="vh">{title}</h1>
        <Empty icon="newsletter" title={title}>
          {t("newsletters:none.text")}
        </Empty>
      </>
    ),
  });
}

/** In place of one that is not there, or not to be seen. */
export function missingPage(locale: Locale): string {
  const t = translator(locale);
  const title = t("shell:errors.notFound.title");
  return documentOf({
    locale,
    title,
    children: (
      <div className="lost">
        <h1>{title}</h1>
        <p>{t("newsletters:missing")}</p>
      </div>
    ),
  });
}

function documentOf({ locale, title, note, scheme, theme, children }: Shown): string {
  const t = translator(locale);
  const { name } = config.product;
  const colors = toColors(readTheme(theme));
  const page = (
    <html lang={locale} className={scheme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} – ${name}`}</title>
        <link rel="stylesheet" href={stylesheet} />
        <link rel="stylesheet" href={newsletterStylesheet} />
        {colors ? <link rel="stylesheet" href={href("themeStyles", { file: `${colors}.css` })} /> : null}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <div className="page">
          <header className="nav">
            <div className="wrap nav-in">
              <a className="logo" href={href("home", {})} aria-label={t("shell:logo.visitor", { product: name })}>
                <Logo />
                {name}
              </a>
            </div>
          </header>
          <main className="main wrap" id="inhalt">
            {note ? (
              <p className="notice warning plain letter-note" role="note">
                {note}
              </p>
            ) : null}
            {children}
          </main>
          <footer className="footer">
            <div className="wrap">
              <a href={pagePaths.imprint[locale]}>{t("pages:links.imprint")}</a>{" "}
              <a href={pagePaths.privacy[locale]}>{t("pages:links.privacy")}</a>
            </div>
          </footer>
        </div>
      </body>
    </html>
  );
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}

/** Seconds that caches keep a published newsletter without asking: it never changes, but it can be deleted. */
const freshSeconds = 60;

/**
 * The answer with such a page. What everybody may see is everybody's to keep for a moment, and asked for by its tag; a draft is
 * nobody's to keep.
 */
export function answerPage(request: Request, html: string, { isPublic, status = 200 }: { isPublic: boolean; status?: number }): Response {
  const headers = new Headers({ "Content-Type": "text/html; charset=utf-8" });
  if (!isPublic || !config.newslettersIndexed) headers.set("X-Robots-Tag", "noindex");
  setSecurityHeaders(headers, undefined, { isFramed: true });
  if (!isPublic) {
    headers.set("Cache-Control", "private, no-store");
    return new Response(html, { status, headers });
  }
  const tag = `"${createHash("sha256").update(html).digest("base64url").slice(0, 27)}"`;
  headers.set("ETag", tag);
  headers.set("Cache-Control", `public, max-age=${freshSeconds}, stale-while-revalidate=${freshSeconds * 10}`);
  const known = request.headers.get("If-None-Match")?.split(",");
  // A proxy that compresses makes a tag weak.
  const isAsBefore = known?.some((asked) => asked.trim().replace(/^W\//, "") === tag);
  return isAsBefore ? new Response(null, { status: 304, headers }) : new Response(html, { status, headers });
}

/** Milliseconds that a page is kept in this process: many read a newsletter in the minutes after it was sent. */
const keptMs = 5_000;
const mostKept = 100;
const kept = new Map<string, { until: number; html: string }>();

/** The page of what everybody may see, made anew every few seconds; `undefined`, which is never kept, where there is none. */
export async function keptPage(key: string, make: () => Promise<string | undefined>): Promise<string | undefined> {
  const found = kept.get(key);
  if (found && found.until > Date.now()) return found.html;
  kept.delete(key);
  const html = await make();
  if (html === undefined) return undefined;
  for (const oldest of kept.keys()) if (kept.size >= mostKept) kept.delete(oldest);
  kept.set(key, { until: Date.now() + keptMs, html });
  return html;
}
