import { Eta } from "eta";
import type { z } from "zod";
import { href } from "../../../contract/paths";
import { isForMembers, type newsletterSchema } from "../../../contract/rest/mailings";
import { plainLine } from "../../../contract/rest/shared";
import type { Camel } from "../../../contract/wire";
import { htmlToPlainText } from "../../html/article-html";
import { tokensOf } from "../../html/tokens";
import { brandColors } from "../colors";
import { cut } from "../frame";
import { escaped, legalLinks } from "../layout";
import { mailTexts } from "../texts";
import { htmlTemplate } from "./html";
import { textTemplate } from "./text";

export interface NewsletterToRender {
  id: string;
  content: Camel<z.input<typeof newsletterSchema>>;
}

interface Product {
  productName: string;
  publicUrl: URL;
  /** The first segment of folders' addresses. */
  productSlug: string;
  /** Of the day it was published. */
  timeZone: string;
}

/** `mail` has the mark in place of a recipient's own link, `web` and `preview` have no such link. */
export type Variant = "mail" | "preview" | "web";

/** Replaced by the recipient's own link. */
export const unsubscribeMark = "https://unsubscribe.invalid/";

const html = new Eta({ autoTrim: false, escapeFunction: (value) => escaped(String(value)) });
const writeHtml = html.compile(htmlTemplate);
const text = new Eta({ autoTrim: false, escapeFunction: (value) => plainLine(String(value)) });
const writeText = text.compile(textTemplate);

/** The newsletter as an HTML document and as plain text. */
export function renderNewsletter(
  { id, content }: NewsletterToRender,
  { productName, publicUrl, productSlug, timeZone }: Product,
  variant: Variant,
): { html: string; text: string } {
  const { language } = content;
  const t = mailTexts(language, productName);
  const toUrl = (path: string) => new URL(path, publicUrl).href;
  const [imprint, privacy] = legalLinks(t, publicUrl, language);
  const { logo } = content.client;
  const colors = brandColors(content.client.theme ?? null);
  const introText = htmlToPlainText(withAddresses(content.introHtml));
  const titles = content.sections.flatMap(({ articles }) => articles.map(({ title }) => title));
  const blocksBefore = (id: string | null) =>
    (content.textBlocks ?? []).flatMap(({ before, heading, html: blockHtml }) =>
      before === id ? [{ heading, html: styled(blockHtml, colors.light), text: htmlToPlainText(withAddresses(blockHtml)) }] : [],
    );
  const view = {
    language,
    subject: variant === "preview" ? previewSubject(content, productName) : content.subject,
    heading: content.subject,
    preheader: cut(plainLine(introText) || titles.join(" · "), 140),
    client: content.client.name,
    logo: logo && { ...logo, url: toUrl(logo.url) },
    date: longDate(content.publishedAt, language, timeZone),
    introHtml: styled(content.introHtml, colors.light),
    introText,
    sections: content.sections.map(({ tag, articles }) => ({
      title: tag?.name ?? null,
      articles: articles.map((article) => ({
        blocks: blocksBefore(article.id),
        title: article.title,
        source: article.sourceName ?? article.author ?? t("mail:newsletter.ownArticle"),
        date: shortDate(article.publishedAt),
        teaser: article.teaser,
        url: article.url,
        mark: isForMembers(article) ? t("mail:newsletter.members") : null,
        lang: article.language !== null && article.language !== language ? article.language : null,
        picture: article.picture && { ...article.picture, url: toUrl(article.picture.url) },
      })),
    })),
    lastBlocks: blocksBefore(null),
    /** Articles are one level below sections. */
    level: content.sections.some(({ tag }) => tag) ? "h3" : "h2",
    signature: content.signature?.split("\n") ?? [],
    brand: colors,
    // Readers of a preview could not open them.
    webUrl: variant === "preview" ? null : toUrl(href("newsletter", { newsletterId: id })),
    folderUrl: variant === "preview" ? null : toUrl(`/${productSlug}/${content.folder.id}`),
    imprintUrl: imprint?.url,
    privacyUrl: privacy?.url,
    unsubscribeUrl: variant === "mail" ? unsubscribeMark : null,
    isPreview: variant === "preview",
    rule: (line: string, sign: string) => sign.repeat(Math.min([...plainLine(line)].length, 72)),
    t: {
      inBrowser: t("mail:newsletter.inBrowser"),
      readOn: t("mail:newsletter.readOn"),
      allArticles: t("mail:newsletter.allArticles"),
      why: t("mail:newsletter.why", { team: content.team.name, folder: content.folder.name }),
      unsubscribe: t("mail:newsletter.unsubscribe"),
      preview: t("mail:newsletter.preview"),
      imprint: imprint?.label,
      privacy: privacy?.label,
    },
  };
  return renderLetter(view);
}

/** The layout of newsletters as an HTML document and as plain text. */
export const renderLetter = (view: object): { html: string; text: string } => ({
  html: html.render(writeHtml, view),
  text: text.render(writeText, view),
});

/** The subject of a preview. */
export const previewSubject = ({ subject, language }: Pick<NewsletterToRender["content"], "subject" | "language">, productName: string) =>
  mailTexts(language, productName)("mail:newsletter.previewSubject", { subject });

/** Plain text has no links: each link's address follows its words. */
const withAddresses = (html: string): string =>
  html.replace(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/gs, (_, url: string, words: string) =>
    words === url ? words : `${words} (${url.replace(/^mailto:/, "")})`,
  );

/** Inline styles, because mail programs drop style sheets and have different margins. Sanitised HTML has no other tags. */
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
  return Array.from(tokensOf(introHtml), (token) => {
    const style = token.kind === "open" && styles[token.name];
    if (!style) return token.source;
    const { name, attributes } = token;
    return `<${name}${attributes.replace(/ rel="[^"]*"/, "")} style="${style}"${inked.has(name) ? ' class="ink"' : ""}>`;
  }).join("");
}

export const longDate = (moment: string, locale: "de" | "en", timeZone: string) =>
  new Intl.DateTimeFormat(locale === "de" ? "de-DE" : "en-GB", { day: "numeric", month: "long", year: "numeric", timeZone }).format(
    new Date(moment),
  );

/** `DD.MM.YY` of a day. */
export const shortDate = (day: string) => day.replace(/^\d\d(\d\d)-(\d\d)-(\d\d)$/, "$3.$2.$1");
