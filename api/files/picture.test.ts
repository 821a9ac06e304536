import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { openPicture } from "./picture";

const directory = mkdtempSync(join(tmpdir(), "folda-picture-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const paint = (width = 60, height = 40) => sharp({ create: { width, height, channels: 3, background: "teal" } });
const noise = () => {
  const dots = Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, index) => (index * 7919) % 256));
  return sharp(dots, { raw: { width: 300, height: 300, channels: 3 } })
    .png()
    .toBuffer();
};

describe("A picture", () => {
  it.each(["jpeg", "png", "webp", "gif", "avif"] as const)("is recognised as %s by its bytes, in memory and on disk", async (format) => {
    const bytes = await paint().toFormat(format).toBuffer();
    const path = join(directory, `${format}.txt`);
    writeFileSync(path, bytes);
    for (const source of [bytes, path]) {
      expect(await openPicture(source)).toMatchObject({ contentType: `image/${format}`, width: 60, height: 40 });
    }
  });

  it.each<[string, string | Buffer | Promise<Buffer>]>([
    ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'],
    ["an SVG with an XML declaration", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ["a page", "<html><body>kein Bild</body></html>"],
    ["a PDF", "%PDF-1.7\n"],
    ["an icon", Buffer.from("00000100010010100000010020006804000016000000", "hex")],
    ["a TIFF", paint().tiff().toBuffer()],
    ["nothing", ""],
    ["one with more pixels than memory", pngClaiming(60_000, 60_000)],
    ["one with more pixels than are drawn", pngClaiming(10_000, 5_001)],
    ["an AVIF with more pixels than are decoded in time", avifClaiming(4_001, 4_000)],
  ])("is not %s", async (_, content) => {
    const held = await content;
    expect(await openPicture(typeof held === "string" ? new TextEncoder().encode(held) : held)).toBeUndefined();
  });

  it("reports its displayed size", async () => {
    const bytes = await paint().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await openPicture(bytes)).toMatchObject({ width: 40, height: 60 });
  });

  it("is drawn as WebP of that width, upright and without metadata", async () => {
    const bytes = await paint(600, 400)
      .withExif({ IFD0: { Copyright: "Jule Behrens" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const drawn = await (await openPicture(bytes))?.draw(200);
    const metadata = await sharp(drawn).metadata();
    expect(metadata).toMatchObject({ format: "webp", width: 200, height: 300 });
    expect([metadata.exif, metadata.orientation]).toEqual([undefined, undefined]);
  });

  it("is never enlarged", async () => {
    const drawn = await (await openPicture(await paint().png().toBuffer()))?.draw(1200);
    expect(await sharp(drawn).metadata()).toMatchObject({ width: 60, height: 40 });
  });

  it("that is truncated cannot be drawn", async () => {
    const bytes = await noise();
    const picture = await openPicture(bytes.subarray(0, bytes.length / 2));
    expect([picture?.width, await picture?.draw(200)]).toEqual([300, undefined]);
  });

  it("with fewer pixels than its header claims cannot be drawn", async () => {
    expect(await (await openPicture(pngClaiming(7_000, 7_000)))?.draw(200)).toBeUndefined();
  });
});

/** A small AVIF whose header claims this size. */
async function avifClaiming(width: number, height: number): Promise<Buffer> {
  const bytes = await paint().avif().toBuffer();
  const at = bytes.indexOf("ispe") + 8;
  bytes.writeUInt32BE(width, at);
  bytes.writeUInt32BE(height, at + 4);
  return bytes;
}

function pngClaiming(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(1000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}

function crc32(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
