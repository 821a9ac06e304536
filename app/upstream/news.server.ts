import { newsSchema } from "../../contract/rest/news";
import type { Upstream } from "./client.server";
import { unlessFailed, unlessGone } from "./failure.server";

/** How many articles others have filed since `after` (ISO 8601), and whether there are unread notifications; nothing if the API fails or returns 404. */
export const countNews = async (upstream: Upstream, after: string) =>
  (await unlessFailed(unlessGone(upstream.get("/contents/news", newsSchema, { after })))) ?? { count: 0, unread: false };
