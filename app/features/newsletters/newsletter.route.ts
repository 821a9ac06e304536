import type { LoaderFunctionArgs } from "@remix-run/node";
import { findSession, visitor } from "~/session/session.server";
import { findNewsletter } from "~/upstream/newsletter-drafts.server";
import { href } from "../../../contract/paths";
import { toLetter } from "./letter.server";
import { answerPrivately, answerPublished, missingPage, newsletterPage } from "./newsletter-page.server";

/** A published newsletter is public, in its own language; a draft is shown only to users who may edit it. */
export async function loader({ request, params: { newsletterId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  const published = await answerPublished(request, href("newsletter", { newsletterId }), () => findNewsletter(upstream, newsletterId));
  if (published) return published;
  const session = await findSession(request);
  const newsletter = session && (await findNewsletter(session.upstream, newsletterId));
  if (!newsletter?.draft) return answerPrivately(request, missingPage(locale), locale, 404);
  const { language, client } = newsletter.content;
  const scheme = (["light", "dark"] as const).find((known) => known === new URL(request.url).searchParams.get("scheme"));
  const html = newsletterPage(toLetter(newsletter.content), language, { status: newsletter.status, scheme, theme: client.theme });
  return answerPrivately(request, html, language);
}
