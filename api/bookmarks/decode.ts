import { decodeText } from "@folda/page-reader/charset";

/** How much of a file is examined for its encoding, in bytes. */
const examined = 2_048;

/** The text of a file, which has no header that says its encoding. Never throws. */
export function decodeFile(bytes: Uint8Array): string {
  const utf16 = unmarkedUtf16(bytes.subarray(0, examined));
  return decodeText(bytes, utf16 ? `text/plain; charset=${utf16}` : null);
}

/** UTF-16 without a byte order mark: every other byte of a text in Latin letters is zero. */
function unmarkedUtf16(head: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = head.length * 0.4;
  return odd > many && even === 0 ? "utf-16le" : even > many && odd === 0 ? "utf-16be" : undefined;
}
