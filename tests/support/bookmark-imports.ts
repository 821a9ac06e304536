import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, type Caller, formOf } from "./caller";

/** Uploads a file of bookmarks. */
export const uploadBookmarks = (person: Caller, content: string | Uint8Array, filename = "bookmarks.html"): Promise<Answer> =>
  person.post("/bookmark_imports", formOf({ file: new File([content as BlobPart], filename) }));

export const startImport = (person: Caller, id: string, folderId: string, choice: Record<string, unknown> = {}): Promise<Answer> =>
  person.post(`/bookmark_imports/${id}/start`, { import: { folder_id: folderId, fallback_tag: "Lesezeichen", ...choice } });

/** The import, with the numbers of its entries by outcome. */
export async function readImport(person: Caller, id: string): Promise<Answer["body"]> {
  const { body } = await person.get(`/bookmark_imports/${id}`);
  const counts = body.outcomes?.map(({ outcome, count }: { outcome: string; count: number }) => [outcome, count]);
  return { ...body, outcomes: Object.fromEntries(counts ?? []) };
}

/** The same once it is done. */
export async function finishedImport(person: Caller, id: string): Promise<Answer["body"]> {
  for (;;) {
    const found = await readImport(person, id);
    if (found.state !== "working") return found;
    await sleep(20);
  }
}

/** A bookmark file of browsers with these addresses. */
export const netscape = (entries: readonly string[]): string =>
  `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${entries.join("\n")}\n</DL><p>\n`;

export const bookmark = (url: string, title = url, attributes = ""): string => `<DT><A HREF="${url}" ${attributes}>${title}</A>`;
