/** Control characters, halves of characters, and what is invisible or turns the direction of the text around it. */
const unseen = /[\p{Cc}\p{Cs}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** Text of one line, in which nothing hides. */
export const plainLine = (text: string): string => text.replace(/\s+/g, " ").replace(unseen, "").trim();

/** Text of one line that no mail program decodes: `=?` begins what is encoded in a header, and stands for itself nowhere. */
export const plainHeader = (text: string): string => plainLine(text).replaceAll("=?", "= ?");

/** A name as a mail may show it, to strangers too: nothing in it reads as an address, or is made a link of by mail programs. */
export function plainName(name: string): string {
  const line = plainHeader(name.normalize("NFKC"))
    .replace(/[<>"\\@,;:()[\]/]/g, " ")
    .replace(/\.(?=\S)/g, ". ");
  return [...plainLine(line)].slice(0, 100).join("");
}

/** What a person is called in mails; `null` without any name. */
export function personName({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string | null {
  return plainName([firstName, lastName].filter(Boolean).join(" ")) || null;
}
