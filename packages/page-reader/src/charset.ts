import iconv from "iconv-lite";

/**
 * The text of a page from its bytes: byte order mark, then valid UTF-8, then the charset of the Content-Type header,
 * then the one the page declares unless most letters are unreadable in it, then windows-1252. Never throws; unreadable bytes become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, contentType: string | null): string {
  const marked = encodingOfByteOrderMark(bytes);
  if (marked) return new TextDecoder(marked).decode(bytes);

  const label = labelInHeader(contentType) ?? labelInPage(bytes);
  // These two write letters as plain ASCII bytes, so they would pass as UTF-8.
  if (label && /^(iso-2022-jp|utf-16)/.test(label) && hasShiftBytes(bytes)) return decodeAs(label, bytes);
  const utf8 = decodeStrictUtf8(bytes);
  if (utf8 !== undefined) return utf8;
  const text = decodeAs(label ?? "windows-1252", bytes);
  return isMostlyUnreadable(text) ? decodeAs("windows-1252", bytes) : text;
}

/** More letters outside of ASCII are unreadable than readable. */
function isMostlyUnreadable(text: string): boolean {
  const unreadable = text.match(/\ufffd/g)?.length ?? 0;
  return unreadable > 0 && unreadable > (text.match(/[\u00a0-\ufffc]/g)?.length ?? 0);
}

function encodingOfByteOrderMark(bytes: Uint8Array): string | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return undefined;
}

function labelInHeader(contentType: string | null): string | undefined {
  return /;\s*charset\s*=\s*(?:["']\s*)?([\w.:+-]+)/i.exec(contentType ?? "")?.[1]?.toLowerCase();
}

const declarationBytes = 8192;

function labelInPage(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, declarationBytes)).toString("latin1");
  const declared =
    /<meta\b[^<>]*?\bcharset\s*=\s*(?:["']\s*)?([\w.:+-]+)/i.exec(start)?.[1] ??
    /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w.:+-]+)/i.exec(start)?.[1];
  const label = declared?.toLowerCase();
  // A page whose declaration can be read as ASCII is not UTF-16, even if it declares so (HTML standard).
  return label?.startsWith("utf-16") ? "utf-8" : label;
}

function hasShiftBytes(bytes: Uint8Array): boolean {
  return bytes.includes(0x00) || bytes.includes(0x1b);
}

function decodeStrictUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
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
