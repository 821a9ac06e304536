import { withoutLevelGaps } from "../../../contract/headings";
import * as limits from "../../../contract/limits";
import { href } from "../../../contract/paths";
import { placeTextBlocks } from "../../../contract/text-blocks";
import * as store from "../../db/newsletters/newsletters";
import { findSender, listArticles, type NewsletterArticleRow } from "../../db/newsletters/sources";
import { withLinkedAddresses } from "../../html/linked-addresses";
import { renderNewsletter } from "../../mail/newsletter/render";
import { isPermitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { defaultLocale } from "../../texts";
import { boundedArticleHtml } from "../articles/article-html";
import { NotFound } from "../errors";
import { isId } from "../ids";
import { type Newsletter, selectedIds } from "./newsletters";

/**
 * A newsletter with its content, and for a draft the articles that would be left out now; `isManaged` if the viewer may edit and send it.
 */
export interface ShownNewsletter extends Newsletter {
  isManaged: boolean;
  content: store.NewsletterContent;
  htmlContent: string;
}

/** A published newsletter, or one that the viewer may edit; otherwise `undefined`. */
export async function findNewsletter(
  services: Services,
  viewer: Viewer | undefined,
  id: string,
  { withAudience }: { withAudience: boolean },
): Promise<ShownNewsletter | undefined> {
  const isCounted = withAudience && viewer !== undefined;
  const newsletter = isId(id) ? await store.findNewsletter(services.database.db, id, { withAudience: isCounted }) : undefined;
  return newsletter && show(services, viewer, newsletter);
}

/** The newsletter that a folder published last. */
export async function findLatestNewsletter(
  services: Services,
  viewer: Viewer | undefined,
  folderId: string,
): Promise<ShownNewsletter | undefined> {
  const newsletter = isId(folderId) ? await store.findLatestNewsletter(services.database.db, folderId) : undefined;
  return newsletter && show(services, viewer, newsletter);
}

async function show(services: Services, viewer: Viewer | undefined, newsletter: Newsletter): Promise<ShownNewsletter | undefined> {
  const isManaged = viewer !== undefined && isPermitted(viewer, "newsletter:manage", newsletter);
  if ((newsletter.status !== "published" || !newsletter.isClientOpen) && !isManaged) return undefined;
  const { content, htmlContent } = newsletter;
  if (content && htmlContent !== null) return { ...newsletter, isManaged, content, htmlContent };
  const { content: composed, leftOut } = await compose(services, newsletter);
  const { html } = renderNewsletter({ id: newsletter.id, content: composed }, services.config, "web");
  return { ...newsletter, isManaged, content: composed, htmlContent: html, leftOut };
}

export interface Composition {
  content: store.NewsletterContent;
  /** The articles in the order of the content. */
  articles: NewsletterArticleRow[];
  /** The chosen articles that are not in the content. */
  leftOut: store.LeftOut[];
  logoKey: string | null;
}

/** In CSS pixels; pictures are cropped to this size. */
export const pictureSize = { width: 136, height: 102 } as const;

/** The content of a draft as of now, without articles that must not be shared or no longer exist. Its pictures are those of the articles, which only members can open. */
export async function compose(
  { database: { db }, config }: Pick<Services, "database" | "config">,
  { folderId, userId, draft, articleTitles }: Pick<Newsletter, "folderId" | "userId" | "draft" | "articleTitles">,
): Promise<Composition> {
  const chosen = selectedIds(draft.contents);
  const sender = await findSender(db, { folderId, authorId: userId });
  if (!sender) throw new NotFound();
  const adaptations = new Map((draft.adaptations ?? []).map((adaptation) => [adaptation.id, adaptation]));
  const pictureIds = [...adaptations.values()].flatMap(({ picture }) => (picture && picture !== "none" ? [picture] : []));
  const stored = await listArticles(db, folderId, chosen, pictureIds);
  const found = stored.map((article) => adapted(article, adaptations.get(article.id)));
  const sections = arrange(
    draft,
    found.filter(({ shareable }) => shareable),
  );
  const articles = sections.flatMap((section) => section.articles);
  const toContent = (article: NewsletterArticleRow) => {
    const { id, title, teaser, sourceName, author, publishedAt, language } = article;
    const picture = article.picture && { url: `/files/${article.picture.id}/small`, ...pictureSize, alt: article.picture.alt ?? "" };
    return { id, title, teaser, url: hrefOf(article, config.publicUrl), sourceName, author, publishedAt, language, picture };
  };
  const { name, theme, signature, logoKey } = sender.client;
  const content: store.NewsletterContent = {
    subject: draft.subject,
    language: sender.locale ?? defaultLocale,
    publishedAt: new Date().toISOString(),
    client: { name, logo: null, theme },
    folder: sender.folder,
    team: sender.team,
    introHtml: await toShownHtml(draft.introText, limits.introText),
    sections: sections.map(({ tag, articles }) => ({ tag, articles: articles.map(toContent) })),
    textBlocks: await Promise.all(
      placeTextBlocks(draft.contents, draft.textBlocks ?? [], new Set(articles.map(({ id }) => id))).map(async ({ block, before }) => ({
        before,
        heading: block.heading,
        html: await toShownHtml(block.text, limits.textBlock),
      })),
    ),
    signature,
  };
  return { content, articles, leftOut: leftOutOf(draft, found, articleTitles), logoKey };
}

/** The article's source if it opens there, otherwise its own page. */
export function hrefOf({ id, sourceUrl, external }: Pick<NewsletterArticleRow, "id" | "sourceUrl" | "external">, publicUrl: URL): string {
  return sourceUrl !== null && external ? sourceUrl : new URL(href("article", { contentId: id }), publicUrl).href;
}

/**
 * Selected articles with a selected tag in the order of the draft, each once. Grouped, an article is in the section of its first selected
 * tag.
 */
function arrange(draft: Pick<store.Draft, "tags" | "contents" | "groupByTags">, articles: readonly NewsletterArticleRow[]) {
  const places = new Map([...new Set(selectedIds(draft.tags))].map((id, place) => [id, place]));
  const placeOf = ({ id }: { id: string }) => places.get(id) ?? 0;
  const byId = new Map(articles.map((article) => [article.id, article]));
  const chosen = [...new Set(selectedIds(draft.contents))].flatMap((id) => byId.get(id) ?? []);
  const tagged = chosen.flatMap((article) => {
    const [tag] = article.tags.filter(({ id }) => places.has(id)).sort((a, b) => placeOf(a) - placeOf(b));
    return tag ? [{ article, tag }] : [];
  });
  if (!draft.groupByTags) return tagged.length === 0 ? [] : [{ tag: null, articles: tagged.map(({ article }) => article) }];
  const sections = new Map<string, { tag: (typeof tagged)[number]["tag"]; articles: NewsletterArticleRow[] }>();
  for (const { article, tag } of tagged) {
    const section = sections.get(tag.id) ?? { tag, articles: [] };
    section.articles.push(article);
    sections.set(tag.id, section);
  }
  return [...sections.values()].sort((a, b) => placeOf(a.tag) - placeOf(b.tag));
}

/** The chosen articles of a draft that must not be sent. `found` are those of the chosen ones that are in the folder. */
function leftOutOf(draft: store.Draft, found: readonly NewsletterArticleRow[], titles: Record<string, string>): store.LeftOut[] {
  const locked = arrange(
    draft,
    found.filter(({ shareable }) => !shareable),
  ).flatMap(({ articles }) => articles);
  const known = new Set(found.map(({ id }) => id));
  const gone = [...new Set(selectedIds(draft.contents))].filter((id) => !known.has(id));
  return [
    ...locked.map(({ id, title }) => ({ id, title, reason: "not_shareable" as const })),
    ...gone.map((id) => ({ id, title: titles[id] ?? null, reason: "gone" as const })),
  ];
}

const toShownHtml = async (stored: string, longest: number): Promise<string> =>
  withLinkedAddresses(withoutLevelGaps(await boundedArticleHtml(stored, longest)));

/** The article as this newsletter shows it. Rewritten texts are in the newsletter's language. */
function adapted(
  article: NewsletterArticleRow,
  adaptation: NonNullable<store.Draft["adaptations"]>[number] | undefined,
): NewsletterArticleRow {
  if (!adaptation) return article;
  const { title, teaser, picture } = adaptation;
  return {
    ...article,
    title: title ?? article.title,
    teaser: teaser ?? article.teaser,
    language: title === null && teaser === null ? article.language : null,
    picture: picture === "none" ? null : article.picture,
  };
}
