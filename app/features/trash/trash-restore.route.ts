import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { findRedirectTo } from "~/http/redirect-to.server";
import type { FlashMessage } from "~/session/flash";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import type { Upstream } from "~/upstream/client.server";
import { unlessGone } from "~/upstream/failure.server";
import { requireTrashItem, restoreFromTrash, undoBatch } from "~/upstream/trash.server";
import { href } from "../../../contract/paths";

export const loader = () => redirect(href("trash"));

/** Restores something from the trash, or the articles that a batch deleted, and goes back to the page of the button. */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream } = await requireSession(request);
  const body = await request.formData();
  const id = String(body.get("id") ?? "");
  const key = await (body.get("of") === "batches" ? undo(upstream, id) : restore(upstream, id));
  const to = findRedirectTo(body.get("to")) ?? href("trash");
  const isDone = key === "restored" || key === "batchRestored";
  // The page of something that is not there again would only say so.
  return redirectWithFlash(isDone || key === "failed" ? to : href("trash"), key, { type: isDone ? "success" : "warning" });
}

async function restore(upstream: Upstream, id: string): Promise<FlashMessage["key"]> {
  const result = await orStatus(restoreFromTrash(upstream, id));
  if (result === 404) return "restoreGone";
  if (result === 403) return "restoreForbidden";
  if (result.ok) return "restored";
  if (result.status !== 409) return "failed";
  const item = await unlessGone(requireTrashItem(upstream, id));
  return item?.folder.isThere ? "restoreWithoutArticle" : "restoreWithoutFolder";
}

async function undo(upstream: Upstream, id: string): Promise<FlashMessage["key"]> {
  const result = await orStatus(undoBatch(upstream, id));
  if (result === 404 || result === 403) return "restoreGone";
  if (!result.ok) return "failed";
  const { restored, left } = result.data;
  if (left > 0) return "batchRestoredPartly";
  return restored > 0 ? "batchRestored" : "restoreGone";
}

async function orStatus<T>(call: Promise<T>): Promise<T | 403 | 404> {
  return call.catch((error: unknown) => {
    if (error instanceof Response && (error.status === 403 || error.status === 404)) return error.status;
    throw error;
  });
}
