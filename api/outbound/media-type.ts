/** In lower case, without parameters. */
export function mediaTypeOf(contentType: string): string {
  return (contentType.split(";")[0] ?? "").trim().toLowerCase();
}

export function isHtmlType(contentType: string | null): boolean {
  const mediaType = mediaTypeOf(contentType ?? "");
  return mediaType === "text/html" || mediaType === "application/xhtml+xml";
}
