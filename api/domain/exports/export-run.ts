import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { findIntro } from "../../../contract/intro";
import * as limits from "../../../contract/limits";
import { exportFonts, exportWorker } from "../../config";
import { findViewerById } from "../../db/auth/session";
import * as store from "../../db/exports/exports";
import { inTransaction } from "../../db/pool";
import type { ExportArticle, ExportHead, ExportPicture } from "../../exports/document";
import { type DocumentText, documentTexts, type Locale } from "../../exports/texts";
import { writeExport } from "../../exports/write-export";
import { isShownType } from "../../files/shown-types";
import type { FileStore } from "../../files/store";
import { brandColors } from "../../mail/colors";
import type { Services } from "../../services";
import { unlessAborted } from "../../unless-aborted";
import { toCountries } from "../articles/countries";
import { isId } from "../ids";
import { notify } from "../notifications/notify";
import { displayName } from "../people/people";
import { toFileKey } from "../stored-files";

/** Articles read at once; each can have 200,000 characters. */
const atOnce = 20;
const mostAttempts = 3;
/** Milliseconds for the whole export: less than `expireInSeconds` of its job, after which another process starts it again. */
export const exportWithinMs = 240_000;

/**
 * Writes an export with those articles, including pictures, that its person may see and share at this moment; the others are only counted. Throws
 * errors and timeouts, so that the job is retried; after the third attempt the export is marked as failed instead.
 */
export async function runExport(services: Services, exportId: string, ending: AbortSignal, withinMs = exportWithinMs): Promise<void> {
  const { db } = services.database;
  const begun = await store.beginExport(db, exportId);
  if (!begun) return;
  const directory = services.files.newPath();
  const signal = AbortSignal.any([ending, AbortSignal.timeout(withinMs)]);
  try {
    if (begun.attempts > mostAttempts) throw new Error("too many attempts");
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const { count, leftOut } = await collect(services, begun, directory, signal);
    if (count === 0) {
      await store.updateExport(db, exportId, { state: "failed", leftOut });
      return;
    }
    const order = { format: begun.format, directory, count, fonts: exportFonts };
    const { file, isUniversal } = await writeExport(order, { workerPath: exportWorker, signal });
    await keep(services, begun, { file, leftOut }, signal);
    if (isUniversal === false) services.log.info({ exportId }, "the PDF is tagged, but not PDF/UA-1");
  } catch (error) {
    // Streams and processes report only that they were aborted.
    const failure: unknown = signal.aborted ? signal.reason : error;
    if (ending.aborted || begun.attempts < mostAttempts) throw failure;
    services.log.error({ exportId, err: failure }, "export failed");
    await store.updateExport(db, exportId, { state: "failed" });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Stores the file and tells its person. */
async function keep(
  services: Services,
  { id, clientId, userId }: store.ExportRow,
  { file, leftOut }: { file: string; leftOut: number },
  signal: AbortSignal,
) {
  const { database, files } = services;
  const arrived = await files.receive(createReadStream(file, { signal }));
  signal.throwIfAborted();
  const storageKey = `${arrived.sha256}-${randomBytes(8).toString("hex")}`;
  // A file that is stored too late belongs to no export, and the cleanup job deletes it.
  await unlessAborted(signal, files.put(storageKey, arrived));
  const isKept = await inTransaction(database, async (tx) => {
    if (!(await store.updateExport(tx, id, { state: "done", storageKey, fileSize: arrived.size, leftOut }))) return false;
    await notify(services, tx, { clientId, actorId: null, subjectId: id }, [{ userId, kind: "export" }]);
    return true;
  });
  // The account was closed in the meantime.
  if (!isKept) await files.delete(storageKey);
}

/** Writes everything that the file is made from into the directory. */
async function collect(services: Services, asked: store.ExportRow, directory: string, signal: AbortSignal) {
  const { database, files } = services;
  const { id, userId, articleIds } = asked;
  const locale: Locale = asked.locale === "de" ? "de" : "en";
  const t = documentTexts(locale);
  const viewer = await findViewerById(database.db, userId);
  const pictures = createPictureFolder(files, directory);
  let count = 0;
  const extent = { bytes: 0, elements: 0 };
  for (let from = 0; viewer && from < articleIds.length; from += atOnce) {
    signal.throwIfAborted();
    const ids = articleIds.slice(from, from + atOnce);
    const found = new Map((await store.listExportable(database.db, viewer, ids.filter(isId))).map((row) => [row.id, row]));
    for (const row of ids.flatMap((articleId) => found.get(articleId) ?? [])) {
      signal.throwIfAborted();
      extent.bytes += Buffer.byteLength(row.body);
      extent.elements += row.body.match(/<(?!\/)/g)?.length ?? 0;
      // The articles have grown since the export was requested.
      if (asked.format === "pdf" && (extent.bytes > limits.pdfText || extent.elements > limits.pdfElements))
        return { count: 0, leftOut: 0 };
      const article = await toExportArticle(row, { t, locale, takePicture: pictures.take });
      await writeFile(join(directory, `${count}.json`), JSON.stringify(article));
      count += 1;
    }
    await store.updateExport(database.db, id, { collected: from + ids.length });
  }
  const leftOut = articleIds.length - count;
  const exporter = await store.findExporter(database.db, userId);
  const logo = exporter ? await takeLogo(files, exporter.client, directory) : null;
  const head = toHead(services, asked, { t, locale, count, leftOut, hasAllPictures: pictures.isComplete(), exporter, logo });
  await writeFile(join(directory, "head.json"), JSON.stringify(head));
  return { count, leftOut };
}

interface HeadFacts {
  t: DocumentText;
  locale: Locale;
  count: number;
  leftOut: number;
  hasAllPictures: boolean;
  exporter: Awaited<ReturnType<typeof store.findExporter>>;
  logo: ExportHead["logo"];
}

function toHead(
  { config }: Services,
  asked: store.ExportRow,
  { t, locale, count, leftOut, hasAllPictures, exporter, logo }: HeadFacts,
): ExportHead {
  const [date, time] = [
    asked.createdAt.toLocaleDateString("de-DE", { timeZone: config.timeZone, day: "2-digit", month: "2-digit", year: "2-digit" }),
    asked.createdAt.toLocaleTimeString("de-DE", { timeZone: config.timeZone, hour: "2-digit", minute: "2-digit" }),
  ];
  return {
    title: asked.title,
    locale,
    hasCover: asked.cover,
    logo,
    colors: brandColors(exporter?.client.theme ?? null),
    createdAt: Math.floor(asked.createdAt.getTime() / 1000),
    lines: [
      t("documents:createdAt", { date, time }),
      ...(exporter ? [t("documents:by", { name: displayName(exporter), client: exporter.client.name })] : []),
      t("documents:articles", { count }),
    ],
    notes: [
      ...(leftOut > 0 ? [t("documents:leftOut", { count: leftOut })] : []),
      ...(hasAllPictures ? [] : [t("documents:picturesLeftOut", { max: limits.exportPictures })]),
    ],
    productName: config.productName,
    words: {
      contents: t("documents:contents"),
      toContents: t("documents:toContents"),
      tags: t("documents:tags"),
      files: t("documents:files"),
      highPriority: t("documents:highPriority"),
      picture: t("documents:picture", { name: "{name}" }),
      brokenPicture: t("documents:brokenPicture", { name: "{name}" }),
      page: t("documents:page", { page: "{page}", pages: "{pages}" }),
    },
  };
}

/** Copies the PNG of the logo next to the document. */
async function takeLogo(files: FileStore, { name, logoKey }: { name: string; logoKey: string | null }, directory: string) {
  const stored = logoKey === null ? null : await files.open(logoKey);
  if (!stored) return null;
  const file = "logo.png";
  await pipeline(stored.stream, createWriteStream(join(directory, file), { mode: 0o600 }));
  return { file, alt: name };
}

interface ArticleNeeds {
  t: DocumentText;
  locale: Locale;
  takePicture: TakePicture;
}

async function toExportArticle(row: store.ExportableArticle, { t, locale, takePicture }: ArticleNeeds): Promise<ExportArticle> {
  const day = row.publishedAt.split("-").reverse();
  const published = `${day[0]}.${day[1]}.${day[2]?.slice(-2)}`;
  const countries = toCountries(locale, row.countries).map(({ name }) => name);
  const facts: ExportArticle["facts"] = [
    { label: t("documents:source"), text: row.sourceName ?? "" },
    { label: t("documents:author"), text: row.author ?? "" },
    { label: t("documents:published"), text: published },
    { label: t("documents:url"), text: row.sourceUrl ?? "", ...(row.sourceUrl ? { url: row.sourceUrl } : {}) },
    { label: t("documents:countries"), text: countries.join(", ") },
    { label: t("documents:folder"), text: row.folder.readersName },
    { label: t("documents:filedBy"), text: displayName(row.user) },
  ];
  const isPicture = ({ contentType }: { contentType: string }) => isShownType(contentType);
  const pictures: ExportPicture[] = [];
  for (const { id, name, alt, caption } of row.attachments.filter(isPicture)) {
    const storageKey = row.storageKeys.get(id);
    const taken = storageKey === undefined ? null : await takePicture(storageKey);
    if (taken !== "full") pictures.push({ file: taken, name, alt, caption });
  }
  return {
    title: row.title,
    language: row.language,
    isHigh: row.priority === "high",
    kicker: [row.sourceName ?? t("documents:ownArticle"), published].join(" · "),
    intro: findIntro(row.teaserText, row.body),
    facts: facts.filter(({ text }) => text !== ""),
    tags: row.tags.map(({ name }) => name),
    body: row.body,
    pictures,
    files: row.attachments.filter((file) => !isPicture(file)).map(({ name, fileSize }) => `${name} (${toSize(fileSize, locale)})`),
  };
}

const toSize = (bytes: number, locale: Locale) =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000)).toLocaleString(locale)} KB`
    : `${(bytes / 1_000_000).toLocaleString(locale, { maximumFractionDigits: 1 })} MB`;

/** The file's name in the directory, `null` if the picture does not exist, and `full` once the maximum number is reached. */
type TakePicture = (storageKey: string) => Promise<string | null | "full">;

/** Copies pictures next to the document, each once, in the largest size that pages display. */
function createPictureFolder(files: FileStore, directory: string): { take: TakePicture; isComplete(): boolean } {
  const taken = new Map<string, string | null>();
  let isFull = false;
  return {
    isComplete: () => !isFull,
    async take(storageKey) {
      const known = taken.get(storageKey);
      if (known !== undefined) return known;
      if (taken.size >= limits.exportPictures) {
        isFull = true;
        return "full";
      }
      const stored = await files.open(toFileKey(storageKey, "large"));
      const file = stored ? `picture-${taken.size}.webp` : null;
      if (stored && file) await pipeline(stored.stream, createWriteStream(join(directory, file), { mode: 0o600 }));
      taken.set(storageKey, file);
      return file;
    },
  };
}
