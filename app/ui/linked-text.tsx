import type { ReactNode } from "react";

const address = /https?:\/\/[^\s<>"„“”«»]+/gi;
/** What ends a sentence rather than an address. */
const closing = ".,;:!?'’)]}";

/** Plain text of people whose web addresses can be followed, and are vouched for by nobody. */
export function LinkedText({ children: text }: { children: string }) {
  const parts: ReactNode[] = [];
  let done = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const url = withoutEnd(found);
    if (!isAddress(url)) continue;
    parts.push(
      text.slice(done, index),
      <a key={index} href={url} rel="nofollow ugc noopener">
        {url}
      </a>,
    );
    done = index + url.length;
  }
  return (
    <>
      {parts}
      {text.slice(done)}
    </>
  );
}

function withoutEnd(found: string): string {
  let end = found.length;
  // As in an encyclopaedia: a bracket that was opened in the address belongs to it.
  let spare = count(found, ")") - count(found, "(");
  while (end > 0 && closing.includes(found.charAt(end - 1))) {
    const isBracket = found.charAt(end - 1) === ")";
    if (isBracket && spare <= 0) break;
    if (isBracket) spare -= 1;
    end -= 1;
  }
  return found.slice(0, end);
}

const count = (text: string, letter: string) => text.split(letter).length - 1;

function isAddress(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, username, password } = new URL(url);
  return hostname.includes(".") && !username && !password;
}
