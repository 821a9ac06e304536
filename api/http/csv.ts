/** Makes Excel read a file as UTF-8. */
export const byteOrderMark = "\uFEFF";

/** Characters that spreadsheets treat as the start of a formula, in half and full width, also after spaces. */
const formula = /^\s*[=+\-@\t\r\n＝＋－＠]/u;

/**
 * A line of a CSV file (RFC 4180), every field in quotes. An apostrophe in front of possible formulas makes spreadsheets treat them as text
 * (OWASP, CSV injection).
 */
export const csvLine = (fields: readonly string[], separator: "," | ";"): string =>
  `${fields.map((field) => `"${(formula.test(field) ? `'${field}` : field).replaceAll('"', '""')}"`).join(separator)}\r\n`;
