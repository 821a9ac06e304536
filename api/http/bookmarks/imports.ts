import { createRoute, z } from "@hono/zod-openapi";
import { HTTPException } from "hono/http-exception";
import * as limits from "../../../contract/limits";
import { isMultipart } from "../../../contract/multipart.server";
import { bookmarkImportDetailsSchema, bookmarkImportSchema, startBookmarkImportBodySchema } from "../../../contract/rest/bookmarks";
import { fromWire } from "../../../contract/wire";
import {
  type BookmarkImport,
  type BookmarkImportDetails,
  createBookmarkImport,
  getBookmarkImport,
  listBookmarkImports,
  readUnfiled,
  startBookmarkImport,
} from "../../domain/bookmarks/imports";
import type { Services } from "../../services";
import type { Api } from "../context";
import { byteOrderMark, csvLine } from "../csv";
import { toDisposition } from "../disposition";
import { fileForm, idParams, invalid, json, jsonBody, refusals } from "../openapi";
import { textStream } from "../text-stream";
import type { Locale } from "../texts";
import { withUpload } from "../upload";
import { bookmarkText } from "./bookmark-texts";

const createImportRoute = createRoute({
  method: "post",
  path: "/bookmark_imports",
  summary: "Upload a file of bookmarks; nothing is filed until the import is started",
  tags: ["bookmarks"],
  request: {
    body: { content: fileForm() },
  },
  responses: {
    201: json(bookmarkImportDetailsSchema, "The draft with everything that was found."),
    ...invalid,
    ...refusals(400, 401, 413, 429, 507),
  },
});

const listRoute = createRoute({
  method: "get",
  path: "/bookmark_imports",
  summary: "The caller's started imports of the last week, newest first",
  tags: ["bookmarks"],
  responses: { 200: json(z.array(bookmarkImportSchema), "At most twenty."), ...refusals(401) },
});

const showRoute = createRoute({
  method: "get",
  path: "/bookmark_imports/{id}",
  summary: "One of the caller's imports: draft, progress or result",
  tags: ["bookmarks"],
  request: { params: idParams },
  responses: { 200: json(bookmarkImportDetailsSchema, "The import."), ...refusals(401, 404) },
});

const startRoute = createRoute({
  method: "post",
  path: "/bookmark_imports/{id}/start",
  summary: "File the bookmarks of a draft in the background; does nothing if that has begun",
  tags: ["bookmarks"],
  request: { params: idParams, body: jsonBody(startBookmarkImportBodySchema) },
  responses: { 200: json(bookmarkImportDetailsSchema, "The import."), ...invalid, ...refusals(400, 401, 404, 413, 429) },
});

const reportRoute = createRoute({
  method: "get",
  path: "/bookmark_imports/{id}/report",
  summary: "The entries that were not filed, with the reason, as a CSV file",
  tags: ["bookmarks"],
  request: { params: idParams },
  responses: {
    200: { description: "UTF-8 with a byte order mark, every field in quotes.", content: { "text/csv": { schema: z.string() } } },
    ...refusals(401, 404),
  },
});

export function registerBookmarkImports(api: Api, services: Services): void {
  api.openapi(createImportRoute, async (c) => {
    if (!isMultipart(c.req.raw.headers)) throw new HTTPException(400);
    const viewer = c.get("viewer");
    const made = await withUpload(services, c.req.raw, ({ upload }) => createBookmarkImport(services, viewer, upload), {
      fileBytes: limits.bookmarkFile,
    });
    return c.json(toDetails(made), 201);
  });

  api.openapi(listRoute, async (c) => c.json((await listBookmarkImports(services, c.get("viewer"))).map(toWire), 200));

  api.openapi(showRoute, async (c) => c.json(toDetails(await getBookmarkImport(services, c.get("viewer"), c.req.valid("param").id)), 200));

  api.openapi(startRoute, async (c) => {
    const choice = fromWire(c.req.valid("json").import);
    return c.json(toDetails(await startBookmarkImport(services, c.get("viewer"), c.req.valid("param").id, choice)), 200);
  });

  api.openapi(reportRoute, async (c) => {
    const locale = c.get("locale");
    const batches = await readUnfiled(services, c.get("viewer"), c.req.valid("param").id);
    return c.body(textStream(toReport(batches, locale)), 200, {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": toDisposition("attachment", `${bookmarkText(locale, "report.fileName")}.csv`),
    });
  });
}

async function* toReport(batches: Awaited<ReturnType<typeof readUnfiled>>, locale: Locale): AsyncGenerator<string> {
  // The separator that spreadsheets expect in that language.
  const separator = locale === "de" ? ";" : ",";
  const columns = (["line", "title", "url", "reason"] as const).map((name) => bookmarkText(locale, `report.${name}`));
  yield byteOrderMark + csvLine(columns, separator);
  for await (const batch of batches)
    yield batch
      .map(({ line, title, url, outcome }) =>
        csvLine([String(line), title, url ?? "", bookmarkText(locale, `outcomes.${outcome}`)], separator),
      )
      .join("");
}

const toWire = ({ id, filename, format, startedAt, finishedAt, total, processed, outcomes, createdAt }: BookmarkImport) => ({
  id,
  filename,
  format,
  state: startedAt === null ? ("draft" as const) : finishedAt === null ? ("working" as const) : ("done" as const),
  total,
  processed,
  outcomes,
  created_at: createdAt.toISOString(),
});

const toDetails = (found: BookmarkImportDetails): z.infer<typeof bookmarkImportDetailsSchema> => ({
  ...toWire(found),
  folders: found.folders,
  folders_count: found.foldersCount,
  tags: found.tags.names,
  tags_count: found.tags.count,
  untagged_count: found.tags.untagged,
  known_count: found.known,
  repeated_count: found.repeated,
  problems: found.problems.map(({ line, title, outcome }) => ({ line, title, outcome })),
});
