import { createRoute } from "@hono/zod-openapi";
import { newsQuerySchema, newsSchema } from "../../../contract/rest/news";
import { requireSessionKey } from "../../domain/auth/session";
import { countNews } from "../../domain/stream/news";
import type { Services } from "../../services";
import { tokenOf } from "../authenticate";
import type { Api } from "../context";
import { invalid, json, refusals } from "../openapi";

const newsRoute = createRoute({
  method: "get",
  path: "/contents/news",
  summary: "The number of articles that others filed after a moment, and whether there are unread notifications",
  tags: ["contents"],
  request: { query: newsQuerySchema },
  responses: { 200: json(newsSchema, "The number, counted up to a hundred."), ...invalid, ...refusals(401) },
});

/** Must be registered before `authenticate`, because its own statement checks the session. */
export function registerNews(api: Api, services: Services): void {
  // Before the query is validated: callers without a session learn only that they are signed out.
  api.use(newsRoute.path, async (c, next) => {
    c.set("session", await requireSessionKey(services, tokenOf(c)));
    await next();
  });
  api.openapi(newsRoute, async (c) => c.json(await countNews(services, c.get("session"), c.req.valid("query").after), 200));
}
