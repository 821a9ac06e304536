import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { answerMailLink } from "~/forms/mail-link.server";
import { translator } from "~/i18n/resources.server";
import { MailLinkPage } from "~/layouts/mail-link-page";
import { visitor } from "~/session/session.server";
import { endByDigestLink, findDigestLink } from "~/upstream/digests.server";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["digestLink"], hydrate: false, acceptsOtherSites: true };

/** Asks whether to end a follow or all digests. */
export async function loader({ request, params: { token = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  const link = await findDigestLink(upstream, token);
  const title = translator(locale)(link && link.followId !== null ? "digestLink:follow.title" : "digestLink:all.title");
  return data({ title, link }, { status: link ? 200 : 404 });
}

export async function action({ request, params: { token = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  return answerMailLink(await endByDigestLink(upstream, token), locale);
}

export default function DigestLinkPage() {
  const { t } = useTranslation("digestLink");
  const { title, link } = useLoaderData<typeof loader>();
  if (!link) return <MailLinkPage title={title} outcome={{ type: "error", text: t("gone") }} />;
  const { email, name, active, followId } = link;
  const kind = followId === null ? "all" : "follow";
  if (!active) return <MailLinkPage title={title} outcome={{ type: "success", text: t(`${kind}.done`, { email }) }} />;
  return <MailLinkPage title={title} text={t(`${kind}.text`, { email, name })} button={{ text: t(`${kind}.submit`) }} />;
}
