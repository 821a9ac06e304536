import type { LoaderFunctionArgs } from "@remix-run/node";
import { findSession, visitor } from "~/session/session.server";
import { findMailing } from "~/upstream/mailings.server";
import { toLetter } from "./letter.server";
import { answerPage, keptPage, missingPage, newsletterPage } from "./newsletter-page.server";

/** A published newsletter for everybody, in its own language; a draft for who may edit it (decisions 7.6). */
export async function loader({ request, params: { mailingId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  const published = await keptPage(mailingId, async () => {
    const mailing = await findMailing(upstream, mailingId);
    return mailing && newsletterPage(toLetter(mailing.content), mailing.content.language, { theme: mailing.content.client.theme });
  });
  if (published) return answerPage(request, published, { isPublic: true });
  const session = await findSession(request);
  const draft = session && (await findMailing(session.upstream, mailingId));
  if (!draft?.vuexState) return answerPage(request, missingPage(locale), { isPublic: false, status: 404 });
  const scheme = (["light", "dark"] as const).find((known) => known === new URL(request.url).searchParams.get("scheme"));
  const html = newsletterPage(toLetter(draft.content), draft.content.language, {
    isDraft: true,
    scheme,
    theme: draft.content.client.theme,
  });
  return answerPage(request, html, { isPublic: false });
}
