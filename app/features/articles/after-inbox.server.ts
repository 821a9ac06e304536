import { config } from "~/config.server";
import { type Article, findNextArticle } from "~/upstream/articles.server";
import type { Upstream } from "~/upstream/client.server";
import { href } from "../../../contract/paths";

/** Where the page of an article in an inbox leads when the article leaves it, asked before that: to the next one, or to the empty inbox. */
export async function afterInbox(upstream: Upstream, { id, folder, folderId }: Article): Promise<string | undefined> {
  if (folder.purpose !== "inbox") return undefined;
  const next = await findNextArticle(upstream, id);
  return next ? href("article", { contentId: next.id }) : href("folder", { product: config.product.slug, folderId });
}
