import { fileTypeFromBuffer, fileTypeFromFile } from "file-type";
import sharp from "sharp";
import { shownFormats } from "./shown-types";

// Each picture is drawn once: what libvips would keep of it (50 MB) is nobody's next question.
sharp.cache(false);

/** A file by its path, or its bytes. */
export type PictureSource = string | Uint8Array;

/** A picture that browsers show and that can run nothing: it is what it says, and small enough to be drawn. */
export interface Picture {
  contentType: string;
  /** In pixels as shown, the camera's rotation applied. */
  width: number;
  height: number;
  /** As WebP of at most so many pixels' width, upright and without metadata; an animation gives its first frame. `undefined` when it cannot be drawn. */
  draw(width: number): Promise<Uint8Array | undefined>;
}

// The server calls only `findFileType`: decoding takes threads and memory, so `drawing.ts` does it in another process.

const mostPixels = 50_000_000;
/** Decoding an AVIF takes ten times as long and several times the memory: 45 MB took half a minute. */
const mostAvifPixels = 16_000_000;
const decoding = { limitInputPixels: mostPixels, failOn: "error" } as const;

/** What the beginning of a file says that it is, and how such files' names end; `undefined` for text and for what nobody knows. */
export const findFileType = async (source: PictureSource): Promise<{ mime: string; ext: string } | undefined> =>
  typeof source === "string" ? fileTypeFromFile(source) : fileTypeFromBuffer(source);

/** The picture that a file is; `undefined` for what is none, has another format or too many pixels. Whether it is whole shows when it is drawn. */
export async function openPicture(source: PictureSource): Promise<Picture | undefined> {
  const contentType = (await findFileType(source))?.mime ?? "";
  const format = shownFormats.get(contentType);
  if (!format) return undefined;
  const found = await sharp(source, decoding)
    .metadata()
    .catch(() => undefined);
  // The decoder looks for itself: bytes that two readers take for different things are none.
  if (!found || found.format !== format || found.width * found.height > (format === "heif" ? mostAvifPixels : mostPixels)) return undefined;
  const { width, height, orientation = 1 } = found;
  const size = orientation > 4 ? { width: height, height: width } : { width, height };
  return { contentType, ...size, draw: (most) => draw(source, most).catch(() => undefined) };
}

/**
 * Drawn for mails, whose programs know JPEG and PNG only: a photograph cut to exactly this size on white, or a logo as it is, at most that
 * large. `undefined` when it cannot be drawn.
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
