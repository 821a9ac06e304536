import type { LoaderFunctionArgs } from "@remix-run/node";
import { config } from "~/config.server";
import { visitor } from "~/session/session.server";
import { findNewsletterArchive } from "~/upstream/newsletters.server";
import { serverHref } from "../../../contract/paths.server";
import { archivePage } from "./newsletter-archive.server";
import { answerPrivately, answerPublic, missingPage, noNewsletterPage } from "./newsletter-page.server";

/** The published newsletters of a folder: the newest ones, or those of a year. Does not reveal whether the folder exists. */
export async function loader({ request, params: { product = "", folderId = "", year } }: LoaderFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  const missing = () => answerPrivately(request, missingPage(locale), locale, 404);
  if (product !== config.product.slug || (year !== undefined && !/^[1-9]\d{3}$/.test(year))) return missing();
  const path =
    year === undefined ? serverHref("newsletterArchive", { product, folderId }) : serverHref("newsletterYear", { product, folderId, year });
  const archive = await answerPublic(request, path, async () => {
    const found = await findNewsletterArchive(upstream, folderId, year);
    return found && { text: archivePage(found, folderId, year), language: found.language };
  });
  if (archive) return archive;
  return year === undefined ? answerPrivately(request, noNewsletterPage(locale), locale) : missing();
}
