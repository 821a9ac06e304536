import { createRoute, z } from "@hono/zod-openapi";
import { embedlyQuerySchema, embedlySchema, pageUnreadSchema } from "../../../contract/rest/embedly";
import { previewPicture, type ReadPage, readWebPage } from "../../domain/articles/link-preview";
import type { Services } from "../../services";
import type { Api } from "../context";
import { invalid, json, refusals } from "../openapi";

const readPageRoute = createRoute({
  method: "get",
  path: "/embedly",
  summary: "The content of a web page",
  tags: ["embedly"],
  request: { query: embedlyQuerySchema },
  responses: {
    200: json(embedlySchema, "Title, text, pictures and more."),
    422: json(pageUnreadSchema, "Not the address of a page, or the page could not be read."),
    ...refusals(401, 429),
  },
});

const pictureRoute = createRoute({
  method: "get",
  path: "/embedly/picture",
  summary: "A small preview of a picture of a web page",
  tags: ["embedly"],
  request: { query: embedlyQuerySchema },
  responses: {
    200: { description: "At most 480 pixels wide.", content: { "image/webp": { schema: z.string().meta({ format: "binary" }) } } },
    ...invalid,
    ...refusals(401, 404, 429),
  },
});

export function registerEmbedly(api: Api, services: Services): void {
  api.openapi(readPageRoute, async (c) => {
    const page = await readWebPage(services, c.get("viewer"), c.req.valid("query").url);
    return c.json(toEmbedly(page), 200);
  });

  api.openapi(pictureRoute, async (c) => {
    const bytes = await previewPicture(services, c.get("viewer"), c.req.valid("query").url);
    return c.body(new Uint8Array(bytes), 200, { "Content-Type": "image/webp", "Cache-Control": "private, max-age=3600" });
  });
}

function toEmbedly(page: ReadPage): z.infer<typeof embedlySchema> {
  return {
    url: page.url,
    canonical_url: page.canonicalUrl,
    title: page.title,
    images: page.images.map(({ url, width, height, alt }) => ({ url, width, height, alt })),
    media: null,
    content: page.content,
    doubts: page.doubts,
    content_is_cut: page.doubts.includes("cut_text"),
    authors: page.authors,
    source_name: page.sourceName,
    published_at: page.publishedAt,
    language: page.language,
  };
}
