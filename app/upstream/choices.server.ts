import type { z } from "zod";
import { frequentSchema, sourcesSchema } from "../../contract/rest/choices";
import type { Upstream } from "./client.server";
import { unlessGone } from "./failure.server";

export type Frequent = z.output<typeof frequentSchema>;

/** Names of sources that hold these letters, a hundred at most, of one folder or of all; none where the API cannot tell. */
export async function listSources(upstream: Upstream, query: { name?: string; folderId?: string }): Promise<string[]> {
  const sources = await unlessGone(upstream.get("/sources", sourcesSchema, query));
  return (sources ?? []).map(({ name }) => name);
}

/** What the newest articles carry most often, of one folder or of all; nothing where the API cannot tell. */
export async function listFrequent(upstream: Upstream, folderId?: string): Promise<Frequent> {
  const frequent = await unlessGone(upstream.get("/contents/frequent", frequentSchema, { folderId }));
  return frequent ?? { tags: [], countries: [] };
}
