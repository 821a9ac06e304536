import { createRoute, z } from "@hono/zod-openapi";
import { bookmarksQuerySchema } from "../../../contract/rest/bookmarks";
import { fromWire } from "../../../contract/wire";
import { readBookmarks } from "../../domain/bookmarks/export";
import type { Services } from "../../services";
import type { Api } from "../context";
import { toDisposition } from "../disposition";
import { invalid, refusals } from "../openapi";
import { textStream } from "../text-stream";
import { bookmarkText } from "./bookmark-texts";
import { fileFormats } from "./file-formats";

const text = { schema: z.string() };

const fileRoute = createRoute({
  method: "get",
  path: "/bookmarks",
  summary: "The articles of a filter as a file of bookmarks, folder by folder",
  tags: ["bookmarks"],
  request: { query: bookmarksQuerySchema },
  responses: {
    200: {
      description: "Without articles that have no address or are not shareable.",
      content: { "text/html": text, "text/csv": text, "application/json": text },
    },
    ...invalid,
    ...refusals(401, 429),
  },
});

export function registerBookmarkFiles(api: Api, services: Services): void {
  api.openapi(fileRoute, async (c) => {
    const { format, ...query } = c.req.valid("query");
    const batches = await readBookmarks(services, c.get("viewer"), fromWire(query));
    const title = bookmarkText(c.get("locale"), "file.name");
    const { contentType, write } = fileFormats[format];
    return c.body(textStream(write(batches, { title, timeZone: services.config.timeZone })), 200, {
      "Content-Type": contentType,
      "Content-Disposition": toDisposition("attachment", `${title}.${format}`),
      "Cache-Control": "private, no-store",
    });
  });
}
