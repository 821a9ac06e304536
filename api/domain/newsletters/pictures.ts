import { createHash, randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { drawingWorker } from "../../config";
import {
  findMailingPicture,
  insertMailingPictures,
  listMailingPictures,
  type MailingPicture,
  type Newsletter,
} from "../../db/newsletters/drafts";
import { readForMail } from "../../files/drawing";
import type { StoredFile } from "../../files/store";
import type { Services } from "../../services";
import { NotFound } from "../errors";
import { requireId } from "../ids";
import { toFileKey } from "../stored-files";
import { type Composition, pictureSize } from "./contents";

/** Drawn twice as large, for screens that show two pixels in the place of one. */
const density = 2;
const logoSize = { width: 200, height: 40 };

/**
 * The newsletter with pictures that outlive its articles and that anybody may see who has it; draws those that are missing. One that
 * cannot be drawn is left out.
 */
export async function withOwnPictures(
  services: Services,
  mailing: { id: string; clientId: string },
  { newsletter, contents, logoKey }: Pick<Composition, "newsletter" | "contents" | "logoKey">,
): Promise<Newsletter> {
  const { db } = services.database;
  const photos = contents.flatMap(({ picture }) => (picture ? [picture.storageKey] : []));
  const known = await listMailingPictures(db, mailing.id);
  const missing = [...new Set(photos)].filter((key) => !known.has(key));
  const drawings: Awaited<ReturnType<typeof drawPicture>>[] = [];
  // One after the other: pictures are drawn one at a time, and only so many may wait.
  for (const key of missing) drawings.push(await drawPicture(services, mailing, key, "photo"));
  if (logoKey !== null && !known.has(logoKey)) drawings.push(await drawPicture(services, mailing, logoKey, "logo"));
  await insertMailingPictures(
    db,
    drawings.filter((drawing) => drawing !== undefined),
  );

  const own = await listMailingPictures(db, mailing.id);
  const keyOf = new Map(contents.map(({ id, picture }) => [id, picture?.storageKey]));
  const logo = logoKey === null ? undefined : own.get(logoKey);
  return {
    ...newsletter,
    client: { ...newsletter.client, logo: logo ? { ...toPicture(logo), alt: newsletter.client.name } : null },
    sections: newsletter.sections.map((section) => ({
      ...section,
      articles: section.articles.map((article) => {
        const picture = own.get(keyOf.get(article.id) ?? "");
        return { ...article, picture: picture ? { ...toPicture(picture), alt: article.picture?.alt ?? "" } : null };
      }),
    })),
  };
}

/** The bytes of a newsletter's picture, for whoever has its id; throws `NotFound`. */
export async function openNewsletterPicture(
  { database, files }: Services,
  id: string,
): Promise<{ file: StoredFile; contentType: string; storageKey: string }> {
  const picture = await findMailingPicture(database.db, requireId(id));
  const file = picture && (await files.open(picture.storageKey));
  if (!file) throw new NotFound();
  return { file, contentType: picture.contentType, storageKey: picture.storageKey };
}

const toPicture = ({ id, width, height }: MailingPicture) => ({
  url: `/newsletter-pictures/${id}`,
  width: Math.round(width / density),
  height: Math.round(height / density),
});

async function drawPicture({ files }: Services, mailing: { id: string; clientId: string }, sourceKey: string, kind: "photo" | "logo") {
  const stored = await files.open(kind === "photo" ? toFileKey(sourceKey, "small") : sourceKey);
  if (!stored) return undefined;
  const { width, height } = kind === "photo" ? pictureSize : logoSize;
  const drawn = await readForMail(
    { source: await buffer(stored.stream), kind, size: { width: width * density, height: height * density } },
    drawingWorker,
  );
  if (!drawn) return undefined;
  const storageKey = `${createHash("sha256").update(drawn.bytes).digest("hex")}-${randomBytes(8).toString("hex")}`;
  await files.put(storageKey, drawn.bytes);
  const { contentType } = drawn;
  return {
    clientId: mailing.clientId,
    mailingId: mailing.id,
    sourceKey,
    storageKey,
    contentType,
    width: drawn.width,
    height: drawn.height,
  };
}
