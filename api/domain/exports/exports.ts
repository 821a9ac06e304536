import { createHmac, timingSafeEqual } from "node:crypto";
import type { z } from "zod";
import { limits } from "../../../contract/limits";
import type { createExportBodySchema } from "../../../contract/rest/exports";
import type { ApiConfig } from "../../config";
import * as store from "../../db/exports/exports";
import { inTransaction, type Transaction } from "../../db/pool";
import type { Locale } from "../../exports/texts";
import type { StoredFile } from "../../files/store";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { InvalidFields, NotFound, NotReady, TooManyAttempts, TooManyExports } from "../errors";
import { makeOnce, toStoredKey } from "../idempotency";
import { isId, requireId } from "../ids";
import { takeTurn } from "../turns";
import { record } from "../workspace/audit";

export { runExport } from "./export-run";

/** An export with the address of its file, for whoever has it. */
export type Export = store.ExportRow & { url: string };

type ExportInput = z.output<typeof createExportBodySchema>["export"];

/** Milliseconds for which an address is worth something. */
const lastingMs = 24 * 60 * 60_000;
/** Seconds after which another one may have come to its end. */
const busySeconds = 10;
/** Bytes of `<br>`. */
const shortestElement = 4;

/**
 * Asks for an export, which is written in the background; the same person's same key with the same fields answers the one it made the first
 * time. Throws `InvalidFields` when nothing of it may be exported or it is too much for a PDF, `TooManyAttempts`,
 * and `TooManyExports`: an older one keeps what its address promised.
 */
export async function createExport(
  services: Services,
  viewer: Viewer,
  { content_ids, format, title }: ExportInput,
  { locale, key }: { locale: Locale; key: string | null },
): Promise<Export> {
  const storedKey = toStoredKey(key, { export: content_ids, format, title, locale });
  const articleIds = content_ids.filter(isId);
  const made = await inTransaction(services.database, (tx) =>
    makeOnce(
      storedKey,
      (found) => store.findExportByKey(tx, viewer, found),
      async () => {
        const { underWay, lasting, firstEnd } = await store.countOwnExports(tx, viewer);
        if (underWay >= limits.exportsUnderWay) throw new TooManyAttempts(busySeconds);
        if (lasting >= limits.exportsKept && firstEnd) throw new TooManyExports(secondsUntil(firstEnd));
        const sum = await store.sumExportable(tx, viewer, articleIds);
        const { count, folderId } = sum;
        if (count === 0) throw new InvalidFields({ content_ids: [{ key: "noExportable" }] });
        if (format === "pdf" && (await isTooMuch(tx, viewer, articleIds, sum)))
          throw new InvalidFields({ content_ids: [{ key: "tooMuchForPdf" }] });
        const expiresAt = new Date(Math.ceil((Date.now() + lastingMs) / 1000) * 1000);
        const row = await store.insertExport(tx, viewer, {
          title,
          format,
          locale,
          articleIds: content_ids,
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

/** Whether laying it out would take more memory than the process that does it may have. Bodies are read only where they could be that much. */
async function isTooMuch(tx: Transaction, viewer: Viewer, ids: string[], { bytes }: store.ExportableSum): Promise<boolean> {
  if (bytes > limits.pdfText) return true;
  return bytes > limits.pdfElements * shortestElement && (await store.countElements(tx, viewer, ids)) > limits.pdfElements;
}

/** Counts that this person asks for one more; throws `TooManyAttempts`. */
export const takeExportTurn = (services: Services, viewer: Viewer): Promise<void> => takeTurn(services, viewer, "export");

/** The person's own export; throws `NotFound`, also when its time is over. */
export async function getExport({ config, database }: Services, viewer: Viewer, id: string): Promise<Export> {
  const found = await store.findOwnExport(database.db, viewer, requireId(id));
  if (!found) throw new NotFound();
  return withUrl(config, found);
}

/** One of several: how many articles were asked for, and not which. */
export type ListedExport = Awaited<ReturnType<typeof store.listOwnExports>>[number] & { url: string };

/** The person's own exports whose time is not over, failed ones too, the newest first. */
export async function listExports({ config, database }: Services, viewer: Viewer): Promise<ListedExport[]> {
  const rows = await store.listOwnExports(database.db, viewer, limits.exportsListed);
  return rows.map((row) => withUrl(config, row));
}

/**
 * The file of an export, for whoever has its whole address. Throws `NotFound` for a signature that is not ours and when the time is over, and
 * `NotReady` before it is written.
 */
export async function openExport(
  { config, database, files }: Services,
  id: string,
  { expires, signature }: { expires: string; signature: string },
): Promise<{ file: StoredFile; found: store.ExportRow }> {
  const seconds = Number(expires);
  if (!isId(id) || !isSame(signature, sign(config, id, seconds)) || seconds * 1000 < Date.now()) throw new NotFound();
  const found = await store.findExport(database.db, id);
  if (!found || found.state === "failed") throw new NotFound();
  if (found.storageKey === null) throw new NotReady();
  const file = await files.open(found.storageKey);
  if (!file) throw new NotFound();
  return { file, found };
}

/** Forgets exports whose time is over. */
export const deleteOldExports = ({ database }: Services): Promise<void> => store.deleteExpiredExports(database.db);

function withUrl<Row extends Pick<store.ExportRow, "id" | "expiresAt">>(config: ApiConfig, row: Row): Row & { url: string } {
  const expires = Math.floor(row.expiresAt.getTime() / 1000);
  const url = new URL(`/exports/${row.id}/file`, config.publicUrl);
  url.search = new URLSearchParams({ expires: String(expires), signature: sign(config, row.id, expires) }).toString();
  return { ...row, url: url.href };
}

const sign = ({ sessionSecret }: ApiConfig, id: string, expires: number) =>
  createHmac("sha256", sessionSecret).update(`export\0${id}\0${expires}`).digest("base64url");

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
