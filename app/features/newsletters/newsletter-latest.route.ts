import type { LoaderFunctionArgs } from "@remix-run/node";
import { config } from "~/config.server";
import { visitor } from "~/session/session.server";
import { findLatestNewsletter } from "~/upstream/newsletter-drafts.server";
import { findSubscriptionForm } from "~/upstream/subscribers.server";
import { href } from "../../../contract/paths";
import { answerPrivately, answerPublished, missingPage, noNewsletterPage } from "./newsletter-page.server";

/** The latest newsletter of a folder. Does not reveal whether the folder exists: a missing one looks like a folder without newsletters. */
export async function loader({ request, params: { product, folderId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  if (product !== config.product.slug) return answerPrivately(request, missingPage(locale), locale, 404);
  const path = href("newsletterLatest", { product, folderId });
  const latest = await answerPublished(request, path, () => findLatestNewsletter(upstream, folderId));
  if (latest) return latest;
  const form = await findSubscriptionForm(upstream, folderId);
  // Private, because the page is in the reader's language.
  return answerPrivately(request, noNewsletterPage(locale, form && { ...form, folderId }), locale);
}
