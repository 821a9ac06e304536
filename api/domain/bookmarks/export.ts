import * as limits from "../../../contract/limits";
import { type Bookmarkable, listBookmarkable, readBookmarkables } from "../../db/bookmarks/bookmarkable";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { type ArticleQuery, findArticles } from "../articles/article-list";

export type { Bookmarkable };

const articlesAtOnce = 500;

/**
 * The articles of a filter as bookmarks, folder by folder, in batches that are read one after the other. Articles without an address or that may not
 * be shared are left out. Throws `RateLimitReached`.
 */
export async function readBookmarks(
  services: Services,
  viewer: Viewer,
  query: Omit<ArticleQuery, "page" | "perPage" | "shareable">,
): Promise<AsyncGenerator<Bookmarkable[]>> {
  await services.rateLimits.consume({ "bookmark-file": viewer.userId });
  const page = { limit: limits.bookmarksPerFile, offset: 0 };
  const { ids } = await findArticles(services, viewer, { ...query, shareable: "true" }, page);
  const { db } = services.database;
  return batches(db, viewer, await listBookmarkable(db, viewer, ids));
}

async function* batches(db: Services["database"]["db"], viewer: Viewer, ids: readonly string[]) {
  for (let start = 0; start < ids.length; start += articlesAtOnce)
    yield (await readBookmarkables(db, viewer, ids.slice(start, start + articlesAtOnce))).map(withoutAddressAsText);
}

/** The text of an imported bookmark without a description is its address. */
const withoutAddressAsText = (bookmark: Bookmarkable): Bookmarkable =>
  bookmark.url.startsWith(bookmark.teaser.replace(/…$/, "")) ? { ...bookmark, teaser: "" } : bookmark;
