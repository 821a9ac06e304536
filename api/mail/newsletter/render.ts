import { Eta } from "eta";
import type { z } from "zod";
import { isForMembers, type newsletterSchema } from "../../../contract/rest/mailings";
import { brandColors } from "../colors";
import { escaped, legalLinks } from "../layout";
import { plainLine } from "../names";
import { mailTexts } from "../texts";
import { htmlTemplate } from "./html";
import { textTemplate } from "./text";

export interface NewsletterToRender {
  id: string;
  newsletter: z.infer<typeof newsletterSchema>;
  /** The introduction as plain text. */
  introText: string;
  /** The workspace's, as it is stored. */
  theme: string | null;
}

interface Frame {
  product: string;
  publicUrl: URL;
  /** The first segment of folders' addresses. */
  productSlug: string;
  /** Of the day it was published. */
  timeZone: string;
}

/** `mail` has the mark in place of a recipient's own link, `web` and `preview` have no such link. */
export type Audience = "mail" | "preview" | "web";

/** Where the address that belongs to one recipient is put in. */
export const unsubscribeMark = "https://unsubscribe.invalid/";

const html = new Eta({ autoTrim: false, escapeFunction: (value) => escaped(String(value)) });
const writeHtml = html.compile(htmlTemplate);
const text = new Eta({ autoTrim: false, escapeFunction: (value) => plainLine(String(value)) });
const writeText = text.compile(textTemplate);

/** The newsletter as an HTML document and as plain text. */
export function renderNewsletter(
  { id, newsletter, introText, theme }: NewsletterToRender,
  { product, publicUrl, productSlug, timeZone }: Frame,
  audience: Audience,
): { html: string; text: string } {
  const { language } = newsletter;
  const t = mailTexts(language, product);
  const toUrl = (path: string) => new URL(path, publicUrl).href;
  const [imprint, privacy] = legalLinks(t, publicUrl, language);
  const { logo } = newsletter.client;
  const titles = newsletter.sections.flatMap(({ articles }) => articles.map(({ title }) => title));
  const view = {
    language,
    subject: newsletter.subject,
    preheader: cut(plainLine(introText) || titles.join(" · "), 140),
    client: newsletter.client.name,
    logo: logo && { ...logo, url: toUrl(logo.url) },
    date: longDate(newsletter.published_at, language, timeZone),
    introHtml: styled(newsletter.intro_html, brandColors(theme).light),
    introText,
    sections: newsletter.sections.map(({ tag, articles }) => ({
      title: tag?.name ?? null,
      articles: articles.map((article) => ({
        title: article.title,
        source: article.source_name ?? article.author ?? t("mail:newsletter.ownArticle"),
        date: shortDate(article.published_at),
        teaser: article.teaser,
        url: article.url,
        mark: isForMembers(article) ? t("mail:newsletter.members") : null,
        lang: article.language !== null && article.language !== language ? article.language : null,
        picture: article.picture && { ...article.picture, url: toUrl(article.picture.url) },
      })),
    })),
    /** Headings of articles stand below those of sections. */
    level: newsletter.sections.some(({ tag }) => tag) ? "h3" : "h2",
    signature: newsletter.signature?.split("\n") ?? [],
    brand: brandColors(theme),
    webUrl: toUrl(`/newsletter/${id}`),
    folderUrl: toUrl(`/${productSlug}/${newsletter.folder.id}`),
    imprintUrl: imprint?.url,
    privacyUrl: privacy?.url,
    unsubscribeUrl: audience === "mail" ? unsubscribeMark : null,
    isPreview: audience === "preview",
    rule: (line: string, sign: string) => sign.repeat(Math.min([...plainLine(line)].length, 72)),
    t: {
      inBrowser: t("mail:newsletter.inBrowser"),
      allArticles: t("mail:newsletter.allArticles"),
      why: t("mail:newsletter.why", { team: newsletter.team.name, folder: newsletter.folder.name }),
      unsubscribe: t("mail:newsletter.unsubscribe"),
      preview: t("mail:newsletter.preview"),
      imprint: imprint?.label,
      privacy: privacy?.label,
    },
  };
  return { html: html.render(writeHtml, view), text: text.render(writeText, view) };
}

/** Mail programs drop style sheets, and each has margins of its own. The introduction is sanitised: these are all the tags there are. */
function styled(introHtml: string, linkColor: string): string {
  const heading = "margin:18px 0 8px;line-height:1.3;color:#17201b";
  const styles: Record<string, string> = {
    p: "margin:0 0 14px",
    ul: "margin:0 0 14px;padding-left:24px",
    ol: "margin:0 0 14px;padding-left:24px",
    li: "margin:0 0 4px",
    blockquote: "margin:0 0 14px;padding-left:16px;border-left:3px solid #dbe1dd",
    h2: `${heading};font-size:22px`,
    h3: `${heading};font-size:20px`,
    h4: `${heading};font-size:18px`,
    h5: `${heading};font-size:18px`,
    h6: `${heading};font-size:18px`,
    table: "margin:0 0 14px;border-collapse:collapse",
    td: "padding:4px 8px;border:1px solid #dbe1dd;vertical-align:top",
    th: "padding:4px 8px;border:1px solid #dbe1dd;vertical-align:top;text-align:left",
    a: `color:${linkColor}`,
  };
  const inked = new Set(["h2", "h3", "h4", "h5", "h6"]);
  return introHtml.replace(/<([a-z][a-z0-9]*)((?:\s[^<>]*)?)>/g, (whole, name: string, attributes: string) => {
    const style = styles[name];
    if (!style) return whole;
    return `<${name}${attributes.replace(/ rel="[^"]*"/, "")} style="${style}"${inked.has(name) ? ' class="ink"' : ""}>`;
  });
}

const longDate = (moment: string, locale: "de" | "en", timeZone: string) =>
  new Intl.DateTimeFormat(locale === "de" ? "de-DE" : "en-GB", { day: "numeric", month: "long", year: "numeric", timeZone }).format(
    new Date(moment),
  );

/** `DD.MM.YY` of a day. */
const shortDate = (day: string) => day.replace(/^\d\d(\d\d)-(\d\d)-(\d\d)$/, "$3.$2.$1");

function cut(line: string, most: number): string {
  const characters = [...line];
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join("")}…`;
}
