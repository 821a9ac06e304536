/** Formats that browsers show and that can run nothing: media types, and what the decoder calls them. */
export const shownFormats = new Map([
  ["image/jpeg", "jpeg"],
  ["image/png", "png"],
  ["image/webp", "webp"],
  ["image/gif", "gif"],
  ["image/avif", "heif"],
]);

/** Whether browsers may show a file of this type. */
export const isShownType = (contentType: string): boolean => shownFormats.has(contentType);
