import { randomBytes } from "node:crypto";
import type { Variant } from "../../contract/rest/attachments";
import { drawingWorker } from "../config";
import { readPicture } from "../files/drawing";
import { findFileType } from "../files/picture";
import { isShownType } from "../files/shown-types";
import type { SpooledFile } from "../files/spool";
import type { FileStore } from "../files/store";

/** How wide the smaller forms of a picture are, in pixels. */
export const variantWidths = { small: 480, large: 1280 } as const;

type Drawing = readonly [keyof typeof variantWidths, Uint8Array];

/** What a file turned out to be, whatever it calls itself. */
export interface KnownFile {
  /** One of a picture only when browsers may show it. */
  contentType: string;
  /** How such files' names end; `undefined` where the bytes do not say. */
  ending: string | undefined;
  width: number | null;
  height: number | null;
  /** The smaller forms; `undefined` for what is no picture to show. */
  drawings: Drawing[] | undefined;
}

const variants = ["small", "large"] as const;

/**
 * Looks into a file. A picture that is broken, too large to be drawn, or of another format is a file like any other. Throws `DrawingBusy` when it
 * is not known in time which it is.
 */
export async function lookInto({ path }: SpooledFile): Promise<KnownFile> {
  const found = await findFileType(path);
  const picture = found && isShownType(found.mime) ? await drawVariants(path) : undefined;
  if (picture) return { ...picture, ending: found?.ext };
  const contentType = !found || found.mime.startsWith("image/") ? "application/octet-stream" : found.mime;
  return { contentType, width: null, height: null, ending: found?.ext, drawings: undefined };
}

async function drawVariants(path: string) {
  const widths = variants.map((variant) => variantWidths[variant]);
  const picture = await readPicture({ source: path, widths }, drawingWorker);
  if (!picture) return undefined;
  const drawings = picture.drawings.map((bytes, at): Drawing => [variants[at] ?? "small", bytes]);
  return { ...picture, drawings };
}

/** Stores a file with its smaller forms, and answers the key that its attachment has to name within the hour. */
export async function storeFile(files: FileStore, file: SpooledFile, { drawings = [] }: Pick<KnownFile, "drawings">): Promise<string> {
  const storageKey = `${file.sha256}-${randomBytes(8).toString("hex")}`;
  for (const [variant, bytes] of drawings) await files.put(toFileKey(storageKey, variant), bytes);
  await files.put(storageKey, file);
  return storageKey;
}

export const toFileKey = (storageKey: string, variant: Variant): string =>
  variant === "original" ? storageKey : `${storageKey}.${variant}.webp`;

/** The key that an attachment knows the file by: the original's, whatever its form. */
export const toStorageKey = (fileKey: string): string => fileKey.split(".")[0] ?? fileKey;
