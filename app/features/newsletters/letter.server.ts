import { config } from "~/config.server";
import { dayText } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import type { LetterContent } from "~/ui/letter";
import type { ShownNewsletter } from "~/upstream/newsletter-drafts.server";
import { isForMembers } from "../../../contract/rest/mailings";

const longDay = { day: "numeric", month: "long", year: "numeric" } as const;

/** A newsletter formatted for display, with dates in its own language. */
export function toLetter(content: ShownNewsletter["content"]): LetterContent {
  const { language, subject, introHtml, publishedAt, client, sections, textBlocks, signature } = content;
  const t = translator(language);
  const blocksBefore = (articleId: string | null) =>
    textBlocks.flatMap(({ before, heading, html }) => (before === articleId ? [{ heading, html }] : []));
  return {
    language,
    subject: subject || t("newsletterPage:untitled"),
    date: {
      iso: publishedAt,
      text: new Intl.DateTimeFormat(language, { ...longDay, timeZone: config.timeZone }).format(new Date(publishedAt)),
    },
    client,
    introHtml,
    sections: sections.map(({ tag, articles }) => ({
      name: tag?.name ?? null,
      articles: articles.map(({ id, title, teaser, url, sourceName, publishedAt: day, language: lang, picture }) => ({
        textBlocks: blocksBefore(id),
        id,
        title,
        teaser,
        url,
        source: sourceName ?? t("newsletterPage:own"),
        date: dayText(day),
        language: lang,
        picture,
        mark: isForMembers({ id, url }) ? t("newsletterPage:members") : null,
      })),
    })),
    textBlocks: blocksBefore(null),
    signature,
  };
}
