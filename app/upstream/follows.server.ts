import { z } from "zod";
import { followSchema } from "../../contract/rest/follows";
import type { Camel } from "../../contract/wire";
import type { Upstream } from "./client.server";
import { orUnplaced } from "./failure.server";

export type Follow = Camel<z.output<typeof followSchema>>;

/** A folder, a tag, or a search with its name. */
export type FollowFields = { folderId: string } | { tagId: string } | { query: Record<string, string>; name: string };

/** The user's follows, newest first. */
export const listFollows = (upstream: Upstream) => upstream.get("/follows", z.array(followSchema));

/** The user's saved search. Throws a 404. */
export async function requireSavedSearch(upstream: Upstream, id: string): Promise<Follow & { query: Record<string, string> }> {
  const follow = (await listFollows(upstream)).find((one) => one.id === id);
  if (!follow?.query) throw new Response(null, { status: 404 });
  return { ...follow, query: follow.query };
}

/** Follows something, or saves a search; saving the same search again renames it. */
export const createFollow = (upstream: Upstream, fields: FollowFields) =>
  upstream.write("POST", "/follows", followSchema, { follow: fields });

/** As `createFollow`, for a subject that cannot be gone. */
export const saveSearch = (upstream: Upstream, fields: { query: Record<string, string>; name: string }) =>
  orUnplaced(createFollow(upstream, fields));

const followPath = (id: string) => `/follows/${encodeURIComponent(id)}`;

export const renameFollow = (upstream: Upstream, id: string, name: string) =>
  upstream.write("PUT", followPath(id), followSchema, { follow: { name } });

export const deleteFollow = (upstream: Upstream, id: string) => upstream.write("DELETE", followPath(id), z.undefined());
