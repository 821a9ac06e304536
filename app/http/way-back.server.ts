/** A path of this site and nothing else: `//host`, `/\host`, control characters and other schemes are no way back. */
export function findWayBack(value: FormDataEntryValue | string | null | undefined): string | undefined {
  if (typeof value !== "string" || !/^\/(?![/\\])/.test(value) || /[\u0000-\u001f\\]/.test(value)) return undefined;
  const origin = "http://here.invalid";
  const url = URL.canParse(value, origin) ? new URL(value, origin) : undefined;
  // Resolving makes `//host` of `/.//host`.
  if (url?.origin !== origin || url.pathname.startsWith("//")) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
