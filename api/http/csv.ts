/** A file that begins with this is UTF-8 to Excel. */
export const byteOrderMark = "\uFEFF";

/** What a spreadsheet would take for the beginning of a formula, in narrow and in wide letters, after spaces too. */
const formula = /^\s*[=+\-@\t\r\n＝＋－＠]/u;

/**
 * A line of a CSV file (RFC 4180), every field in quotes. What would be a formula to a spreadsheet gets an apostrophe in front, which
 * makes it text (OWASP, CSV injection).
 */
export const csvLine = (fields: readonly string[], separator: "," | ";"): string =>
  `${fields.map((field) => `"${(formula.test(field) ? `'${field}` : field).replaceAll('"', '""')}"`).join(separator)}\r\n`;
