import { plainLine } from "../../contract/rest/shared";

/** A header line that no mail program decodes: `=?` would begin an encoded word. */
export const plainHeader = (text: string): string => plainLine(text).replaceAll("=?", "= ?");

/** A name that is safe to show to strangers: mail programs cannot read it as an address or turn it into a link. */
export function plainName(name: string): string {
  const line = plainHeader(name.normalize("NFKC"))
    .replace(/[<>"\\@,;:()[\]/]/g, " ")
    .replace(/\.(?=\S)/g, ". ");
  return [...plainLine(line)].slice(0, 100).join("");
}

/** A person's name in mails; `null` if there is none. */
export function personName({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string | null {
  return plainName([firstName, lastName].filter(Boolean).join(" ")) || null;
}
