import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { config } from "~/config.server";
import { fieldsOf, translated } from "~/forms/form-state";
import { newForm } from "~/forms/read-form.server";
import { absoluteUrl } from "~/http/absolute-url.server";
import { answerPage } from "~/http/page-cache.server";
import { setSecurityHeaders } from "~/http/security-headers.server";
import type { Locale } from "~/i18n/locale";
import { translator } from "~/i18n/resources.server";
import { cardOf } from "~/layouts/public-meta";
import { toColors } from "~/session/branding";
import { framesOf } from "~/session/webview.server";
import stylesheet from "~/styles/newsletter-page.css?url";
import { Empty } from "~/ui/empty";
import { Letter, type LetterContent } from "~/ui/letter";
import { Logo } from "~/ui/logo";
import type { ShownNewsletter } from "~/upstream/newsletter-drafts.server";
import type { SubscriptionForm as SubscriptionNames } from "~/upstream/subscribers.server";
import { href, pagePaths } from "../../../contract/paths";
import { serverHref } from "../../../contract/paths.server";
import { pictureDensity } from "../../../contract/rest/mailings";
import { readTheme } from "../../../contract/theme";
import { toLetter } from "./letter.server";
import { SubscriptionForm, subscriptionTyped } from "./subscription-form";
import { subscriptionFormSchema } from "./subscription-form.server";

type Scheme = "light" | "dark";

interface Shown {
  locale: Locale;
  title: string;
  /** A line above a newsletter that is not published. */
  note?: string;
  /** Forces a colour scheme, for previews; otherwise the reader's applies. */
  scheme?: Scheme;
  /** The workspace's theme, as stored. */
  theme?: string | null;
  /** The folder whose other newsletters the page links. */
  place?: Place;
  /** Metadata for link previews on other sites; only for public pages. */
  card?: { description: string; path: string; picture?: { url: string; width: number; height: number; alt: string } };
  children: ReactNode;
}

/** The parameters of the paths of a folder's newsletters. */
interface Place {
  product: string;
  folderId: string;
}

/** A newsletter as a standalone page, independent of the viewer and without scripts. */
export function newsletterPage(
  letter: LetterContent,
  locale: Locale,
  {
    status = "published",
    scheme,
    theme,
    id,
    place,
    form,
  }: {
    status?: ShownNewsletter["status"];
    scheme?: Scheme;
    theme?: string | null;
    id?: string;
    place?: Place;
    form?: ReactNode;
  } = {},
): string {
  const card = id === undefined ? undefined : cardOfLetter(letter, href("newsletter", { newsletterId: id }));
  const note = status === "published" || scheme ? undefined : translator(locale)(`newsletterPage:${status}`);
  return documentOf({
    locale,
    title: letter.subject,
    note,
    scheme,
    theme,
    card,
    place,
    children: (
      <>
        <Letter letter={letter} />
        {form}
      </>
    ),
  });
}

type PublishedNewsletter = Pick<ShownNewsletter, "id" | "content" | "subscription">;

/** A published newsletter as a page for everyone. */
function publishedPage({ id, content, subscription }: PublishedNewsletter): string {
  const place = { product: config.product.slug, folderId: content.folder.id };
  const form = subscription && <Subscription locale={content.language} folderId={content.folder.id} {...subscription} />;
  return newsletterPage(toLetter(content), content.language, { theme: content.client.theme, id, place, form });
}

/** The link preview: the first headlines and the first picture. */
function cardOfLetter({ client, sections }: LetterContent, path: string): NonNullable<Shown["card"]> {
  const articles = sections.flatMap((section) => section.articles);
  const headlines = articles.slice(0, 3).map(({ title }) => title);
  const picture = articles.find((article) => article.picture)?.picture ?? undefined;
  return {
    description: `${client.name}: ${headlines.join(" · ")}`.slice(0, 300),
    path,
    picture: picture && {
      url: picture.url,
      width: picture.width * pictureDensity,
      height: picture.height * pictureDensity,
      alt: picture.alt || headlines[0] || "",
    },
  };
}

/** The page of a folder that has not published a newsletter yet. */
export function noNewsletterPage(locale: Locale, subscription?: SubscriptionProps): string {
  const t = translator(locale);
  const title = t("newsletterPage:none.title");
  return documentOf({
    locale,
    title,
    children: (
      <>
        <h1 className="vh">{title}</h1>
        <Empty icon="newsletter" title={title}>
          {t("newsletterPage:none.text")}
        </Empty>
        {subscription ? <Subscription locale={locale} {...subscription} /> : null}
      </>
    ),
  });
}

type SubscriptionProps = SubscriptionNames & { folderId: string };

/** The form replaces a page that frames this one, because the page that it leads to must not be framed. */
function Subscription({ locale, folderId, folder, client }: SubscriptionProps & { locale: Locale }) {
  const t = translator(locale);
  const fields = fieldsOf(newForm(subscriptionFormSchema), translated(subscriptionTyped, t));
  return (
    <section className="section stack limit" aria-labelledby="subscribe">
      <h2 id="subscribe">{t("newsletterPage:subscribe.title")}</h2>
      <SubscriptionForm
        fields={fields}
        locale={locale}
        texts={{
          consent: t("newsletterPage:subscribe.consent", { folder: folder.name, client: client.name }),
          privacy: t("newsletterPage:subscribe.privacy"),
          submit: t("newsletterPage:subscribe.submit"),
        }}
        action={`${href("subscriptionNew", { product: config.product.slug, folderId })}?locale=${locale}`}
        target="_top"
      />
    </section>
  );
}

/** The page of a newsletter that does not exist or may not be seen. */
export function missingPage(locale: Locale): string {
  const t = translator(locale);
  const title = t("shell:errors.notFound.title");
  return documentOf({
    locale,
    title,
    children: (
      <div className="lost">
        <h1>{title}</h1>
        <p>{t("newsletterPage:missing")}</p>
      </div>
    ),
  });
}

export function documentOf({ locale, title, note, scheme, theme, place, card, children }: Shown): string {
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
        {place ? <link rel="alternate" type="application/atom+xml" href={serverHref("newsletterFeed", place)} /> : null}
        {card ? <Card locale={locale} title={title} card={card} /> : null}
        <link rel="stylesheet" href={stylesheet} />
        {colors ? <link rel="stylesheet" href={href("themeStyles", { file: `${colors}.css` })} /> : null}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <div className="page">
          <header className="nav">
            <div className="wrap nav-in">
              <a className="logo" href={href("home")} aria-label={t("shell:logo.visitor", { product: name })}>
                <Logo />
                {name}
              </a>
            </div>
          </header>
          <main className="main wrap" id="inhalt">
            {note ? (
              <p className="notice warning plain" role="note">
                {note}
              </p>
            ) : null}
            {children}
          </main>
          <footer className="footer">
            <div className="wrap">
              {place ? (
                <>
                  <a href={serverHref("newsletterArchive", place)}>{t("newsletterPage:archive.all")}</a>{" "}
                  <a href={serverHref("newsletterFeed", place)}>{t("newsletterPage:archive.feed")}</a>{" "}
                </>
              ) : null}
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

function Card({ locale, title, card }: Pick<Shown, "locale" | "title"> & { card: NonNullable<Shown["card"]> }) {
  const { description, path, picture } = card;
  const url = absoluteUrl(path);
  const properties = {
    ...cardOf({ type: "article", site: config.product.name, title, description, url, locale, picture }),
    ...(picture ? { "og:image:alt": picture.alt } : {}),
  };
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      {Object.entries(properties).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      {/* The pictures of articles are too small for a large card. */}
      <meta name="twitter:card" content={picture ? "summary" : "summary_large_image"} />
    </>
  );
}

/** The response with a page that depends on the viewer and must not be cached: a draft, or a message that there is nothing to see. */
export function answerPrivately(request: Request, html: string, locale: Locale, status = 200): Response {
  const headers = headersOf(locale, framesOf(request));
  headers.set("X-Robots-Tag", "noindex");
  headers.set("Cache-Control", "private, no-store");
  return new Response(html, { status, headers });
}

/** How long caches may serve a published newsletter without revalidating, in seconds. It never changes, but it can be deleted. */
const freshSeconds = 60;

/**
 * The publicly cacheable response with the newsletter published at this path; `undefined` if there is none. It does not depend on the
 * viewer, so any site that the configuration allows to frame the product may frame it.
 */
export async function answerPublished(
  request: Request,
  path: string,
  find: () => Promise<PublishedNewsletter | undefined>,
): Promise<Response | undefined> {
  return answerPublic(request, path, async () => {
    const newsletter = await find();
    return newsletter && { text: publishedPage(newsletter), language: newsletter.content.language };
  });
}

/** The publicly cacheable response with a document about published newsletters; `undefined` if there is none. */
export async function answerPublic(
  request: Request,
  path: string,
  render: () => Promise<{ text: string; language: Locale; type?: string } | undefined>,
): Promise<Response | undefined> {
  return answerPage(request, path, async () => {
    const document = await render();
    if (!document) return undefined;
    const headers = headersOf(document.language, config.webview.frameOrigins, document.type);
    if (!config.newslettersIndexed) headers.set("X-Robots-Tag", "noindex");
    headers.set("Cache-Control", `public, max-age=${freshSeconds}, stale-while-revalidate=${freshSeconds * 10}`);
    return { html: document.text, headers };
  });
}

function headersOf(locale: Locale, frames: readonly string[], type = "text/html"): Headers {
  const headers = new Headers({ "Content-Type": `${type}; charset=utf-8`, "Content-Language": locale });
  setSecurityHeaders(headers, undefined, { frames: ["'self'", ...frames] });
  return headers;
}
