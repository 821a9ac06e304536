/** An entry that a combobox suggests. */
export interface Suggestion {
  value: string;
  label: string;
  /** Tells apart entries of the same name, for example an e-mail address. */
  detail?: string;
}

/** The last entry of a text with several, separated by commas or semicolons; otherwise the whole text. */
export const entryOf = (text: string, several: boolean): string => (several ? text.slice(beforeEntry(text)) : text).trim();

/** The index of the last entry: after the last separator, or 0. */
export const beforeEntry = (text: string): number => Math.max(text.lastIndexOf(","), text.lastIndexOf(";")) + 1;
