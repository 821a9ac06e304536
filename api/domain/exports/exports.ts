import { createHmac, timingSafeEqual } from "node:crypto";
import type { z } from "zod";
import * as limits from "../../../contract/limits";
import { serverHref } from "../../../contract/paths.server";
import type { createExportBodySchema } from "../../../contract/rest/exports";
import type { Camel } from "../../../contract/wire";
import type { ApiConfig } from "../../config";
import * as store from "../../db/exports/exports";
import { inTransaction, type Transaction } from "../../db/pool";
import type { Locale } from "../../exports/texts";
import type { StoredFile } from "../../files/store";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { InvalidFields, NotFound, NotReady, RateLimitReached, TooManyExports } from "../errors";
import { makeOnce, toStoredKey } from "../idempotency";
import { isId, requireId } from "../ids";
import { record } from "../workspace/audit";

export { runExport } from "./export-run";

/** An export with the URL of its file, which works for anyone who has it. */
export type Export = store.ExportRow & { url: string };

type ExportInput = Camel<z.output<typeof createExportBodySchema>["export"]>;

/** Milliseconds until an export expires. */
const lastingMs = 24 * 60 * 60_000;
/** Seconds after which an export that is being written may be finished. */
const busySeconds = 10;
/** Bytes of `<br>`. */
const shortestElement = 4;

/**
 * Requests an export, which is written in the background. A repeated request with the same key and fields returns the export created first. Throws
 * `InvalidFields` if none of the articles may be exported or they are too much for a PDF, `RateLimitReached` while too many are being written, and
 * `TooManyExports`, since unexpired ones are never replaced.
 */
export async function createExport(
  services: Services,
  viewer: Viewer,
  { contentIds, format, title, cover }: ExportInput,
  { locale, key }: { locale: Locale; key: string | null },
): Promise<Export> {
  const storedKey = toStoredKey(key, { export: contentIds, format, title, cover, locale });
  const articleIds = contentIds.filter(isId);
  const made = await inTransaction(services.database, (tx) =>
    makeOnce(
      storedKey,
      (found) => store.findExportByKey(tx, viewer, found),
      async () => {
        const { underWay, lasting, firstEnd } = await store.countOwnExports(tx, viewer);
        if (underWay >= limits.exportsUnderWay) throw new RateLimitReached(busySeconds);
        if (lasting >= limits.exportsKept && firstEnd) throw new TooManyExports(secondsUntil(firstEnd));
        const sum = await store.sumExportable(tx, viewer, articleIds);
        const { count, folderId } = sum;
        if (count === 0) throw new InvalidFields({ contentIds: [{ key: "noExportable" }] });
        if (format === "pdf" && (await isTooMuch(tx, viewer, articleIds, sum)))
          throw new InvalidFields({ contentIds: [{ key: "tooMuchForPdf" }] });
        const expiresAt = new Date(Math.ceil((Date.now() + lastingMs) / 1000) * 1000);
        const row = await store.insertExport(tx, viewer, {
          title,
          format,
          cover,
          locale,
          articleIds: contentIds,
          expiresAt,
          idempotencyKey: storedKey,
        });
        if (!row) return undefined;
        await services.jobs.enqueue(tx, "export", { exportId: row.id });
        await record(tx, viewer, { kind: "exportMade", format, articles: count, ...(folderId === null ? {} : { folderId }) });
        return row;
      },
    ),
  );
  if (!made) throw new NotFound();
  return withUrl(services.config, made);
}

const secondsUntil = (end: Date) => Math.max(1, Math.ceil((end.getTime() - Date.now()) / 1000));

/** Whether the layout would need more memory than its process may use. Reads the bodies only if their size makes that possible. */
async function isTooMuch(tx: Transaction, viewer: Viewer, ids: string[], { bytes }: store.ExportableSum): Promise<boolean> {
  if (bytes > limits.pdfText) return true;
  return bytes > limits.pdfElements * shortestElement && (await store.countElements(tx, viewer, ids)) > limits.pdfElements;
}

/** Counts a request for an export; throws `RateLimitReached`. */
export const limitExports = ({ rateLimits }: Services, viewer: Viewer): Promise<void> => rateLimits.consume({ export: viewer.userId });

/** One of the viewer's exports. Throws `NotFound`, also if it has expired. */
export async function getExport({ config, database }: Services, viewer: Viewer, id: string): Promise<Export> {
  const found = await store.findOwnExport(database.db, viewer, requireId(id));
  if (!found) throw new NotFound();
  return withUrl(config, found);
}

/** An export in a list, with the number of requested articles instead of their ids. */
export type ListedExport = Awaited<ReturnType<typeof store.listOwnExports>>[number] & { url: string };

/** The viewer's unexpired exports, including failed ones, newest first. */
export async function listExports({ config, database }: Services, viewer: Viewer): Promise<ListedExport[]> {
  const rows = await store.listOwnExports(database.db, viewer, limits.exportsListed);
  return rows.map((row) => withUrl(config, row));
}

/**
 * The file of an export, for anyone who has its full URL. Throws `NotFound` if the signature is invalid, or if the export has expired or failed, and
 * `NotReady` before it is written.
 */
export async function openExport(
  { config, database, files }: Services,
  id: string,
  { expires, signature }: { expires: string; signature: string },
): Promise<{ file: StoredFile; found: store.ExportRow }> {
  const seconds = Number(expires);
  if (!isId(id) || !config.sessionSecrets.some((secret) => isSame(signature, sign(secret, id, seconds))) || seconds * 1000 < Date.now())
    throw new NotFound();
  const found = await store.findExport(database.db, id);
  if (!found || found.state === "failed") throw new NotFound();
  if (found.storageKey === null) throw new NotReady();
  const file = await files.open(found.storageKey);
  if (!file) throw new NotFound();
  return { file, found };
}

/** Deletes expired exports. */
export const deleteOldExports = ({ database }: Services): Promise<void> => store.deleteExpiredExports(database.db);

function withUrl<Row extends Pick<store.ExportRow, "id" | "expiresAt">>(config: ApiConfig, row: Row): Row & { url: string } {
  const [newest] = config.sessionSecrets;
  const expires = Math.floor(row.expiresAt.getTime() / 1000);
  const url = new URL(serverHref("exportFile", { exportId: row.id }), config.publicUrl);
  url.search = new URLSearchParams({ expires: String(expires), signature: sign(newest, row.id, expires) }).toString();
  return { ...row, url: url.href };
}

const sign = (secret: string, id: string, expires: number) =>
  createHmac("sha256", secret).update(`export\0${id}\0${expires}`).digest("base64url");

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
