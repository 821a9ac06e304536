import { parseUrl } from "../../contract/parse-url";
import { tokensOf, unescapeText } from "./tokens";

/** An address in escaped text. */
const address = /https?:\/\/(?:&amp;|[^\s<>"„“”«»&])+/gi;
/** Punctuation that ends a sentence rather than an address. */
const closing = /[.,;:!?'’\]}]/;

/** Sanitised HTML whose bare web addresses are links. */
export function withLinkedAddresses(html: string): string {
  let isInLink = false;
  return Array.from(tokensOf(html), (token) => {
    if (token.kind !== "text" && token.name === "a") isInLink = token.kind === "open";
    return token.kind === "text" && !isInLink ? token.source.replace(address, link) : token.source;
  }).join("");
}

function link(found: string): string {
  let end = found.length;
  // A closing bracket whose opening bracket is in the address belongs to it.
  let spare = count(found, ")") - count(found, "(");
  for (; end > 0; end -= 1) {
    const last = found.charAt(end - 1);
    // The `;` of an ampersand.
    if (last === ";" && found.slice(0, end).endsWith("&amp;")) break;
    if (last === ")" && spare > 0) spare -= 1;
    else if (!closing.test(last)) break;
  }
  const url = found.slice(0, end);
  if (!parseUrl(unescapeText(url))) return found;
  return `<a href="${url}" rel="noopener nofollow">${url}</a>${found.slice(end)}`;
}

const count = (text: string, sign: string) => text.split(sign).length - 1;
