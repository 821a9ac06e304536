import type { LoaderFunctionArgs } from "@remix-run/node";
import { config } from "~/config.server";
import { absoluteUrl } from "~/http/absolute-url.server";
import { toAtomDocument } from "~/http/atom.server";
import { visitor } from "~/session/session.server";
import { findNewsletterArchive, type NewsletterArchive } from "~/upstream/newsletters.server";
import { href } from "../../../contract/paths";
import { serverHref } from "../../../contract/paths.server";
import { titleOf } from "./newsletter-archive.server";
import { answerPublic } from "./newsletter-page.server";

/** The newest published newsletters of a folder as an Atom feed, for everyone. */
export async function loader({ request, params: { product = "", folderId = "" } }: LoaderFunctionArgs) {
  const { upstream } = await visitor(request);
  const feed = await answerPublic(request, serverHref("newsletterFeed", { product, folderId }), async () => {
    const archive = product === config.product.slug ? await findNewsletterArchive(upstream, folderId) : undefined;
    return archive && { text: toFeed(archive, folderId), language: archive.language, type: "application/atom+xml" };
  });
  return feed ?? new Response(null, { status: 404, headers: { "Cache-Control": "private, no-store" } });
}

function toFeed(archive: NewsletterArchive, folderId: string): string {
  const place = { product: config.product.slug, folderId };
  const page = absoluteUrl(serverHref("newsletterArchive", place));
  return toAtomDocument({
    id: page,
    title: titleOf(archive),
    language: archive.language,
    page,
    self: absoluteUrl(serverHref("newsletterFeed", place)),
    entries: archive.issues.map(({ id, subject, publishedAt, language, headlines }) => ({
      language,
      title: subject,
      published: publishedAt,
      updated: publishedAt,
      author: archive.client,
      url: absoluteUrl(href("newsletter", { newsletterId: id })),
      summary: headlines.join(" · "),
    })),
  });
}
