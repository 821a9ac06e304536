import { config } from "~/config.server";
import { type Article, findNextArticle } from "~/upstream/articles.server";
import type { Upstream } from "~/upstream/client.server";
import { unlessFailed } from "~/upstream/failure.server";
import { href } from "../../../contract/paths";

/** The page after that of an article in an inbox, asked for before the article leaves it: of the next article, or of the inbox without one. */
export async function afterInbox(upstream: Upstream, { id, folder, folderId }: Article): Promise<string | undefined> {
  if (folder.purpose !== "inbox") return undefined;
  const next = await unlessFailed(findNextArticle(upstream, id));
  return next ? href("article", { contentId: next.id }) : href("folder", { product: config.product.slug, folderId });
}
