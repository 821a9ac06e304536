import { config } from "~/config.server";
import { requireProduct } from "~/http/product.server";
import type { Translate } from "~/i18n/translate";
import { redirectWithFlash } from "~/session/flash.server";
import type { requireSession } from "~/session/session.server";
import { refusedBecause } from "~/upstream/failure.server";
import { type Folder, requireFolder } from "~/upstream/folders.server";
import { findNewsletter } from "~/upstream/newsletter-drafts.server";
import { href } from "../../../contract/paths";
import type { Step } from "./newsletter-steps";

export type Upstream = Awaited<ReturnType<typeof requireSession>>["upstream"];

export interface Params {
  product?: string;
  folderId?: string;
  newsletterId?: string;
}

/** The URL of a step. */
export const stepHref = (folderId: string, newsletterId: string, step: Step | "success" | "deliveries") =>
  step === "history"
    ? href("newsletters", { product: config.product.slug, folderId })
    : href("newsletterStep", { product: config.product.slug, folderId, newsletterId, step });

interface NewsletterOptions {
  withAudience?: boolean;
  /**
   * Response for a newsletter that no longer exists: redirects to the history, which says so, or throws an error page with the typed text.
   */
  gone?: "history" | "404";
}

/** The newsletter of a URL, for users who may edit it. Throws 404 if it is missing, 403 for users who may only see the published page. */
export async function requireNewsletter(
  upstream: Upstream,
  { product, folderId = "", newsletterId = "" }: Params,
  { withAudience = false, gone = "404" }: NewsletterOptions = {},
) {
  requireProduct(product);
  const newsletter = await findNewsletter(upstream, newsletterId, { withAudience });
  if (!newsletter && gone === "history") await leadToHistory(upstream, folderId);
  if (!newsletter || newsletter.folderId !== folderId) throw new Response(null, { status: 404 });
  const { draft, deliveries } = newsletter;
  if (!draft || !deliveries) throw new Response(null, { status: 403 });
  return { ...newsletter, draft, deliveries };
}

/** A folder that can have newsletters. Throws a `Response`; for an inbox, a 403 that says so. */
export async function requireNewsletterFolder(upstream: Upstream, folderId: string, t: Translate): Promise<Folder> {
  const folder = await requireFolder(upstream, folderId);
  if (folder.purpose === "inbox") throw refusedBecause({ title: t("newsletters:inbox.title"), text: t("newsletters:inbox.text") });
  return folder;
}

/** Says that the newsletter was deleted, to people who could have edited it. */
export async function leadToHistory(upstream: Upstream, folderId: string): Promise<void> {
  const { permissions } = await requireFolder(upstream, folderId);
  if (permissions.manageMailings) throw redirectWithFlash(stepHref(folderId, "", "history"), "newsletterGone", { type: "warning" });
}

/** The draft of a step. Redirects to the history, with a flash message, if the newsletter is deleted, published or scheduled. */
export async function requireDraft(upstream: Upstream, params: Params, options: NewsletterOptions = {}) {
  const newsletter = await requireNewsletter(upstream, params, { gone: "history", ...options });
  const { id, folderId, status } = newsletter;
  if (status === "draft") return newsletter;
  const key = status === "scheduled" ? "newsletterScheduled" : "newsletterPublished";
  throw redirectWithFlash(stepHref(folderId, id, "history"), key, { type: "warning" });
}
