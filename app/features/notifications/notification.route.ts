import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { config } from "~/config.server";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { unlessGone } from "~/upstream/failure.server";
import { type Notification, readNotification } from "~/upstream/notifications.server";
import { href } from "../../../contract/paths";

/** Marks a notification as read, and leads to what it is about. */
export async function loader({ request, params: { notificationId = "" } }: LoaderFunctionArgs) {
  const { upstream } = await requireSession(request);
  const result = await unlessGone(readNotification(upstream, notificationId));
  if (!result) return redirectWithFlash(href("notifications"), "notificationGone", { type: "warning" });
  return redirect(result.ok ? addressOf(result.data) : href("notifications"));
}

function addressOf({ subject: { type, id }, folderId, comment }: Notification): string {
  const product = config.product.slug;
  switch (type) {
    case "content":
      return `${href("article", { contentId: id })}?comments=all#kommentar-${comment?.id}`;
    case "team":
      return href("team", { teamId: id });
    case "folder":
      return href("folder", { product, folderId: id });
    case "client":
      return href("stream");
    case "export":
      return href("settingsExports");
    case "mailing":
      return href("newsletters", { product, folderId: folderId ?? "" });
    case "source":
      return href("source", { product, folderId: folderId ?? "", sourceId: id });
  }
}
