import type { BookmarkFormat } from "../../contract/rest/bookmarks";

/** The columns of our own files: those that Raindrop.io imports. */
export const ownColumns = ["url", "folder", "title", "note", "tags", "created"] as const;

/** The names of columns in the files of known products and in tables that people made, in lower case. Texts are joined. */
const names = {
  url: ["url", "link", "href", "address", "adresse"],
  title: ["title", "titel", "name"],
  texts: ["note", "notes", "description", "beschreibung", "selection", "excerpt", "highlights"],
  folder: ["folder", "ordner", "collection", "location"],
  tags: ["tags", "document tags", "labels"],
  added: ["created", "time_added", "timestamp", "saved date", "added", "date", "datum"],
};

/** The positions of the columns in each record; those that are missing are -1. */
export interface CsvColumns {
  format: BookmarkFormat;
  /** Written by us: possible formulas have an apostrophe in front. */
  isOwn: boolean;
  url: number;
  title: number;
  texts: number[];
  folder: number;
  tags: number;
  added: number;
}

/** Maps the header's names to columns; `undefined` without a column of addresses. Of columns with the same name, the first is used. */
export function findColumns(header: readonly string[]): CsvColumns | undefined {
  const columns = header.map((name) => name.trim().toLowerCase());
  const find = (known: readonly string[]) => known.map((name) => columns.indexOf(name)).find((place) => place !== -1) ?? -1;
  const url = find(names.url);
  if (url === -1) return undefined;
  return {
    format: formatOf(new Set(columns)),
    isOwn: columns.join() === ownColumns.join(),
    url,
    title: find(names.title),
    texts: names.texts.map((name) => columns.indexOf(name)).filter((place) => place !== -1),
    folder: find(names.folder),
    tags: find(names.tags),
    added: find(names.added),
  };
}

function formatOf(columns: ReadonlySet<string>): BookmarkFormat {
  const has = (...wanted: string[]) => wanted.every((name) => columns.has(name));
  if (has("excerpt", "cover", "created")) return "raindrop";
  if (has("time_added", "tags")) return "pocket";
  if (has("selection", "folder", "timestamp")) return "instapaper";
  if (has("document tags", "saved date")) return "readwise";
  return "csv";
}
