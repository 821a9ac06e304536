import { createHash, randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { serverHref } from "../../../contract/paths.server";
import { pictureDensity as density } from "../../../contract/rest/mailings";
import { drawingWorker } from "../../config";
import type { NewsletterContent } from "../../db/newsletters/newsletters";
import { findPicture, insertPictures, listPictures, type NewPicture, type PictureRow } from "../../db/newsletters/pictures";
import { readForMail } from "../../files/drawing";
import type { StoredFile } from "../../files/store";
import type { Services } from "../../services";
import { NotFound } from "../errors";
import { requireId } from "../ids";
import { toFileKey } from "../stored-files";
import { type Composition, pictureSize } from "./compose";
import type { Newsletter } from "./newsletters";

const logoSize = { width: 200, height: 40 };

/**
 * The content with pictures that outlive its articles and that anyone with the newsletter can open. Missing ones are drawn; one that
 * cannot be drawn is left out.
 */
export async function withOwnPictures(
  services: Services,
  newsletter: Pick<Newsletter, "id" | "clientId">,
  { content, articles, logoKey }: Composition,
): Promise<NewsletterContent> {
  const keyOf = new Map(articles.flatMap(({ id, picture }) => (picture ? [[id, picture.storageKey] as const] : [])));
  const own = await requirePictures(services, newsletter, [...new Set(keyOf.values())], logoKey);
  const toPicture = (key: string | null | undefined, alt: string) => {
    const picture = own.get(key ?? "");
    if (!picture) return null;
    const { id, width, height } = picture;
    return {
      url: serverHref("newsletterPicture", { pictureId: id }),
      width: Math.round(width / density),
      height: Math.round(height / density),
      alt,
    };
  };
  return {
    ...content,
    client: { ...content.client, logo: toPicture(logoKey, content.client.name) },
    sections: content.sections.map((section) => ({
      ...section,
      articles: section.articles.map((article) => ({ ...article, picture: toPicture(keyOf.get(article.id), article.picture?.alt ?? "") })),
    })),
  };
}

/** A newsletter's pictures by the files they are drawn from; draws those that are missing. */
async function requirePictures(
  { database: { db }, files }: Services,
  { id: newsletterId, clientId }: Pick<Newsletter, "id" | "clientId">,
  photoKeys: string[],
  logoKey: string | null,
): Promise<Map<string, PictureRow>> {
  const known = await listPictures(db, newsletterId);
  const wanted = [
    ...photoKeys.map((key) => ({ key, file: toFileKey(key, "small"), kind: "photo" as const, size: pictureSize })),
    ...(logoKey === null ? [] : [{ key: logoKey, file: logoKey, kind: "logo" as const, size: logoSize }]),
  ];
  const drawn: NewPicture[] = [];
  // Sequential: pictures are drawn one at a time, and only a few may wait.
  for (const { key, file, kind, size } of wanted.filter((one) => !known.has(one.key))) {
    const stored = await files.open(file);
    if (!stored) continue;
    const task = { source: await buffer(stored.stream), kind, size: { width: size.width * density, height: size.height * density } };
    const picture = await readForMail(task, drawingWorker);
    if (!picture) continue;
    const { bytes, contentType, width, height } = picture;
    const storageKey = `${createHash("sha256").update(bytes).digest("hex")}-${randomBytes(8).toString("hex")}`;
    await files.put(storageKey, bytes);
    drawn.push({ clientId, newsletterId, sourceKey: key, storageKey, contentType, width, height });
  }
  await insertPictures(db, drawn);
  return listPictures(db, newsletterId);
}

/** A picture's file, for anyone who knows its id. Throws `NotFound`. */
export async function openNewsletterPicture(
  { database, files }: Services,
  id: string,
): Promise<{ file: StoredFile; contentType: string; storageKey: string }> {
  const picture = await findPicture(database.db, requireId(id));
  const file = picture && (await files.open(picture.storageKey));
  if (!file) throw new NotFound();
  return { file, contentType: picture.contentType, storageKey: picture.storageKey };
}
