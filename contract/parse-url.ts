/**
 * The URL, or `undefined` if the text is none. Not `URL.canParse`: Node 20's compiled version of it rejects every text with a Latin-1 letter, such
 * as `https://zürich.example`, after some thousand calls.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
