/** An article's overlays hang below its own page as `edit`, below a list as `contents/{id}/edit`. */
export function articleOverlayPath(request: Request, contentId: string, step: string): string {
  const onOwnPage = new URL(request.url).pathname === `/contents/${contentId}/${step}`;
  return onOwnPage ? step : `contents/${contentId}/${step}`;
}
