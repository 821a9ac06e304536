import type { FieldProblem } from "../../../contract/errors";
import * as limits from "../../../contract/limits";
import type { Variant } from "../../../contract/rest/attachments";
import { fetcherWorker } from "../../config";
import {
  type AttachmentOrigin,
  countAttachments,
  deleteAttachment,
  findAttachment,
  findSameAttachment,
  insertAttachment,
  type NewAttachment,
  type StoredAttachment,
  updateAttachment,
} from "../../db/articles/attachments";
import { inTransaction, type Queryable } from "../../db/pool";
import { isShownType } from "../../files/shown-types";
import type { SpooledFile } from "../../files/spool";
import type { ByteRange, StoredFile } from "../../files/store";
import type { RemoteFile } from "../../outbound/fetch-file";
import { fetchFile } from "../../outbound/in-worker";
import { OutboundError, type OutboundErrorCode } from "../../outbound/outbound-error";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { InvalidFields, NotFound } from "../errors";
import { toFilename, withExtension } from "../file-names";
import { requireId } from "../ids";
import { lookInto, storeFile, toFileKey } from "../stored-files";
import { requireArticle } from "./articles";
import { openSealedUpload, type SealedUpload, sealUpload } from "./sealed-upload";

export type { ByteRange, StoredAttachment };

/** An uploaded file. */
export interface Upload {
  /** As sent by the client, not sanitised. */
  filename: string;
  file: SpooledFile;
  /** The file is too large for an attachment, and this is only its beginning. */
  isCut: boolean;
}

/** A stored file without an attachment. */
export interface KeptUpload extends SealedUpload {
  /** The secret that attaches it. */
  upload: string;
}

/** Writes a file to disk as it arrives. Delete it with `dropUpload`. */
export const receiveUpload = ({ files }: Services, content: AsyncIterable<Uint8Array>): Promise<SpooledFile> => files.receive(content);

/** Deletes a received file; does nothing if it has been attached. */
export const dropUpload = ({ files }: Services, file: SpooledFile): Promise<void> => files.drop(file);

/**
 * Attaches a file after the article's other attachments; the same content with the same name is attached only once. Throws `NotFound`,
 * `NotAllowed`, `RateLimitReached`, `DrawingBusy`, and `InvalidFields` if the file is empty or too large, or the article has too many.
 */
export function attachUpload(services: Services, viewer: Viewer, articleId: string, upload: Upload): Promise<StoredAttachment> {
  const { file, isCut } = upload;
  const name = toFilename(upload.filename);
  return attach(services, viewer, articleId, { field: "file", origin: { sha256: file.sha256, name } }, async () => {
    requireSize(file, isCut, "file");
    const known = await lookInto(file);
    const storageKey = await storeFile(services.files, file, known);
    return { name, originalFilename: name, fileSize: file.size, storageKey, ...factsOf(known) };
  });
}

/**
 * Stores a file that may be attached within `keptMinutes`, by the same person only; otherwise the cleanup job deletes it. Throws
 * `RateLimitReached`, `DrawingBusy`, and `InvalidFields` if the file is empty or too large.
 */
export async function keepUpload(services: Services, { userId }: Viewer, { file, isCut, filename }: Upload): Promise<KeptUpload> {
  await services.rateLimits.consume({ upload: userId });
  requireSize(file, isCut, "file");
  const known = await lookInto(file);
  const storageKey = await storeFile(services.files, file, known);
  const kept = { name: toFilename(filename), fileSize: file.size, storageKey, ...factsOf(known) };
  return { ...kept, upload: await sealUpload(services, userId, kept) };
}

/** Attaches a file of `keepUpload`. Throws as `attachUpload`, and `InvalidFields` if it is another person's or no longer kept. */
export async function attachKeptUpload(services: Services, viewer: Viewer, articleId: string, upload: string): Promise<StoredAttachment> {
  const kept = await openSealedUpload(services, viewer.userId, upload);
  if (!kept) throw new InvalidFields({ upload: [{ key: "uploadExpired" }] });
  const [sha256 = ""] = kept.storageKey.split("-", 1);
  const origin = { sha256, name: kept.name };
  return attach(services, viewer, articleId, { field: "upload", origin }, async () => ({ ...kept, originalFilename: kept.name }));
}

/**
 * Downloads a file and attaches it after the article's other attachments; each URL is attached only once. A file that its server declares as a
 * picture has to be one. Throws as `attachUpload`, and `InvalidFields` if the file cannot be fetched.
 */
export function attachRemoteFile(
  services: Services,
  viewer: Viewer,
  articleId: string,
  { url, alt }: { url: string; alt: string | null },
): Promise<StoredAttachment> {
  const field = "remoteFileUrl";
  return attach(services, viewer, articleId, { field, origin: { remoteUrl: url } }, async () => {
    const { described, file } = await requireRemoteFile(services, url);
    try {
      requireSize(file, false, field);
      const known = await lookInto(file);
      if (described.contentType?.startsWith("image/") && !known.drawings)
        throw new InvalidFields({ [field]: [{ key: "pictureUnreadable" }] });
      const name = withExtension(toFilename(described.filename), known.extension, { always: known.drawings !== undefined });
      const storageKey = await storeFile(services.files, file, known);
      const stored = { name, originalFilename: name, fileSize: file.size, storageKey, ...factsOf(known) };
      return { ...stored, alt, isRemote: true, remoteUrl: url };
    } finally {
      await services.files.drop(file);
    }
  });
}

/** An attachment of an article that the viewer may see. Throws `NotFound`. */
export async function getAttachment({ database }: Services, viewer: Viewer, id: string): Promise<StoredAttachment> {
  const attachment = await findAttachment(database.db, viewer, requireId(id));
  if (!attachment) throw new NotFound();
  return attachment;
}

/** The bytes of an attachment, or a range of them. Throws `NotFound`, also for a smaller variant of anything but a picture. */
export async function openAttachment(
  { files }: Services,
  attachment: StoredAttachment,
  variant: Variant,
  range?: ByteRange,
): Promise<StoredFile> {
  const hasVariant = variant === "original" || isPicture(attachment);
  const file = hasVariant ? await files.open(toFileKey(attachment.storageKey, variant), range) : undefined;
  if (!file) throw new NotFound();
  return file;
}

/** Sets the alternative text. Throws `NotFound` and `NotAllowed`. */
export async function changeAttachment(
  services: Services,
  viewer: Viewer,
  id: string,
  { alt }: { alt?: string | null | undefined },
): Promise<StoredAttachment> {
  const before = await getAttachment(services, viewer, id);
  return inTransaction(services.database, async (tx) => {
    const article = await requireArticle(tx, viewer, before.articleId, "article:update", { lock: true });
    if (alt === undefined) return before;
    const changed = await updateAttachment(tx, article, id, { alt });
    if (!changed) throw new NotFound();
    return changed;
  });
}

/** Removes an attachment. The cleanup job deletes its file, unless a copy of the article refers to it. Throws `NotFound` and `NotAllowed`. */
export async function removeAttachment(services: Services, viewer: Viewer, id: string): Promise<void> {
  const { articleId } = await getAttachment(services, viewer, id);
  await inTransaction(services.database, async (tx) => {
    const article = await requireArticle(tx, viewer, articleId, "article:update", { lock: true });
    if (!(await deleteAttachment(tx, article, id))) throw new NotFound();
  });
}

/** Whether browsers may display it. */
export const isPicture = ({ contentType }: Pick<StoredAttachment, "contentType">): boolean => isShownType(contentType);

interface Wanted {
  /** The field at which problems are reported. */
  field: "file" | "remoteFileUrl" | "upload";
  origin: AttachmentOrigin;
}

/** Attaches the file that `make` stores, unless it is already attached. Slow steps run outside the transaction. */
async function attach(
  services: Services,
  viewer: Viewer,
  articleId: string,
  wanted: Wanted,
  make: () => Promise<NewAttachment>,
): Promise<StoredAttachment> {
  const { database } = services;
  await requireArticle(database.db, viewer, articleId, "article:update");
  await services.rateLimits.consume({ "fetch-file": viewer.userId });
  const { same } = await requirePosition(database.db, articleId, wanted);
  if (same) return same;
  const made = await make();
  return inTransaction(database, async (tx) => {
    const article = await requireArticle(tx, viewer, articleId, "article:update", { lock: true });
    const position = await requirePosition(tx, articleId, wanted);
    return position.same ?? insertAttachment(tx, article, made, position.next);
  });
}

/** The position of a new attachment, or the identical existing one. Throws `InvalidFields` if the article has too many. */
async function requirePosition(db: Queryable, articleId: string, { field, origin }: Wanted) {
  const same = await findSameAttachment(db, articleId, origin);
  const { count, next } = await countAttachments(db, articleId);
  if (same || count < limits.attachmentsPerArticle) return { same, next };
  throw new InvalidFields({ [field]: [{ key: "tooManyFiles", values: { max: limits.attachmentsPerArticle } }] });
}

function requireSize({ size }: SpooledFile, isCut: boolean, field: Wanted["field"]): void {
  if (isCut) throw new InvalidFields({ [field]: [tooLarge] });
  if (size === 0) throw new InvalidFields({ [field]: [{ key: "fileEmpty" }] });
}

const tooLarge = { key: "fileTooLarge", values: { max: limits.attachment / 1024 / 1024 } } as const;

async function requireRemoteFile({ config, files }: Services, url: string): Promise<{ described: RemoteFile; file: SpooledFile }> {
  const path = files.newPath();
  try {
    const wanted = { url, path, allowHosts: config.importAllowHosts, maxBytes: limits.attachment };
    return await fetchFile(wanted, { workerPath: fetcherWorker });
  } catch (error) {
    await files.drop({ path });
    if (!(error instanceof OutboundError)) throw error;
    throw new InvalidFields({
      remoteFileUrl: [error.code === "too_large" ? tooLarge : { key: problemKeys[error.code] ?? "fileUnreachable" }],
    });
  }
}

const problemKeys: Partial<Record<OutboundErrorCode, FieldProblem["key"]>> = {
  unsupported_type: "pageInsteadOfFile",
  address_forbidden: "page.address_forbidden",
};

const factsOf = ({ contentType, width, height }: Pick<StoredAttachment, "contentType" | "width" | "height">) => ({
  contentType,
  width,
  height,
});
