import { listFrequent } from "~/upstream/choices.server";
import type { Upstream } from "~/upstream/client.server";
import { listTags } from "~/upstream/tags.server";

/** Tag names of a folder or the workspace, the most used ones first. */
export async function listTagsByUse(upstream: Upstream, folderId?: string): Promise<string[]> {
  const [tags, frequent] = await Promise.all([listTags(upstream, folderId), listFrequent(upstream, folderId)]);
  return withFirst(tags, frequent.tags, ({ slug }) => slug).map(({ name }) => name);
}

/** All entries, those with these keys first, in the order of the keys. */
export function withFirst<Entry>(entries: readonly Entry[], keys: readonly string[], toKey: (entry: Entry) => string): Entry[] {
  const places = new Map(keys.map((key, place) => [key, place]));
  const placeOf = (entry: Entry) => places.get(toKey(entry)) ?? keys.length;
  return entries.toSorted((one, other) => placeOf(one) - placeOf(other));
}
