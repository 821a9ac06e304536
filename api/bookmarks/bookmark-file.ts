import type { BookmarkFormat, BookmarkOutcome } from "../../contract/rest/bookmarks";

/** Folders below this depth count as the one around them. */
export const maxFolderDepth = 10;

/** A folder of the file. */
export interface BookmarkFolder {
  /** Its name after those of the folders around it; empty for bookmarks outside of folders. */
  path: string[];
  /** The names that could become tags: those of the path without the ones that browsers give to their own folders. */
  names: string[];
}

/** An entry as a reader finds it, not checked. */
export interface FoundBookmark {
  /** The line of the file on which it begins, counted from 1. */
  line: number;
  url: string;
  title: string;
  text: string;
  folder: BookmarkFolder;
  tags: string[];
  /** A date and time, a day, or a number of seconds, milliseconds or microseconds since 1970. */
  added: string;
  /** The end of the entry is missing. */
  isDamaged?: true;
}

/** An entry that has been checked, cleaned and shortened. */
export interface ReadBookmark {
  line: number;
  /** `null` if the address is unusable. */
  url: string | null;
  title: string;
  text: string;
  /** Its folder's place in the file's `folders`. */
  folder: number;
  tags: string[];
  /** `YYYY-MM-DD`. */
  addedOn: string | null;
  /** Why it cannot be filed. */
  outcome: Extract<BookmarkOutcome, "no_address" | "bad_address" | "damaged"> | null;
}

export interface ReadBookmarks {
  format: BookmarkFormat;
  folders: BookmarkFolder[];
  entries: ReadBookmark[];
}
