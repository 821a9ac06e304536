import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { Page } from "~/layouts/page";
import { visitor } from "~/session/session.server";
import { Outcome } from "~/ui/outcome";
import { findSubscription, unsubscribe } from "~/upstream/newsletters.server";
import { href } from "../../../contract/paths";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["newsletters"], hydrate: false, acceptsOtherSites: true };

/** Shows a confirmation button, or confirms that the newsletters come again. Opening the page changes nothing, because mail scanners open every link. */
export async function loader({ request, params: { token = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  const subscription = await findSubscription(upstream, token);
  const isResumed = Boolean(subscription?.subscribed) && new URL(request.url).searchParams.has("resumed");
  const title = translator(locale)(isResumed ? "newsletters:unsubscribe.back" : "newsletters:unsubscribe.title");
  return data({ title, subscription, isResumed }, { status: subscription ? 200 : 404 });
}

/**
 * Unsubscribes. Besides the button, mail providers post here for their users (RFC 8058): cross-site, without a session, and expecting a
 * plain 200.
 */
export async function action({ request, params: { token = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  const result = await unsubscribe(upstream, token);
  if (!result) return data({ form: undefined }, { status: 404 });
  if (!result.ok) return refusalAnswer(result, {}, translator(locale));
  return data({ form: undefined });
}

export default function UnsubscriptionPage() {
  const { t } = useTranslation("newsletters");
  const { token = "" } = useParams();
  const { title, subscription, isResumed } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  return (
    <Page>
      <div className="gate">
        <h1>{title}</h1>
        <FormErrors form={form} />
        {subscription ? (
          <>
            {isResumed ? (
              <Outcome type="success">
                {t("unsubscribe.resumed", {
                  email: subscription.email,
                  folder: subscription.folder.name,
                  client: subscription.client.name,
                })}
              </Outcome>
            ) : subscription.subscribed ? (
              <p>
                {t("unsubscribe.text", { email: subscription.email, folder: subscription.folder.name, client: subscription.client.name })}
              </p>
            ) : (
              <Outcome type="success">{t("unsubscribe.done", { email: subscription.email, folder: subscription.folder.name })}</Outcome>
            )}
            <form
              className="form"
              method="post"
              action={subscription.subscribed ? href("unsubscription", { token }) : href("subscription", { token })}
            >
              <button className={subscription.subscribed && !isResumed ? "btn primary big" : "btn"} type="submit">
                {t(subscription.subscribed ? "unsubscribe.submit" : "unsubscribe.again")}
              </button>
            </form>
          </>
        ) : (
          <Outcome type="error">{t("unsubscribe.gone")}</Outcome>
        )}
      </div>
    </Page>
  );
}
