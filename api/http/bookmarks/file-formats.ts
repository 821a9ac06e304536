import { escapeAttribute } from "@folda/page-reader/escape";
import type { bookmarkFileFormats } from "../../../contract/rest/bookmarks";
import { ownColumns } from "../../bookmarks/csv-columns";
import { createDayReader } from "../../bookmarks/read-day";
import { writeTagList } from "../../bookmarks/tag-list";
import type { Bookmarkable } from "../../domain/bookmarks/export";
import { byteOrderMark, csvLine } from "../csv";

interface FileFormat {
  contentType: string;
  write(batches: AsyncIterable<Bookmarkable[]>, file: { title: string; timeZone: string }): AsyncGenerator<string>;
}

/** The files that can be downloaded. Imported again, they give the same addresses, titles, tags and dates. */
export const fileFormats: Record<(typeof bookmarkFileFormats)[number], FileFormat> = {
  html: { contentType: "text/html; charset=utf-8", write: writeHtml },
  csv: { contentType: "text/csv; charset=utf-8", write: writeCsv },
  json: { contentType: "application/json", write: writeJson },
};

async function* writeHtml(...[batches, { title, timeZone }]: Parameters<FileFormat["write"]>): AsyncGenerator<string> {
  const toSeconds = createSecondsOf(timeZone);
  yield `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<!-- This is an automatically generated file.
     It will be read and overwritten.
     DO NOT EDIT! -->
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>${escapeAttribute(title)}</TITLE>
<H1>${escapeAttribute(title)}</H1>
<DL><p>
`;
  let current: string | undefined;
  for await (const batch of batches) {
    let html = "";
    for (const { url, title: name, teaser, folder, tags, publishedAt } of batch) {
      if (folder !== current)
        html += `${current === undefined ? "" : "    </DL><p>\n"}    <DT><H3>${escapeAttribute(folder)}</H3>\n    <DL><p>\n`;
      current = folder;
      const attributes = `HREF="${escapeAttribute(url)}" ADD_DATE="${toSeconds(publishedAt)}" TAGS="${escapeAttribute(writeTagList(tags))}"`;
      html += `        <DT><A ${attributes}>${escapeAttribute(name)}</A>\n${teaser ? `        <DD>${escapeAttribute(teaser)}\n` : ""}`;
    }
    yield html;
  }
  yield `${current === undefined ? "" : "    </DL><p>\n"}</DL><p>\n`;
}

async function* writeCsv(batches: AsyncIterable<Bookmarkable[]>): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(ownColumns, ",");
  for await (const batch of batches)
    yield batch
      .map(({ url, folder, title, teaser, tags, publishedAt }) =>
        csvLine([url, folder, title, teaser, writeTagList(tags), publishedAt], ","),
      )
      .join("");
}

async function* writeJson(batches: AsyncIterable<Bookmarkable[]>): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const batch of batches) {
    let json = "";
    for (const { url, title, teaser, folder, tags, publishedAt } of batch) {
      json += separator + JSON.stringify({ url, title, description: teaser, folder, tags, published_at: publishedAt });
      separator = ",\n";
    }
    yield json;
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

/** Returns a function that finds a moment of a calendar day, in seconds since 1970: noon, or the beginning or end of the day far from Greenwich. */
function createSecondsOf(timeZone: string): (day: string) => number {
  const toDay = createDayReader(timeZone);
  return (day) => {
    const moments = ["12:00:00", "00:00:01", "23:59:59"].map((time) => Date.parse(`${day}T${time}Z`) / 1000);
    return moments.find((seconds) => toDay(String(seconds)) === day) ?? moments[0] ?? 0;
  };
}
