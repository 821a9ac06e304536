import type { ReactNode } from "react";

const address = /https?:\/\/[^\s<>"„“”«»]+/gi;
/** Punctuation that ends a sentence rather than a URL. */
const closing = ".,;:!?'’)]}";

/** Plain text written by users, with its URLs as links (`nofollow`). */
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
  // As in Wikipedia's URLs: a closing bracket whose opening bracket is in the URL belongs to it.
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
  try {
    const { hostname, username, password } = new URL(url);
    return hostname.includes(".") && !username && !password;
  } catch {
    return false;
  }
}
