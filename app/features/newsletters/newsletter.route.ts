import type { LoaderFunctionArgs } from "@remix-run/node";
import { href } from "~/paths";
import { findSession, visitor } from "~/session/session.server";
import { findMailing } from "~/upstream/newsletter-drafts.server";
import { toLetter } from "./letter.server";
import { answerPrivately, answerPublished, missingPage, newsletterPage } from "./newsletter-page.server";

/** A published newsletter is public, in its own language; a draft is shown only to people who may edit it. */
export async function loader({ request, params: { mailingId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  const published = await answerPublished(request, href("newsletter", { mailingId }), () => findMailing(upstream, mailingId));
  if (published) return published;
  const session = await findSession(request);
  const draft = session && (await findMailing(session.upstream, mailingId));
  if (!draft?.vuexState) return answerPrivately(request, missingPage(locale), locale, 404);
  const { language, client } = draft.content;
  const scheme = (["light", "dark"] as const).find((known) => known === new URL(request.url).searchParams.get("scheme"));
  const html = newsletterPage(toLetter(draft.content), language, { status: draft.status, scheme, theme: client.theme });
  return answerPrivately(request, html, language);
}
