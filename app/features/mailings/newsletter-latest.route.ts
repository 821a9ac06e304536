import type { LoaderFunctionArgs } from "@remix-run/node";
import { config } from "~/config.server";
import { visitor } from "~/session/session.server";
import { findLatestMailing } from "~/upstream/mailings.server";
import { toLetter } from "./letter.server";
import { answerPage, keptPage, missingPage, newsletterPage, noNewsletterPage } from "./newsletter-page.server";

/** What a folder published last. Whether there is such a folder is nobody's to learn: it has none yet. */
export async function loader({ request, params: { product, folderId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  if (product !== config.product.slug) return answerPage(request, missingPage(locale), { isPublic: false, status: 404 });
  const latest = await keptPage(`latest ${folderId}`, async () => {
    const mailing = await findLatestMailing(upstream, folderId);
    return mailing && newsletterPage(toLetter(mailing.content), mailing.content.language, { theme: mailing.content.client.theme });
  });
  // Its words are in the reader's language, which no shared cache knows.
  if (!latest) return answerPage(request, noNewsletterPage(locale), { isPublic: false });
  return answerPage(request, latest, { isPublic: true });
}
