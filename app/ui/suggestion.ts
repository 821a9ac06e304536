/** An entry that a combobox suggests. */
export interface Suggestion {
  value: string;
  label: string;
  /** Tells apart entries of the same name, for example an e-mail address. */
  detail?: string;
}

/** The entry at the end of a text with several. */
export const entryOf = (text: string, several: boolean): string => (several ? text.slice(beforeEntry(text)) : text).trim();

/** Where that entry begins. */
export const beforeEntry = (text: string): number => Math.max(text.lastIndexOf(","), text.lastIndexOf(";")) + 1;
