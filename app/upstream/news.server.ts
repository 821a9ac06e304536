import { newsSchema } from "../../contract/rest/news";
import type { Upstream } from "./client.server";
import { unlessGone } from "./failure.server";

/** How many articles others filed since `after`, ISO 8601; none where the API cannot tell. */
export async function countNews(upstream: Upstream, after: string): Promise<number> {
  const news = await unlessGone(upstream.get("/contents/news", newsSchema, { after }));
  return news?.count ?? 0;
}
