import { parseUrl } from "../../contract/parse-url";

/** The path to redirect to if it is on this site; rejects `//host`, `/\host`, control characters and other schemes. */
export function findRedirectTo(value: FormDataEntryValue | string | null | undefined): string | undefined {
  if (typeof value !== "string" || !/^\/(?![/\\])/.test(value) || /[\u0000-\u001f\\]/.test(value)) return undefined;
  const origin = "http://here.invalid";
  const url = parseUrl(value, origin);
  // Resolving turns `/.//host` into `//host`.
  if (url?.origin !== origin || url.pathname.startsWith("//")) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
