import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { inTransaction, type Transaction } from "../db/pool";
import {
  articleCountries,
  articles,
  articleTags,
  attachments,
  clients,
  comments,
  folders,
  follows,
  notifications,
  sources,
  subscribers,
  tags,
} from "../db/schema";
import { indexArticles } from "../db/search/article-search";
import { requireTagIds } from "../db/workspace/tags";
import { hashPassword } from "../domain/auth/passwords";
import { lookInto, storeFile } from "../domain/stored-files";
import { cleanArticleHtml } from "../html/article-html";
import type { Services } from "../services";
import type { DemoArticle } from "./article-files";
import { fillPersonas, type PersonaIds, required } from "./fill-personas";
import { dayBefore, hoursAfter, momentOf } from "./moments";
import { demoSources, demoSubscribers } from "./personas";

const unreadDays = 7;

/** Relative to the working directory, because the bundler moves this module. */
const picturesFolder = resolve("api/demo/pictures");
const pictureType = { contentType: "image/webp", width: 1280, height: 720 };

type Article = DemoArticle & { id: string; folder: string; createdAt: Date };

/** Fills an empty database with the demo workspace; everybody has the same password. Does nothing if any workspace exists. */
export async function fillDemo({ database, files }: Services, password: string): Promise<void> {
  const now = new Date();
  const { demoArticles } = await import("./article-files");
  const filed = Object.entries(demoArticles).flatMap(([folder, found]) => found.map((article) => toArticle(article, folder, now)));
  // Everything slow happens before the transaction, which locks the whole embedded database.
  const [passwordHash, pictures] = await Promise.all([
    hashPassword(password),
    storePictures(files, new Set(filed.flatMap(({ picture }) => picture ?? []))),
  ]);

  await inTransaction(database, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('folda demo fill'))`);
    const [any] = await tx.select({ id: clients.id }).from(clients).limit(1);
    if (any) return;
    const ids = await fillPersonas(tx, passwordHash);
    const { clientId } = ids;
    await insertArticles(tx, ids, filed, now);
    await insertTags(tx, clientId, filed);
    await insertPictures(tx, clientId, filed, pictures);
    await insertComments(tx, ids, filed, now);
    await insertSources(tx, ids, filed, now);
    await insertSubscribers(tx, ids, now);
    await insertFollows(tx, ids);
    await setViews(tx, filed);
    await indexArticles(
      tx,
      filed.map(({ id }) => id),
    );
  });
}

function toArticle(article: DemoArticle, folder: string, now: Date): Article {
  // Spread over the hour, so that not all articles are filed on the hour.
  const minute = article.title.length % 60;
  return { ...article, id: randomUUID(), folder, createdAt: momentOf(now, article.daysAgo, article.hour, minute) };
}

interface StoredPicture {
  storageKey: string;
  fileSize: number;
}

/** Sequential: the queue for drawing rejects pictures that wait too long, and on a slow machine the product would not start. */
export async function storePictures(files: Services["files"], names: Set<string>): Promise<Map<string, StoredPicture>> {
  const stored = new Map<string, StoredPicture>();
  for (const name of names) {
    const drawing = await readFile(resolve(picturesFolder, `${name}.svg`));
    const bytes = await sharp(drawing, { density: 96 })
      .resize(pictureType.width, pictureType.height)
      .webp({ quality: 82, effort: 2 })
      .toBuffer();
    const file = await files.receive(Readable.from([bytes]));
    stored.set(name, { storageKey: await storeFile(files, file, await lookInto(file)), fileSize: file.size });
  }
  return stored;
}

async function insertArticles(tx: Transaction, { clientId, people, folders }: PersonaIds, filed: Article[], now: Date): Promise<void> {
  await tx.insert(articles).values(
    filed.map((article) => ({
      id: article.id,
      clientId,
      folderId: required(folders, article.folder),
      userId: required(people, article.by).userId,
      title: article.title,
      teaser: article.teaser,
      body: cleanArticleHtml(article.body),
      language: article.lang,
      sourceUrl: article.sourceUrl,
      sourceName: article.sourceName,
      author: article.author,
      publishedAt: dayBefore(now, article.publishedDaysAgo),
      priority: article.priority === "high" ? ("high" as const) : ("normal" as const),
      external: article.external,
      createdAt: article.createdAt,
      updatedAt: article.createdAt,
    })),
  );
  const countries = filed.flatMap(({ id: articleId, countries: codes, createdAt }) =>
    codes.map((country) => ({ articleId, clientId, country, createdAt })),
  );
  await tx.insert(articleCountries).values(countries);
}

async function insertTags(tx: Transaction, clientId: string, filed: Article[]): Promise<void> {
  const names = [...new Map(filed.flatMap((article) => article.tags.map((name) => [name.toLowerCase(), name]))).values()];
  const { ids } = await requireTagIds(tx, clientId, names);
  const idOf = new Map(names.map((name, index) => [name.toLowerCase(), ids[index] as string]));
  await tx
    .insert(articleTags)
    .values(
      filed.flatMap(({ id: articleId, tags, createdAt }) =>
        tags.map((name, position) => ({ articleId, tagId: required(idOf, name.toLowerCase()), position, createdAt })),
      ),
    );
}

async function insertPictures(tx: Transaction, clientId: string, filed: Article[], pictures: Map<string, StoredPicture>): Promise<void> {
  const rows = filed.flatMap(({ id: articleId, picture, pictureAlt: alt, pictureCaption: caption, createdAt }) => {
    const stored = picture === null ? undefined : pictures.get(picture);
    if (!stored) return [];
    const name = `${picture}.webp`;
    const file = { name, originalFilename: name, ...pictureType, ...stored };
    return [{ ...file, clientId, articleId, position: 0, alt, caption, createdAt }];
  });
  await tx.insert(attachments).values(rows);
}

async function insertComments(tx: Transaction, { clientId, people }: PersonaIds, filed: Article[], now: Date): Promise<void> {
  const rows = filed.flatMap(({ id: articleId, by: author, createdAt, comments: said }) =>
    said.map(({ by, body, hoursAfter: hours }) => ({
      id: randomUUID(),
      clientId,
      articleId,
      userId: required(people, by).userId,
      body,
      createdAt: hoursAfter(now, createdAt, hours),
      author: required(people, author).userId,
    })),
  );
  await tx.insert(comments).values(rows);
  await tx.insert(notifications).values(
    rows.flatMap(({ id: commentId, articleId, userId: actorId, createdAt, author }) => {
      if (author === actorId) return [];
      // Jana has read hers.
      const readAt = author === required(people, "jana").userId || createdAt < momentOf(now, unreadDays, 0, 0) ? createdAt : null;
      return [{ clientId, userId: author, kind: "comment" as const, actorId, subjectId: articleId, commentId, createdAt, readAt }];
    }),
  );
}

async function insertSources(tx: Transaction, { clientId, people, folders }: PersonaIds, filed: Article[], now: Date): Promise<void> {
  await tx.insert(sources).values(
    demoSources.map(({ folder, by, ...source }) => ({
      ...source,
      clientId,
      folderId: required(folders, folder),
      userId: required(people, by).userId,
      address: new URL("feed.xml", source.siteUrl).href,
      fullText: false,
      fetchedAt: now,
      nextFetchAt: null,
      filed: filed.filter((article) => article.folder === folder && article.sourceName === source.title).length,
    })),
  );
}

async function insertSubscribers(tx: Transaction, { clientId, folders: ids }: PersonaIds, now: Date): Promise<void> {
  const folderId = required(ids, demoSubscribers.folder);
  await tx.update(folders).set({ subscribable: true }).where(eq(folders.id, folderId));
  await tx.insert(subscribers).values(
    demoSubscribers.people.map(({ email, daysAgo, isConfirmed }) => {
      const consentAt = momentOf(now, daysAgo, 9, 30);
      return {
        clientId,
        folderId,
        email,
        locale: "de" as const,
        consent: demoSubscribers.consent,
        consentAt,
        confirmedAt: isConfirmed ? consentAt : null,
      };
    }),
  );
}

async function insertFollows(tx: Transaction, { clientId, people, folders }: PersonaIds): Promise<void> {
  const { userId } = required(people, "anna");
  const [tag] = await tx.select({ id: tags.id }).from(tags).where(eq(tags.slug, "nordkorridor"));
  await tx
    .insert(follows)
    .values([
      { clientId, userId, folderId: required(folders, "presseschau") },
      { clientId, userId, name: "Wichtiges zu Weichen", query: { term: "Weiche", priority: "high" } },
      ...(tag ? [{ clientId, userId, tagId: tag.id }] : []),
    ]);
}

async function setViews(tx: Transaction, filed: Article[]): Promise<void> {
  const ids = filed.map(({ id }) => id);
  const views = filed.map((article) => article.views);
  await tx.execute(sql`
    update article_stats set views = seen.views
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(views)}::int[]) as seen (id, views) where article_id = seen.id`);
}
