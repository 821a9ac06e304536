import { config } from "~/config.server";
import { type Article, findNextArticle } from "~/upstream/articles.server";
import type { Upstream } from "~/upstream/client.server";
import { unlessFailed } from "~/upstream/failure.server";
import { href } from "../../../contract/paths";

/** The path of the next article in the inbox, or of the inbox without one; undefined outside of inboxes. Call it before the article leaves. */
export async function afterInbox(upstream: Upstream, { id, folder, folderId }: Article): Promise<string | undefined> {
  if (folder.purpose !== "inbox") return undefined;
  const next = await unlessFailed(findNextArticle(upstream, id));
  return next ? href("article", { contentId: next.id }) : href("folder", { product: config.product.slug, folderId });
}
