/** Maximum widths of a picture's smaller variants, in pixels. They are never larger than the picture. */
export const variantWidths = { small: 480, large: 1280 } as const;
