/**
 * Texts that spreadsheets treat as a formula: the first character, in half and full width, also after spaces. Also texts that look as if they had
 * been guarded before, so that the guard can be removed without loss.
 */
const formula = /^'*\s*[=+\-@\t\r\n＝＋－＠]/u;

/** An apostrophe in front of possible formulas makes spreadsheets treat them as text (OWASP, CSV injection). */
export const withFormulaGuard = (field: string): string => (formula.test(field) ? `'${field}` : field);

/** The inverse of `withFormulaGuard`. */
export const withoutFormulaGuard = (field: string): string => (field.startsWith("'") && formula.test(field) ? field.slice(1) : field);
