import { cleanAddress } from "../../../contract/clean-address";
import { findSourceUrl } from "../../../contract/rest/source-url";

interface Shared {
  title: string;
  text: string;
  url: string;
}

/**
 * Finds the address in the values that another app shared. Android puts it into the text; it is then moved from there to `url`.
 */
export function readShared({ title, text, url }: Shared): Shared {
  const shared = cleanAddress(url);
  if (shared !== "") return { title, text, url: shared };
  const found = text.match(/https?:\/\/\S+/gi)?.findLast((address) => findSourceUrl(address, { allowLocalHosts: true }));
  if (found === undefined) return { title, text, url: "" };
  const at = text.lastIndexOf(found);
  return { title, text: `${text.slice(0, at)}${text.slice(at + found.length)}`.trim(), url: cleanAddress(found) };
}

/** The beginning of a text that takes up at most `maxBytes` in a query. */
export function cutForQuery(text: string, maxBytes: number): string {
  let cut = text.slice(0, maxBytes);
  while (new URLSearchParams({ cut }).toString().length > maxBytes) cut = cut.slice(0, Math.floor(cut.length * 0.9));
  return cut;
}
