import { newsSchema } from "../../contract/rest/news";
import type { Upstream } from "./client.server";
import { unlessFailed, unlessGone } from "./failure.server";

/** How many articles others have filed since `after` (ISO 8601); 0 if the API fails or returns 404. */
export async function countNews(upstream: Upstream, after: string): Promise<number> {
  const news = await unlessFailed(unlessGone(upstream.get("/contents/news", newsSchema, { after })));
  return news?.count ?? 0;
}
