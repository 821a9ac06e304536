import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { answerMailLink } from "~/forms/mail-link.server";
import { translator } from "~/i18n/resources.server";
import { MailLinkPage } from "~/layouts/mail-link-page";
import { visitor } from "~/session/session.server";
import { endNotificationMails, findNotificationMails } from "~/upstream/notifications.server";
import { href } from "../../../contract/paths";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["notifications"], hydrate: false, acceptsOtherSites: true };

/** Asks whether to switch off all mails about notifications. */
export async function loader({ request, params: { token = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  const mails = await findNotificationMails(upstream, token);
  return data({ title: translator(locale)("notifications:unsubscribe.title"), mails }, { status: mails ? 200 : 404 });
}

export async function action({ request, params: { token = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  return answerMailLink(await endNotificationMails(upstream, token), locale);
}

export default function NotificationMailsPage() {
  const { t } = useTranslation("notifications");
  const { title, mails } = useLoaderData<typeof loader>();
  if (!mails) return <MailLinkPage title={title} outcome={{ type: "error", text: t("unsubscribe.gone") }} />;
  const { email, wanted } = mails;
  return (
    <MailLinkPage
      title={title}
      outcome={wanted ? undefined : { type: "success", text: t("unsubscribe.done", { email }) }}
      text={t("unsubscribe.text", { email })}
      button={wanted ? { text: t("unsubscribe.submit") } : undefined}
    >
      <p>
        <Link to={href("settingsNotifications")}>{t("unsubscribe.settings")}</Link>
      </p>
    </MailLinkPage>
  );
}
