import { fileTypeFromBuffer, fileTypeFromFile } from "file-type";
import sharp from "sharp";
import { shownFormats } from "./shown-types";

// Each picture is drawn once, so libvips' cache (50 MB) would be useless.
sharp.cache(false);

/** A file by its path, or its bytes. */
export type PictureSource = string | Uint8Array;

/** A picture that browsers display and that contains no code: its content matches its type, and it is small enough to be drawn. */
export interface Picture {
  contentType: string;
  /** Displayed size in pixels, after applying the camera's rotation. */
  width: number;
  height: number;
  /** WebP at most `width` pixels wide, upright and without metadata; the first frame of an animation. `undefined` if it cannot be drawn. */
  draw(width: number): Promise<Uint8Array | undefined>;
}

// The server itself only calls `findFileType`: decoding takes threads and memory, so `drawing.ts` does it in another process.

const mostPixels = 50_000_000;
/** Decoding an AVIF takes ten times as long and several times the memory: 45 MB took half a minute. */
const mostAvifPixels = 16_000_000;
const decoding = { limitInputPixels: mostPixels, failOn: "error" } as const;

/** Media type and extension according to the first bytes; `undefined` for text and unknown formats. */
export const findFileType = async (source: PictureSource): Promise<{ mime: string; ext: string } | undefined> =>
  typeof source === "string" ? fileTypeFromFile(source) : fileTypeFromBuffer(source);

/** Opens a picture; `undefined` for other formats or too many pixels. Whether it is complete only shows when it is drawn. */
export async function openPicture(source: PictureSource): Promise<Picture | undefined> {
  const contentType = (await findFileType(source))?.mime ?? "";
  const format = shownFormats.get(contentType);
  if (!format) return undefined;
  const found = await sharp(source, decoding)
    .metadata()
    .catch(() => undefined);
  // The decoder detects the format itself. A file that two detectors read differently is rejected.
  if (!found || found.format !== format || found.width * found.height > (format === "heif" ? mostAvifPixels : mostPixels)) return undefined;
  const { width, height, orientation = 1 } = found;
  const size = orientation > 4 ? { width: height, height: width } : { width, height };
  return { contentType, ...size, draw: (most) => draw(source, most).catch(() => undefined) };
}

/**
 * Draws for mail programs, which only support JPEG and PNG: a photograph cropped to exactly this size on white, or a logo scaled to fit into it.
 * `undefined` if it cannot be drawn.
 */
export async function drawForMail(
  source: PictureSource,
  kind: "photo" | "logo",
  { width, height }: { width: number; height: number },
): Promise<{ bytes: Uint8Array; contentType: string; width: number; height: number } | undefined> {
  const picture = sharp(source, decoding).rotate().timeout({ seconds: 10 });
  const drawn =
    kind === "photo"
      ? picture.resize({ width, height, fit: "cover", position: "attention" }).flatten({ background: "#ffffff" }).jpeg({ quality: 78 })
      : picture.resize({ width, height, fit: "inside", withoutEnlargement: true }).png();
  try {
    const { data, info } = await drawn.toBuffer({ resolveWithObject: true });
    return { bytes: data, contentType: kind === "photo" ? "image/jpeg" : "image/png", width: info.width, height: info.height };
  } catch {
    return undefined;
  }
}

const draw = (source: PictureSource, width: number): Promise<Uint8Array> =>
  sharp(source, decoding).rotate().resize({ width, withoutEnlargement: true }).webp({ quality: 80 }).timeout({ seconds: 10 }).toBuffer();
