import iconv from "iconv-lite";

/**
 * The text of a page from its bytes. The bytes decide the encoding: a byte order mark, UTF-16 by its zero bytes, then valid UTF-8. Otherwise
 * the Content-Type header, the declarations in the page, UTF-8 and windows-1252 are tried, and the one with the fewest errors wins. Never
 * throws; unreadable bytes become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, contentType: string | null): string {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return decodeUnmarked(bytes.subarray(3), "text/html; charset=utf-8");
  if (first === 0xff && second === 0xfe) return decodeAs("utf-16le", bytes);
  if (first === 0xfe && second === 0xff) return decodeAs("utf-16be", bytes);
  return decodeUnmarked(bytes, contentType);
}

function decodeUnmarked(bytes: Uint8Array, contentType: string | null): string {
  const stated = [labelInHeader(contentType), ...labelsInPage(bytes)].filter((label) => label !== undefined);
  const utf16 = encodingOfZeroBytes(bytes, stated[0]);
  if (utf16) return decodeAs(utf16, bytes);
  // Writes letters as plain ASCII bytes, so it would pass as UTF-8.
  const shifted = bytes.includes(0x1b) ? stated.find((label) => label.startsWith("iso-2022-jp")) : undefined;
  if (shifted) return decodeAs(shifted, bytes);
  return decodeStrictUtf8(bytes) ?? decodeAs(bestOf(stated, bytes), bytes);
}

/** In bytes. */
const examinedForZeros = 4096;

/** UTF-16 without a mark: every other byte of markup is zero. If UTF-16 is stated, a few zero bytes suffice. */
function encodingOfZeroBytes(bytes: Uint8Array, stated: string | undefined): string | undefined {
  const examined = bytes.subarray(0, examinedForZeros);
  let even = 0;
  let odd = 0;
  for (const [index, byte] of examined.entries()) {
    if (byte !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  const needed = stated?.startsWith("utf-16") ? 0 : examined.length / 5;
  if (Math.max(even, odd) <= needed || Math.max(even, odd) < 4 * Math.min(even, odd)) return undefined;
  return even > odd ? "utf-16be" : "utf-16le";
}

function labelInHeader(contentType: string | null): string | undefined {
  return /;\s*charset\s*=\s*(?:["']\s*)?([\w.:+-]+)/i.exec(contentType ?? "")?.[1]?.toLowerCase();
}

const declarationBytes = 8192;

function labelsInPage(bytes: Uint8Array): (string | undefined)[] {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, declarationBytes)).toString("latin1");
  return [
    /<meta\b[^<>]*?\bcharset\s*=\s*(?:["']\s*)?([\w.:+-]+)/i.exec(start)?.[1]?.toLowerCase(),
    /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w.:+-]+)/i.exec(start)?.[1]?.toLowerCase(),
  ];
}

/** Of bytes that end within a letter, because they were cut off, the letters before it. */
function decodeStrictUtf8(bytes: Uint8Array): string | undefined {
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    const text = decoder.decode(bytes, { stream: true });
    return isWhole(decoder) || /[^\0-\x7f]/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

function isWhole(decoder: TextDecoder): boolean {
  try {
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/** In bytes, from the first one that is not ASCII: enough to judge by, and little to decode several times. */
const sampleBytes = 64 * 1024;

function bestOf(stated: string[], bytes: Uint8Array): string {
  const start = bytes.findIndex((byte) => byte >= 0x80);
  const sample = bytes.subarray(Math.max(start - 1, 0), start + sampleBytes);
  const candidates = [...new Set([...stated.filter((label) => !label.startsWith("utf-16")), "utf-8", "windows-1252"])];
  return candidates
    .map((label) => {
      const text = decodeAs(label, sample);
      const errors = countErrors(text);
      // Alphabets with one byte per letter can read everything, and only their label tells them apart: believe it unless it is clearly wrong.
      return { label, errors: stated.includes(label) && !text.includes("\ufffd") ? errors / 2 - 2 : errors };
    })
    .reduce((best, other) => (other.errors < best.errors ? other : best)).label;
}

/**
 * How much of a text is unlikely to be meant: unreadable bytes and control characters; accented letters of windows-1252 followed by another character
 * outside of ASCII ("Ã¼", "Ïðèâåò"), signs within a word ("wspó³praca"), and different alphabets next to each other ("fьr").
 */
function countErrors(text: string): number {
  let errors = 0;
  let before: Kind = "other";
  for (let index = 0; index < text.length; index += 1) {
    const kind = kindOf(text.charCodeAt(index));
    const isError =
      kind === "unreadable" ||
      (before === "accented" && (kind === "accented" || kind === "sign" || kind === "punctuation")) ||
      (before === "foreign" ? isLatin(kind) : kind === "foreign" && isLatin(before)) ||
      (kind === "sign" && isLatin(before) && isLatin(kindOf(text.charCodeAt(index + 1))));
    if (isError) errors += 1;
    before = kind;
  }
  return errors;
}

type Kind = "latin" | "accented" | "foreign" | "sign" | "punctuation" | "unreadable" | "other";

const isLatin = (kind: Kind) => kind === "latin" || kind === "accented";

/** Œ œ Š š Ÿ Ž ž, which windows-1252 adds to the letters of Latin-1. */
const accentedInWindows = new Set([0x152, 0x153, 0x160, 0x161, 0x178, 0x17d, 0x17e]);

function kindOf(code: number): Kind {
  if (code < 0x80) return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a ? "latin" : "other";
  if (code < 0xa0 || code === 0xfffd) return "unreadable";
  // A soft hyphen, an acute accent as an apostrophe, and the dot of Catalan are parts of words.
  if (code < 0xc0) return code === 0xad || code === 0xb4 || code === 0xb7 ? "punctuation" : "sign";
  if (code < 0x100 || accentedInWindows.has(code)) return "accented";
  if (code < 0x250) return "latin";
  if (code >= 0x2000 && code < 0x2c00) return "punctuation";
  return code >= 0x370 ? "foreign" : "other";
}

function decodeAs(label: string, bytes: Uint8Array): string {
  const decoder = decoderFor(label);
  // Node 20 decodes windows-1252 as latin1 and turns € „ “ – into control characters.
  if (decoder && decoder.encoding !== "windows-1252") return decoder.decode(bytes);
  const legacy = !decoder && iconv.encodingExists(label) ? label : "windows-1252";
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), legacy);
}

function decoderFor(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
