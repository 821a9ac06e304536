import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { Page } from "~/layouts/page";
import { href } from "~/paths";
import { visitor } from "~/session/session.server";
import { Outcome } from "~/ui/outcome";
import { findSubscription, unsubscribe } from "~/upstream/newsletters.server";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["newsletters"], hydrate: false, acceptsOtherSites: true };

/** Shows one button. It changes nothing, because mail scanners open every link. */
export async function loader({ request, params: { token = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  const title = translator(locale)("newsletters:unsubscribe.title");
  const subscription = await findSubscription(upstream, token);
  return data({ title, subscription }, { status: subscription ? 200 : 404 });
}

/**
 * Unsubscribes. Mail providers post here for their users, from elsewhere, without a session, and want a plain 200 (RFC 8058); so does
 * the button.
 */
export async function action({ request, params: { token = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  const result = await unsubscribe(upstream, token);
  if (!result) return data({ form: undefined }, { status: 404 });
  if (!result.ok) return data({ form: refusedForm(result, {}, translator(locale)) }, refusalInit(result));
  return data({ form: undefined });
}

export default function UnsubscriptionPage() {
  const { t } = useTranslation("newsletters");
  const { token = "" } = useParams();
  const { title, subscription } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  return (
    <Page>
      <div className="gate">
        <h1>{title}</h1>
        <FormErrors form={form} labels={{}} />
        {subscription ? (
          <>
            {subscription.subscribed ? (
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
              <button className={subscription.subscribed ? "btn primary big" : "btn"} type="submit">
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
