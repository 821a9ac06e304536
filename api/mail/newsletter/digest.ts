import { plainLine } from "../../../contract/rest/shared";
import { brandColors } from "../colors";
import { cut } from "../frame";
import { legalLinks } from "../layout";
import { plainHeader } from "../names";
import { type Locale, mailTexts } from "../texts";
import { longDate, renderLetter, shortDate } from "./render";

export interface DigestToRender {
  locale: Locale;
  /** The theme of the recipient's workspace, as stored. */
  theme: string | null;
  sections: {
    kind: "folder" | "tag" | "search";
    name: string;
    /** The whole list. */
    url: string;
    /** Ends the follow. */
    endUrl: string;
    articles: {
      title: string;
      teaser: string;
      source: string | null;
      folder: string;
      publishedAt: string;
      language: string | null;
      url: string;
    }[];
    /** The number of further articles; a lower bound if it is not exact. */
    more: number;
    isExact: boolean;
  }[];
  followingUrl: string;
  settingsUrl: string;
  /** Ends all digests. */
  unsubscribeUrl: string;
}

/** A digest in the layout of newsletters, as an HTML document and as plain text. Without pictures, which only members can open. */
export function renderDigest(
  { locale, theme, sections, followingUrl, settingsUrl, unsubscribeUrl }: DigestToRender,
  { productName, publicUrl, timeZone }: { productName: string; publicUrl: URL; timeZone: string },
): { subject: string; html: string; text: string } {
  const t = mailTexts(locale, productName);
  const [imprint, privacy] = legalLinks(t, publicUrl, locale);
  const count = sections.reduce((sum, { articles, more }) => sum + articles.length + more, 0);
  const subject = t("mail:digest.subject", { count });
  const titles = sections.flatMap(({ articles }) => articles.map(({ title }) => plainLine(title)));
  const view = {
    language: locale,
    subject,
    heading: t("mail:digest.heading"),
    preheader: cut(titles.join(" · "), 140),
    client: productName,
    logo: null,
    date: longDate(new Date().toISOString(), locale, timeZone),
    introHtml: "",
    introText: "",
    sections: sections.map(({ kind, name, url, endUrl, articles, more, isExact }) => ({
      title: t(`mail:digest.sections.${kind}`, { name: plainHeader(name) }),
      articles: articles.map(({ title, teaser, source, folder, publishedAt, language, url: articleUrl }) => ({
        blocks: [],
        title,
        source: source ?? t("mail:newsletter.ownArticle"),
        date: shortDate(publishedAt),
        teaser,
        url: articleUrl,
        mark: kind === "folder" ? null : t("mail:digest.inFolder", { folder }),
        lang: language !== null && language !== locale ? language : null,
        picture: null,
      })),
      links: [
        ...(more > 0 ? [{ text: t(isExact ? "mail:digest.more" : "mail:digest.moreThan", { count: more }), url }] : []),
        { text: t("mail:digest.end"), url: endUrl },
      ],
    })),
    lastBlocks: [],
    level: "h3",
    signature: [],
    brand: brandColors(theme),
    webUrl: null,
    folderUrl: followingUrl,
    imprintUrl: imprint?.url,
    privacyUrl: privacy?.url,
    unsubscribeUrl,
    settingsUrl,
    isPreview: false,
    rule: (line: string, sign: string) => sign.repeat(Math.min([...plainLine(line)].length, 72)),
    t: {
      readOn: t("mail:newsletter.readOn"),
      allArticles: t("mail:digest.all"),
      why: t("mail:digest.why"),
      settings: t("mail:digest.settings"),
      unsubscribe: t("mail:digest.unsubscribe"),
      imprint: imprint?.label,
      privacy: privacy?.label,
    },
  };
  return { subject, ...renderLetter(view) };
}
