import { randomBytes } from "node:crypto";
import { variantWidths } from "../../contract/picture-variants";
import type { Variant } from "../../contract/rest/attachments";
import { drawingWorker } from "../config";
import { readPicture } from "../files/drawing";
import { findFileType } from "../files/picture";
import { isShownType } from "../files/shown-types";
import type { SpooledFile } from "../files/spool";
import type { FileStore } from "../files/store";

type Drawing = readonly [keyof typeof variantWidths, Uint8Array];

/** The type of a file, detected from its content; its name is ignored. */
export interface KnownFile {
  /** An image type only if browsers may display it. */
  contentType: string;
  /** `undefined` if the content does not reveal it. */
  extension: string | undefined;
  width: number | null;
  height: number | null;
  /** The smaller variants; `undefined` for anything but displayable pictures. */
  drawings: Drawing[] | undefined;
}

const variants = ["small", "large"] as const;

/**
 * Detects the type of a file. A picture that is broken, too large to be drawn or of another format counts as an ordinary file. Throws
 * `DrawingBusy` if the picture cannot be drawn in time.
 */
export async function lookInto({ path }: SpooledFile): Promise<KnownFile> {
  const found = await findFileType(path);
  const picture = found && isShownType(found.mime) ? await drawVariants(path) : undefined;
  if (picture) return { ...picture, extension: found?.ext };
  const contentType = !found || found.mime.startsWith("image/") ? "application/octet-stream" : found.mime;
  return { contentType, width: null, height: null, extension: found?.ext, drawings: undefined };
}

async function drawVariants(path: string) {
  const widths = variants.map((variant) => variantWidths[variant]);
  const picture = await readPicture({ source: path, widths }, drawingWorker);
  if (!picture) return undefined;
  const drawings = picture.drawings.map((bytes, at): Drawing => [variants[at] ?? "small", bytes]);
  return { ...picture, drawings };
}

/** Stores a file with its variants and returns its key. Without an attachment that refers to it within an hour, the cleanup job deletes it. */
export async function storeFile(files: FileStore, file: SpooledFile, { drawings = [] }: Pick<KnownFile, "drawings">): Promise<string> {
  const storageKey = `${file.sha256}-${randomBytes(8).toString("hex")}`;
  for (const [variant, bytes] of drawings) await files.put(toFileKey(storageKey, variant), bytes);
  await files.put(storageKey, file);
  return storageKey;
}

export const toFileKey = (storageKey: string, variant: Variant): string =>
  variant === "original" ? storageKey : `${storageKey}.${variant}.webp`;

/** The key in the attachment, which is that of the original, from the key of any variant. */
export const toStorageKey = (fileKey: string): string => fileKey.split(".")[0] ?? fileKey;
