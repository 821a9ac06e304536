import { feedQuerySchema } from "../../../contract/rest/feeds";
import { fromWire } from "../../../contract/wire";
import { listSummaries } from "../../db/articles/article-list";
import { listNewOfFollows, listOfOthers, type Period } from "../../db/following/digests";
import { type FollowRow, listFollows } from "../../db/following/follows";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { findArticles } from "../articles/article-list";

/** Articles of one digest, and those of one follow in it. */
const most = { articles: 50, perFollow: 10 };
/** New articles of one follow are counted up to this number. */
const mostCounted = 200;

export interface DigestSection {
  follow: FollowRow;
  articles: Awaited<ReturnType<typeof listSummaries>>;
  /** The number of further articles; a lower bound if it is not exact. */
  more: number;
  isExact: boolean;
}

/** Folders first, then tags and searches, each by name. */
const rankOf = ({ folder, tag }: FollowRow) => (folder ? 0 : tag ? 1 : 2);

/**
 * The articles that were filed in a period and since the viewer follows what they are in, by follow: without their own ones, and those that they may
 * not see at this moment. Each article is in the first section that has it.
 */
export async function composeDigest(services: Services, viewer: Viewer, period: Period): Promise<DigestSection[]> {
  const { db } = services.database;
  const { compare } = new Intl.Collator("de");
  const follows = (await listFollows(db, viewer)).sort((a, b) => rankOf(a) - rankOf(b) || compare(a.name, b.name));
  if (follows.length === 0) return [];
  const listed = await listNewOfFollows(db, viewer, period, mostCounted + 1);
  const found = new Map(listed.map(({ followId, articleIds }) => [followId, articleIds]));
  // One after the other: a person with a hundred searches must not take all connections.
  for (const follow of follows) if (follow.query) found.set(follow.id, await findNew(services, viewer, follow, period));
  const ofSearches = follows.flatMap(({ id, query }) => (query ? (found.get(id) ?? []) : []));
  const isOfOthers = ofSearches.length > 0 ? await listOfOthers(db, viewer, ofSearches) : new Set();

  const told = new Set<string>();
  let room = most.articles;
  const chosen = follows.flatMap((follow) => {
    const ids = found.get(follow.id) ?? [];
    const left = ids.slice(0, mostCounted).filter((id) => !told.has(id) && (!follow.query || isOfOthers.has(id)));
    if (left.length === 0) return [];
    for (const id of left) told.add(id);
    const shown = left.slice(0, Math.min(most.perFollow, room));
    room -= shown.length;
    return [{ follow, shown, more: left.length - shown.length, isExact: ids.length <= mostCounted }];
  });
  const shownIds = chosen.flatMap(({ shown }) => shown);
  const summaries = shownIds.length > 0 ? await listSummaries(db, viewer, shownIds) : [];
  const byId = new Map(summaries.map((article) => [article.id, article]));
  return chosen.map(({ shown, ...section }) => ({ ...section, articles: shown.flatMap((id) => byId.get(id) ?? []) }));
}

/** The newest articles that a saved search finds among those of the period. */
async function findNew(services: Services, viewer: Viewer, { query, createdAt }: FollowRow, { after, until }: Period): Promise<string[]> {
  const filedWithin = { after: new Date(Math.max(Date.parse(after), createdAt.getTime())), until: new Date(until) };
  const search = { ...fromWire(feedQuerySchema.parse(query)), sortBy: "created_at", sortDir: "desc" } as const;
  const { ids } = await findArticles(services, viewer, search, { limit: mostCounted + 1, offset: 0 }, filedWithin);
  return ids;
}
