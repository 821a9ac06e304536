import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { answerMailLink } from "~/forms/mail-link.server";
import { translator } from "~/i18n/resources.server";
import { MailLinkPage } from "~/layouts/mail-link-page";
import { visitor } from "~/session/session.server";
import { confirmSubscription, findOpenSubscription } from "~/upstream/subscribers.server";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["newsletterPage"], hydrate: false };

/** Asks to confirm a subscription. */
export async function loader({ request, params: { token = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  const found = await findOpenSubscription(upstream, token);
  const subscription = found && {
    email: found.email,
    folder: found.folder.name,
    client: found.client.name,
    isConfirmed: found.confirmedAt !== null,
  };
  return data({ title: translator(locale)("newsletterPage:subscribe.confirmTitle"), subscription }, { status: subscription ? 200 : 404 });
}

export async function action({ request, params: { token = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  return answerMailLink(await confirmSubscription(upstream, token), locale);
}

export default function SubscriptionConfirmationPage() {
  const { t } = useTranslation("newsletterPage");
  const { title, subscription } = useLoaderData<typeof loader>();
  if (!subscription) return <MailLinkPage title={title} outcome={{ type: "error", text: t("subscribe.gone") }} />;
  if (subscription.isConfirmed) {
    return <MailLinkPage title={title} outcome={{ type: "success", text: t("subscribe.confirmed", subscription) }} />;
  }
  return <MailLinkPage title={title} text={t("subscribe.confirmText", subscription)} button={{ text: t("subscribe.confirm") }} />;
}
