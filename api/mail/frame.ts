/** Opens and closes a table of this width for classic Outlook, which knows no `max-width`. Other mail programs see comments. */
const msoTable = (width: number, table: string) => ({
  open: `<!--[if mso]><table role="presentation" width="${width}" ${table}cellpadding="0" cellspacing="0" border="0"><tr><td valign="top"><![endif]-->`,
  close: "<!--[if mso]></td></tr></table><![endif]-->",
});

/** The sheet in the middle. */
export const page = msoTable(600, 'align="center" ');

/** Two columns of the sheet for classic Outlook. `second` are the attributes of the second cell, and its width. */
export const msoColumns = (second: string) => ({
  ...msoTable(558, ""),
  between: `<!--[if mso]></td><td ${second} valign="top"><![endif]-->`,
});

/** The text that mail programs show after the subject, followed by invisible characters that keep the rest of the mail out of it. */
export const preheader = (escapedText: string) =>
  `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapedText}${"&#847;&zwnj;&nbsp;".repeat(80)}</div>`;

/** The first characters of a line. */
export function cut(line: string, most: number): string {
  const characters = [...line];
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join("")}…`;
}

/** As on pages: only long words. */
export const hyphenation = "-webkit-hyphens: auto; hyphens: auto; hyphenate-limit-chars: 12 5 5;";
