import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { decodeText } from "@folda/page-reader/charset";
import { cleanAddress } from "../../contract/clean-address";
import * as limits from "../../contract/limits";
import type { BookmarkFormat } from "../../contract/rest/bookmarks";
import { cleanLine, cleanText } from "../../contract/rest/shared";
import { findAllowedSource } from "../outbound/allowed-hosts";
import type { BookmarkFolder, FoundBookmark, ReadBookmark, ReadBookmarks } from "./bookmark-file";
import { readCsv } from "./read-csv";
import { createDayReader } from "./read-day";
import { isNetscape, readNetscape } from "./read-netscape";

export interface BookmarkTask {
  path: string;
  timeZone: string;
  /** Hosts without a top-level domain that the operator allows. */
  allowHosts: readonly string[];
}

/** The content of a file with bookmarks; `unknown` if it is none, `empty` without any entry, `tooMany` if it has more than an import may have. */
export type BookmarkReading = { ok: true; file: ReadBookmarks } | { ok: false; problem: "unknown" | "empty" | "tooMany" };

/** Reads and checks a file. In linear time; runs in a worker, because a large file takes up to a second. */
export function readBookmarks({ path, timeZone, allowHosts }: BookmarkTask): BookmarkReading {
  const text = decodeText(readFileSync(path), null);
  if (text.trim() === "") return { ok: false, problem: "empty" };
  const folders = new Map<string, number>();
  const listed: BookmarkFolder[] = [];
  const entries: ReadBookmark[] = [];
  const toDay = createDayReader(timeZone);
  const numberOf = (folder: BookmarkFolder) => {
    // A hash, because the paths of thousands of nested folders would be longer than the file.
    const key = createHash("sha256").update(JSON.stringify(folder)).digest("base64");
    const known = folders.get(key);
    if (known !== undefined) return known;
    folders.set(key, listed.length);
    listed.push({ path: folder.path.map(cleanLine), names: folder.names.map(cleanLine).filter(Boolean) });
    return listed.length - 1;
  };
  const take = (found: FoundBookmark) => {
    entries.push(check(found, numberOf(found.folder), toDay(found.added), allowHosts));
    return entries.length <= limits.bookmarksPerImport;
  };
  const format = readAny(text, take);
  if (!format) return { ok: false, problem: "unknown" };
  if (entries.length === 0) return { ok: false, problem: "empty" };
  if (entries.length > limits.bookmarksPerImport) return { ok: false, problem: "tooMany" };
  return { ok: true, file: { format, folders: listed, entries } };
}

function readAny(text: string, take: (found: FoundBookmark) => boolean): BookmarkFormat | undefined {
  // A page or a picture can also be read as a table, but its first line does not name a column of addresses.
  if (!isNetscape(text)) return readCsv(text, take);
  readNetscape(text, take);
  return "netscape";
}

function check(found: FoundBookmark, folder: number, addedOn: string | null, allowHosts: readonly string[]): ReadBookmark {
  const address = cleanAddress(cleanLine(found.url.slice(0, 12 * limits.url)));
  const url = findAddress(address, allowHosts);
  const title = shorten(cleanLine(found.title.slice(0, 2 * limits.text)) || address, limits.text);
  const text = shorten(cleanText(found.text.slice(0, 2 * limits.bookmarkText)), limits.bookmarkText);
  const outcome = found.isDamaged ? "damaged" : address === "" ? "no_address" : url === null ? "bad_address" : null;
  return { line: found.line, url, title, text, folder, tags: cleanTags(found.tags), addedOn, outcome };
}

/** Only addresses of web pages, with their scheme: a script or a host alone is none. */
function findAddress(address: string, allowHosts: readonly string[]): string | null {
  if (!/^https?:\/\//i.test(address)) return null;
  return findAllowedSource(address, allowHosts)?.href ?? null;
}

function cleanTags(tags: readonly string[]): string[] {
  const names = new Map<string, string>();
  for (const tag of tags.slice(0, 4 * limits.tagsPerArticle)) {
    const name = cleanLine(tag.slice(0, 2 * limits.tag))
      .slice(0, limits.tag)
      .trim();
    if (name && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  return [...names.values()].slice(0, limits.tagsPerArticle);
}

const shorten = (text: string, longest: number) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);
