import { z } from "zod";
import { writeMultipart } from "../../contract/multipart.server";
import { bookmarkImportDetailsSchema, bookmarkImportSchema, type startBookmarkImportBodySchema } from "../../contract/rest/bookmarks";
import type { Camel } from "../../contract/wire";
import type { ArticleQuery } from "./articles.server";
import type { Upstream } from "./client.server";

export type BookmarkImportDetails = Camel<z.output<typeof bookmarkImportDetailsSchema>>;
export type BookmarkChoice = Camel<z.output<typeof startBookmarkImportBodySchema>>["import"];

/** Reading a large file and storing its entries takes several seconds on a busy machine. */
const timeoutMs = 60_000;

const importPath = (id: string) => `/bookmark_imports/${encodeURIComponent(id)}`;

/** Uploads a file of bookmarks, streaming its content. Nothing is filed yet. */
export const createBookmarkImport = (upstream: Upstream, file: { name: string; content(): AsyncIterable<Uint8Array> }) =>
  upstream.upload(
    "/bookmark_imports",
    bookmarkImportDetailsSchema,
    writeMultipart({}, { field: "file", filename: file.name, content: file.content() }),
    { timeoutMs },
  );

/** The user's started imports of the last days, newest first. */
export const listBookmarkImports = (upstream: Upstream) => upstream.get("/bookmark_imports", z.array(bookmarkImportSchema));

/** One of the user's own imports. */
export const requireBookmarkImport = (upstream: Upstream, id: string) => upstream.get(importPath(id), bookmarkImportDetailsSchema);

/** Files the bookmarks of a draft in the background. */
export const startBookmarkImport = (upstream: Upstream, id: string, choice: BookmarkChoice) =>
  upstream.write("POST", `${importPath(id)}/start`, bookmarkImportDetailsSchema, { import: choice });

/** The response with the entries that were not filed. */
export const openBookmarkReport = (upstream: Upstream, id: string) => upstream.open(`${importPath(id)}/report`);

/** The response with the articles of a list as bookmarks. */
export const openBookmarkFile = (upstream: Upstream, format: string, { page: _, perPage: __, ...query }: ArticleQuery) =>
  upstream.open("/bookmarks", { ...query, format });
