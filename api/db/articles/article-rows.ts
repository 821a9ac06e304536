import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Viewer } from "../../permissions/viewer";
import { readersName, visibleFolders } from "../folders/folders";
import { personColumns } from "../people/users";
import type { Queryable } from "../pool";
import { articleCountries, articleStats, articles, articleTags, attachments, folders, sources, tags, teams, users } from "../schema";

export interface TagRow {
  id: string;
  name: string;
  slug: string;
}

export interface AttachmentRow {
  id: string;
  name: string;
  contentType: string;
  /** Bytes. */
  fileSize: number;
  originalFilename: string;
  isRemote: boolean;
  width: number | null;
  height: number | null;
  alt: string | null;
  caption: string | null;
}

export type SummaryRow = Awaited<ReturnType<typeof selectSummaries>>[number];
export type ArticleRow = Awaited<ReturnType<typeof selectArticles>>[number];

/** Articles as lists show them, without their bodies. */
export function selectSummaries(db: Queryable, viewer: Viewer, where: SQL, order: SQL) {
  return db
    .select({ ...summaryColumns, subscription: subscriptionFor(viewer) })
    .from(articles)
    .innerJoin(articleStats, eq(articleStats.articleId, articles.id))
    .innerJoin(folders, eq(folders.id, articles.folderId))
    .innerJoin(teams, eq(teams.id, folders.teamId))
    .innerJoin(users, eq(users.id, articles.userId))
    .where(where)
    .orderBy(order);
}

/** Articles with all their fields. */
export function selectArticles(db: Queryable, viewer: Viewer, where: SQL) {
  return db
    .select({ ...summaryColumns, ...detailColumns, subscription: subscriptionFor(viewer) })
    .from(articles)
    .innerJoin(articleStats, eq(articleStats.articleId, articles.id))
    .innerJoin(folders, eq(folders.id, articles.folderId))
    .innerJoin(teams, eq(teams.id, folders.teamId))
    .innerJoin(users, eq(users.id, articles.userId))
    .where(where);
}

const attachmentJson = sql.raw(`json_build_object(
  'id', f.id, 'name', f.name, 'contentType', f.content_type, 'fileSize', f.file_size, 'originalFilename', f.original_filename,
  'isRemote', f.is_remote, 'width', f.width, 'height', f.height, 'alt', f.alt, 'caption', f.caption)`);

const { teaser, body, lockVersion, userId: _, idempotencyKey: __, ...fields } = getTableColumns(articles);

const summaryColumns = {
  ...fields,
  teaserText: teaser,
  views: articleStats.views,
  commentsCount: articleStats.commentsCount,
  folder: { id: folders.id, name: folders.name, readersName, purpose: folders.purpose },
  team: { id: teams.id, name: teams.name, slug: teams.slug, visibility: teams.visibility },
  user: personColumns,
  tags: sql<TagRow[]>`coalesce((
    select json_agg(json_build_object('id', t.id, 'name', t.name, 'slug', t.slug) order by x.position)
    from ${articleTags} x join ${tags} t on t.id = x.tag_id where x.article_id = ${articles.id}), '[]')`,
  picture: sql<AttachmentRow | null>`(
    select ${attachmentJson} from ${attachments} f
    where f.article_id = ${articles.id} and f.content_type like 'image/%' order by f.position limit 1)`,
};

/** The source that filed an article, if the viewer sees the source's folder. */
const subscriptionFor = (viewer: Viewer) => sql<{ id: string; title: string } | null>`(
  select json_build_object('id', s.id, 'title', s.title) from ${sources} s
  where s.id = ${articles.sourceId} and s.client_id = ${articles.clientId} and s.folder_id in (${visibleFolders(viewer)}))`;

/** Characters of a body to read. Bodies that earlier versions stored can be longer, and decoding them would block the event loop. */
const mostOfBody = 16_000_000;

const detailColumns = {
  body: sql<string>`left(${body}, ${sql.raw(String(mostOfBody))})`,
  lockVersion,
  countries: sql<string[]>`array(
    select c.country from ${articleCountries} c where c.article_id = ${articles.id} order by c.country)`,
  attachments: sql<AttachmentRow[]>`coalesce((
    select json_agg(${attachmentJson} order by f.position) from ${attachments} f where f.article_id = ${articles.id}), '[]')`,
};
