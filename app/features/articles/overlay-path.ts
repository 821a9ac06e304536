import { href } from "../../../contract/paths";

/** The path of an article's overlay: `edit` on the article's own page, `contents/{id}/edit` on a list. */
export function articleOverlayPath(request: Request, contentId: string, step: string): string {
  const onOwnPage = new URL(request.url).pathname === `${href("article", { contentId })}/${step}`;
  return onOwnPage ? step : `contents/${contentId}/${step}`;
}
