/** For text between tags, where quotation marks stay as they are. */
export const escapeText = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** For attributes in double quotes; valid in text, too. */
export const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', "&quot;");
