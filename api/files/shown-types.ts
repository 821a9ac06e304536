/** Formats that browsers display and that contain no code: media types, with the decoder's name for each. */
export const shownFormats = new Map([
  ["image/jpeg", "jpeg"],
  ["image/png", "png"],
  ["image/webp", "webp"],
  ["image/gif", "gif"],
  ["image/avif", "heif"],
]);

export const isShownType = (contentType: string): boolean => shownFormats.has(contentType);
