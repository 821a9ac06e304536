import type { LoaderFunctionArgs } from "@remix-run/node";
import { config } from "~/config.server";
import { href } from "~/paths";
import { visitor } from "~/session/session.server";
import { findLatestMailing } from "~/upstream/newsletter-drafts.server";
import { answerPrivately, answerPublished, missingPage, noNewsletterPage } from "./newsletter-page.server";

/** What a folder published last. Whether there is such a folder is nobody's to learn: it has none yet. */
export async function loader({ request, params: { product, folderId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  if (product !== config.product.slug) return answerPrivately(request, missingPage(locale), locale, 404);
  const path = href("newsletterLatest", { product, folderId });
  const latest = await answerPublished(request, path, () => findLatestMailing(upstream, folderId));
  // Its words are in the reader's language, which no shared cache knows.
  return latest ?? answerPrivately(request, noNewsletterPage(locale), locale);
}
