import { CsvError, type InfoRecord, parse } from "csv-parse/sync";
import * as limits from "../../contract/limits";
import type { BookmarkFormat } from "../../contract/rest/bookmarks";
import { type BookmarkFolder, type FoundBookmark, maxFolderDepth } from "./bookmark-file";
import { type CsvColumns, findColumns } from "./csv-columns";
import { withoutFormulaGuard } from "./formula-guard";
import { readTagList } from "./tag-list";

/** More columns are an error: an array of millions of empty fields would exhaust the worker's memory, which can end the process. */
const maxColumns = 500;

/** Reads a table with a header. Returns its format; `undefined` if it is no table with a column of addresses. `take` returns whether to continue. */
export function readCsv(text: string, take: (found: FoundBookmark) => boolean): BookmarkFormat | undefined {
  let columns: CsvColumns | undefined;
  let isFirst = true;
  let hasEnded = false;
  let line = 1;
  try {
    parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      cast: (value, { index }) => {
        if (index >= maxColumns) throw new TooManyColumns();
        return value;
      },
      to: limits.bookmarksPerImport + 2,
      on_record(record: string[], { lines }: InfoRecord) {
        if (isFirst) columns = findColumns(record);
        else if (columns && !hasEnded) hasEnded = !take(toBookmark(record, columns, line));
        isFirst = false;
        // `lines` is the last line of this record, in which texts can have several.
        line = lines + 1;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError || error instanceof TooManyColumns)) throw error;
    if (columns && !hasEnded) take({ ...toBookmark([], columns, line), isDamaged: true });
  }
  return columns?.format;
}

class TooManyColumns extends Error {}

/** The separator that the header contains most often. */
function delimiterOf(text: string): string {
  const header = text.slice(0, 2_000).split("\n", 1)[0] ?? "";
  const counts = [",", ";", "\t"].map((sign) => ({ sign, count: header.split(sign).length }));
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).sign;
}

function toBookmark(record: readonly string[], columns: CsvColumns, line: number): FoundBookmark {
  const { format, isOwn } = columns;
  const at = (place: number) => {
    const value = record[place] ?? "";
    return isOwn ? withoutFormulaGuard(value) : value;
  };
  const texts = columns.texts.map((place) => at(place).trim()).filter(Boolean);
  return {
    line,
    url: at(columns.url),
    title: at(columns.title),
    text: [...new Set(texts)].join("\n"),
    folder: toFolder(at(columns.folder), format),
    tags: readTagList(at(columns.tags), format === "pocket" ? "|" : ","),
    added: at(columns.added),
  };
}

/** Raindrop.io writes nested folders with slashes. */
function toFolder(text: string, format: BookmarkFormat): BookmarkFolder {
  const names = format === "raindrop" ? text.slice(0, maxFolderDepth * limits.tag).split("/", maxFolderDepth) : [text];
  const path = names.map((name) => name.trim().slice(0, limits.tag)).filter(Boolean);
  return { path, names: path };
}
