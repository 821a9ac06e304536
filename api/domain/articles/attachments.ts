import type { FieldProblem } from "../../../contract/errors";
import { limits } from "../../../contract/limits";
import type { Variant } from "../../../contract/rest/attachments";
import { outboundWorker } from "../../config";
import {
  type AttachmentOrigin,
  deleteAttachment,
  findAttachment,
  findAttachmentRoom,
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
import { toFilename, withEnding } from "../file-names";
import { requireId } from "../ids";
import { lookInto, storeFile, toFileKey } from "../stored-files";
import { takeTurn } from "../turns";
import { requireArticle } from "./articles";

export type { ByteRange, StoredAttachment };

/** A file that somebody sent. */
export interface Upload {
  /** As the sender calls it. */
  filename: string;
  file: SpooledFile;
  /** It is longer than an attachment may be, and this is only its beginning. */
  isCut: boolean;
}

/** Takes a file in as it comes; `dropUpload` takes it away again. */
export const receiveUpload = ({ files }: Services, content: AsyncIterable<Uint8Array>): Promise<SpooledFile> => files.receive(content);

/** Drops a file that has arrived; one that was attached stays. */
export const dropUpload = ({ files }: Services, file: SpooledFile): Promise<void> => files.drop(file);

/**
 * Attaches a file after the article's others; the same one under the same name stands once. Throws `NotFound`, `NotAllowed`,
 * `TooManyAttempts`, and `InvalidFields` for a file that is empty, too large, or one too many.
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
 * Takes a file over from the web, after the article's others; one that came from this address before stands once. What its server
 * calls a picture has to be one. Throws as `attachUpload`, and `InvalidFields` for what cannot be fetched.
 */
export function attachRemoteFile(
  services: Services,
  viewer: Viewer,
  articleId: string,
  { url, alt }: { url: string; alt: string | null },
): Promise<StoredAttachment> {
  const field = "remote_file_url";
  return attach(services, viewer, articleId, { field, origin: { remoteUrl: url } }, async () => {
    const { described, file } = await requireRemoteFile(services, url);
    try {
      requireSize(file, false, field);
      const known = await lookInto(file);
      if (described.contentType?.startsWith("image/") && !known.drawings)
        throw new InvalidFields({ [field]: [{ key: "pictureUnreadable" }] });
      const name = withEnding(toFilename(described.filename), known.ending, { always: known.drawings !== undefined });
      const storageKey = await storeFile(services.files, file, known);
      const stored = { name, originalFilename: name, fileSize: file.size, storageKey, ...factsOf(known) };
      return { ...stored, alt, isRemote: true, remoteUrl: url };
    } finally {
      await services.files.drop(file);
    }
  });
}

/** The attachment of an article this person sees; throws `NotFound`. */
export async function getAttachment({ database }: Services, viewer: Viewer, id: string): Promise<StoredAttachment> {
  const attachment = await findAttachment(database.db, viewer, requireId(id));
  if (!attachment) throw new NotFound();
  return attachment;
}

/** The bytes of an attachment, or a part of the original's; throws `NotFound`, also for a variant of what is no picture. */
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

/** Writes what a picture shows, for those who do not see it. Throws `NotFound` and `NotAllowed`. */
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

/** Takes an attachment off its article; its bytes go with the next sweep, unless a copy names them. Throws `NotFound` and `NotAllowed`. */
export async function removeAttachment(services: Services, viewer: Viewer, id: string): Promise<void> {
  const { articleId } = await getAttachment(services, viewer, id);
  await inTransaction(services.database, async (tx) => {
    const article = await requireArticle(tx, viewer, articleId, "article:update", { lock: true });
    if (!(await deleteAttachment(tx, article, id))) throw new NotFound();
  });
}

/** Whether browsers may show it. */
export const isPicture = ({ contentType }: Pick<StoredAttachment, "contentType">): boolean => isShownType(contentType);

interface Wanted {
  /** Where to say what is wrong. */
  field: "file" | "remote_file_url";
  origin: AttachmentOrigin;
}

/** Attaches what `make` stores, unless it is there already. What takes long happens outside of any transaction. */
async function attach(
  services: Services,
  viewer: Viewer,
  articleId: string,
  wanted: Wanted,
  make: () => Promise<NewAttachment>,
): Promise<StoredAttachment> {
  const { database } = services;
  await requireArticle(database.db, viewer, articleId, "article:update");
  await takeTurn(services, viewer, "file");
  const { same } = await requireRoom(database.db, articleId, wanted);
  if (same) return same;
  const made = await make();
  return inTransaction(database, async (tx) => {
    const article = await requireArticle(tx, viewer, articleId, "article:update", { lock: true });
    const room = await requireRoom(tx, articleId, wanted);
    return room.same ?? insertAttachment(tx, article, made, room.next);
  });
}

/** The position for one more, or the attachment that is the same already; throws `InvalidFields` where there is room for neither. */
async function requireRoom(db: Queryable, articleId: string, { field, origin }: Wanted) {
  const same = await findSameAttachment(db, articleId, origin);
  const { count, next } = await findAttachmentRoom(db, articleId);
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
    return await fetchFile(wanted, { workerPath: outboundWorker });
  } catch (error) {
    await files.drop({ path });
    if (!(error instanceof OutboundError)) throw error;
    throw new InvalidFields({
      remote_file_url: [error.code === "too_large" ? tooLarge : { key: problemKeys[error.code] ?? "fileUnreachable" }],
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
