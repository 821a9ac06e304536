import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { answerMailLink } from "~/forms/mail-link.server";
import { translator } from "~/i18n/resources.server";
import { MailLinkPage } from "~/layouts/mail-link-page";
import { visitor } from "~/session/session.server";
import { findSubscription, unsubscribe } from "~/upstream/newsletters.server";
import { serverHref } from "../../../contract/paths.server";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["newsletterPage"], hydrate: false, acceptsOtherSites: true };

/** Asks whether to unsubscribe, or confirms that the newsletters come again. */
export async function loader({ request, params: { token = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  const subscription = await findSubscription(upstream, token);
  const isResumed = Boolean(subscription?.subscribed) && new URL(request.url).searchParams.has("resumed");
  const title = translator(locale)(isResumed ? "newsletterPage:unsubscribe.back" : "newsletterPage:unsubscribe.title");
  const action = serverHref(subscription?.subscribed ? "unsubscription" : "subscription", { token });
  return data({ title, subscription, isResumed, action }, { status: subscription ? 200 : 404 });
}

export async function action({ request, params: { token = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  return answerMailLink(await unsubscribe(upstream, token), locale);
}

export default function UnsubscriptionPage() {
  const { t } = useTranslation("newsletterPage");
  const { title, subscription, isResumed, action } = useLoaderData<typeof loader>();
  if (!subscription) return <MailLinkPage title={title} outcome={{ type: "error", text: t("unsubscribe.gone") }} />;
  const { email, subscribed } = subscription;
  const names = { folder: subscription.folder.name, client: subscription.client.name };
  if (email === null) return <MailLinkPage title={title} outcome={{ type: "success", text: t("unsubscribe.erased", names) }} />;
  const done = subscribed ? (isResumed ? "unsubscribe.resumed" : undefined) : "unsubscribe.done";
  return (
    <MailLinkPage
      title={title}
      outcome={done && { type: "success", text: t(done, { email, ...names }) }}
      text={t("unsubscribe.text", { email, ...names })}
      button={{
        text: t(subscribed ? "unsubscribe.submit" : "unsubscribe.again"),
        action,
        isSecondary: done !== undefined,
      }}
    />
  );
}
