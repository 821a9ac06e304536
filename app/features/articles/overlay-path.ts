import { type ArticleOverlay, href, overlay } from "../../../contract/paths";

/** The URL of an article's overlay on the article's own page. */
export const onOwnPage = (name: ArticleOverlay, contentId: string): string => `/${overlay(name, { contentId })}`;

/** The path of the requested overlay below its page: `contents/{id}/edit` below a list, `edit` below the article itself. */
export function articleOverlayPath(request: Request, name: ArticleOverlay, contentId: string): { isOnOwnPage: boolean; path: string } {
  const path = overlay(name, { contentId });
  const isOnOwnPage = new URL(request.url).pathname === onOwnPage(name, contentId);
  return { isOnOwnPage, path: isOnOwnPage ? path.slice(href("article", { contentId }).length) : path };
}
