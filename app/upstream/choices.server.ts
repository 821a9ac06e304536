import type { z } from "zod";
import { frequentSchema, sourcesSchema } from "../../contract/rest/choices";
import { subscriptionsSchema } from "../../contract/rest/sources";
import type { Upstream } from "./client.server";
import { unlessFailed, unlessGone } from "./failure.server";

export type Frequent = z.output<typeof frequentSchema>;

// These only supply suggestions, so pages do without them if the API fails.

/** Up to a hundred source names that contain `name`, from one folder or all; empty if the API fails or returns 404. */
export async function listSources(upstream: Upstream, query: { name?: string; folderId?: string }): Promise<string[]> {
  const sources = await unlessFailed(unlessGone(upstream.get("/sources", sourcesSchema, query)));
  return (sources ?? []).map(({ name }) => name);
}

/** The most frequent values of the newest articles, from one folder or all; empty if the API fails or returns 404. */
export async function listFrequent(upstream: Upstream, folderId?: string): Promise<Frequent> {
  const frequent = await unlessFailed(unlessGone(upstream.get("/contents/frequent", frequentSchema, { folderId })));
  return frequent ?? { tags: [], countries: [] };
}

/** The subscribed sources of visible folders; empty if the API fails. */
export async function listSubscriptions(upstream: Upstream) {
  return (await unlessFailed(upstream.get("/subscriptions", subscriptionsSchema))) ?? [];
}
