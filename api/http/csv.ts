import { withFormulaGuard } from "../bookmarks/formula-guard";

/** Makes Excel read a file as UTF-8. */
export const byteOrderMark = "\uFEFF";

/** A line of a CSV file (RFC 4180), every field in quotes and guarded against formulas. */
export const csvLine = (fields: readonly string[], separator: "," | ";"): string =>
  `${fields.map((field) => `"${withFormulaGuard(field).replaceAll('"', '""')}"`).join(separator)}\r\n`;
