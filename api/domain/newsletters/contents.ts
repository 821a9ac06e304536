import { withoutLevelGaps } from "../../../contract/headings";
import { limits } from "../../../contract/limits";
import {
  findImprint,
  listContents,
  listNewestContents,
  listRecipients,
  type MailingContentRow,
  type RecipientRow,
} from "../../db/newsletters/contents";
import type { MailingRow, Newsletter, VuexState } from "../../db/newsletters/drafts";
import { htmlToPlainText } from "../../html/article-html";
import { renderNewsletter } from "../../mail/newsletter/render";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { defaultLocale } from "../../texts";
import { boundedArticleHtml } from "../articles/article-html";
import { NotFound } from "../errors";
import { requireFolderPlace } from "../folders/folders";
import { isId } from "../ids";
import { displayName } from "../people/people";

export interface FolderTag {
  id: string;
  name: string;
  slug: string;
  /** The newest first. */
  contents: (MailingContentRow & { href: string })[];
}

export type Recipient = RecipientRow & { name: { full: string } };

/** The tags of a folder by name, with those of its newest articles that carry them. Throws `NotFound` and `NotAllowed`. */
export async function listFolderTags({ database: { db }, config }: Services, viewer: Viewer, folderId: string): Promise<FolderTag[]> {
  const place = await requireFolderPlace(db, viewer, folderId, "mailing:manage");
  return groupByTag(await listNewestContents(db, place, limits.mailingContents), config.publicUrl);
}

/** Whom newsletters of a folder go to, by name; throws `NotFound` and `NotAllowed`. */
export async function listMailingRecipients({ database: { db } }: Services, viewer: Viewer, folderId: string): Promise<Recipient[]> {
  const rows = await listRecipients(db, await requireFolderPlace(db, viewer, folderId, "mailing:manage"));
  return rows.map((row) => ({ ...row, name: { full: displayName(row) } }));
}

export function groupByTag(contents: readonly MailingContentRow[], publicUrl: URL): FolderTag[] {
  const tags = new Map<string, FolderTag>();
  for (const content of contents) {
    for (const { id, name, slug } of content.tags) {
      const tag = tags.get(id) ?? { id, name, slug, contents: [] };
      tag.contents.push({ ...content, href: hrefOf(content, publicUrl) });
      tags.set(id, tag);
    }
  }
  return [...tags.values()].sort((a, b) => a.name.localeCompare(b.name, "de") || a.id.localeCompare(b.id));
}

/** Where an article leads: to its source where that is opened from outside, else to the article itself. */
function hrefOf({ id, sourceUrl, external }: Pick<MailingContentRow, "id" | "sourceUrl" | "external">, publicUrl: URL): string {
  return sourceUrl !== null && external ? sourceUrl : new URL(`/contents/${id}`, publicUrl).href;
}

export interface Composition {
  newsletter: Newsletter;
  /** The articles that stand in it, in their order. */
  contents: MailingContentRow[];
  /** The workspace's theme as it is stored. */
  theme: string | null;
  logoKey: string | null;
}

/** What stands in a draft now. Pictures are those of the articles, for whoever may see these. */
export async function composeNewsletter(
  { database: { db }, config }: Pick<Services, "database" | "config">,
  { folderId, userId, vuexState }: Pick<MailingRow, "folderId" | "userId" | "vuexState">,
): Promise<Composition> {
  const imprint = await findImprint(db, { folderId, authorId: userId });
  if (!imprint) throw new NotFound();
  const sections = arrange(vuexState, await listContents(db, folderId, selectedIds(vuexState.contents)));
  const newsletter: Newsletter = {
    subject: vuexState.subject,
    language: imprint.locale ?? defaultLocale,
    published_at: new Date().toISOString(),
    client: { name: imprint.client.name, logo: null, theme: imprint.client.theme },
    folder: imprint.folder,
    team: imprint.team,
    intro_html: withoutLevelGaps(await boundedArticleHtml(vuexState.intro_text, limits.introText)),
    sections: sections.map(({ tag, contents }) => ({ tag, articles: contents.map((content) => toArticle(content, config.publicUrl)) })),
    signature: imprint.client.signature,
  };
  const { theme, logoKey } = imprint.client;
  return { newsletter, contents: sections.flatMap(({ contents }) => contents), theme, logoKey };
}

export const selectedIds = (choices: VuexState["contents"]): string[] =>
  choices.flatMap(({ id, selected }) => (selected && isId(id) ? [id] : []));

/**
 * The articles as they stand: in the order of the state, each once. One stands in a newsletter when it is selected and carries a
 * selected tag; grouped, it stands under the first of those.
 */
function arrange(state: Pick<VuexState, "tags" | "contents" | "group_by_tags">, contents: readonly MailingContentRow[]) {
  const tagIds = [...new Set(selectedIds(state.tags))];
  const byId = new Map(contents.map((content) => [content.id, content]));
  const chosen = [...new Set(selectedIds(state.contents))].flatMap((id) => byId.get(id) ?? []);
  const standing = chosen.flatMap((content) => {
    const tagId = tagIds.find((wanted) => content.tags.some(({ id }) => id === wanted));
    const tag = content.tags.find(({ id }) => id === tagId);
    return tag ? [{ content, tag }] : [];
  });
  if (!state.group_by_tags) return standing.length === 0 ? [] : [{ tag: null, contents: standing.map(({ content }) => content) }];
  return tagIds.flatMap((tagId) => {
    const ofTag = standing.filter(({ tag }) => tag.id === tagId);
    return ofTag[0] ? [{ tag: ofTag[0].tag, contents: ofTag.map(({ content }) => content) }] : [];
  });
}

function toArticle(content: MailingContentRow, publicUrl: URL): Newsletter["sections"][number]["articles"][number] {
  const { picture } = content;
  return {
    id: content.id,
    title: content.title,
    teaser: content.teaser,
    url: hrefOf(content, publicUrl),
    source_name: content.sourceName,
    author: content.author,
    published_at: content.publishedAt,
    language: content.language,
    picture: picture && { url: `/files/${picture.id}/small`, ...pictureSize, alt: picture.alt ?? "" },
  };
}

/** In CSS pixels; pictures are cut to it. */
export const pictureSize = { width: 136, height: 102 } as const;

/** The newsletter as a mail. */
export function renderMailing(
  { config }: Services,
  id: string,
  { newsletter, theme }: Pick<Composition, "newsletter" | "theme">,
  audience: Parameters<typeof renderNewsletter>[2],
) {
  const introText = htmlToPlainText(withAddresses(newsletter.intro_html));
  const { productName: product, publicUrl, productSlug, timeZone } = config;
  return renderNewsletter({ id, newsletter, introText, theme }, { product, publicUrl, productSlug, timeZone }, audience);
}

/** Plain text has no links: their addresses follow their words. */
const withAddresses = (html: string): string =>
  html.replace(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/gs, (_, url: string, words: string) =>
    words === url ? words : `${words} (${url.replace(/^mailto:/, "")})`,
  );
