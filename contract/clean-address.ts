/** Zero-width and control characters. Emoji and words of some scripts contain joiners, but never next to ASCII. */
const invisible =
  /[\0-\x08\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|(?<![^\0-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\0-\x7f])/g;

/** Removes the invisible characters that mail programs, chats and word processors add to addresses. The text may have several addresses. */
export function cleanAddress(text: string): string {
  const visible = text.replace(invisible, "").trim();
  // Non-breaking spaces are accidents, too, except between two addresses.
  return /^https?:/i.test(visible) ? visible.replace(/[\u00a0\u2007\u202f](?!https?:)/gi, "") : visible;
}
