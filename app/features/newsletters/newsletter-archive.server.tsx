import { config } from "~/config.server";
import { dayOfMoment } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { DateText } from "~/ui/date-text";
import type { NewsletterArchive } from "~/upstream/newsletters.server";
import { href } from "../../../contract/paths";
import { serverHref } from "../../../contract/paths.server";
import { documentOf } from "./newsletter-page.server";

export const titleOf = ({ folder, client }: Pick<NewsletterArchive, "folder" | "client">): string => `${folder} – ${client}`;

/** The published newsletters of a folder as a standalone page, without scripts: the newest ones, or those of `year`. */
export function archivePage(archive: NewsletterArchive, folderId: string, year: string | undefined): string {
  const { language: locale, theme, years, issues, client, folder } = archive;
  const t = translator(locale);
  const place = { product: config.product.slug, folderId };
  const heading = year === undefined ? t("newsletterPage:archive.title", { folder }) : t("newsletterPage:archive.ofYear", { folder, year });
  const children = (
    <section className="letter">
      <header className="masthead">
        <p className="kicker">{client}</p>
        <h1 dir="auto">{heading}</h1>
        <nav className="cluster" aria-label={t("newsletterPage:archive.years")}>
          <YearLink to={serverHref("newsletterArchive", place)} isCurrent={year === undefined}>
            {t("newsletterPage:archive.newest")}
          </YearLink>
          {years.map((one) => (
            <YearLink key={one} to={serverHref("newsletterYear", { ...place, year: String(one) })} isCurrent={year === String(one)}>
              {String(one)}
            </YearLink>
          ))}
        </nav>
      </header>
      {issues.map(({ id, subject, publishedAt, language, headlines }) => (
        <article className="letter-item" key={id} lang={language === locale ? undefined : language}>
          <div>
            <p className="kicker">
              <DateText date={dayOfMoment(publishedAt)} />
            </p>
            <h2 className="letter-title" dir="auto">
              <a href={href("newsletter", { newsletterId: id })}>{subject}</a>
            </h2>
            <p dir="auto">{headlines.join(" · ")}</p>
          </div>
        </article>
      ))}
    </section>
  );
  return documentOf({ locale, title: `${heading} – ${client}`, theme, place, children });
}

function YearLink({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: string }) {
  return isCurrent ? <b aria-current="page">{children}</b> : <a href={to}>{children}</a>;
}
