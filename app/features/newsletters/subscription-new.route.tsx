import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf, translated } from "~/forms/form-state";
import { formAnswer, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { requireProduct } from "~/http/product.server";
import { translator } from "~/i18n/resources.server";
import { Page } from "~/layouts/page";
import { useProductSlug } from "~/layouts/shell";
import { visitor } from "~/session/session.server";
import { Outcome } from "~/ui/outcome";
import { askForNewsletters, findSubscriptionForm } from "~/upstream/subscribers.server";
import { href } from "../../../contract/paths";
import { SubscriptionForm, subscriptionTyped } from "./subscription-form";
import { subscriptionFormSchema } from "./subscription-form.server";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["newsletterPage"], hydrate: false, typed: subscriptionTyped };

/** The form for subscribers without an account, and what to do after it was sent. The form is on the pages of newsletters, too. */
export async function loader({ request, params: { product, folderId = "" } }: LoaderFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await visitor(request);
  const about = await findSubscriptionForm(upstream, folderId);
  if (!about) throw new Response(null, { status: 404 });
  const t = translator(locale);
  const isSent = new URL(request.url).searchParams.has("sent");
  return data({
    title: t(isSent ? "newsletterPage:subscribe.sentTitle" : "newsletterPage:subscribe.title"),
    consent: t("newsletterPage:subscribe.consent", { folder: about.folder.name, client: about.client.name }),
    locale,
    isSent,
    form: newForm(subscriptionFormSchema),
  });
}

/** Asks for a mail with a link. The response is the same for every address. */
export async function action({ request, params: { product, folderId = "" } }: ActionFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await visitor(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), subscriptionFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form);
  const { website, ...subscription } = reading.value;
  const result = await askForNewsletters(upstream, folderId, subscription);
  if (!result) throw new Response(null, { status: 404 });
  if (!result.ok) return refusalAnswer(result, reading.values, t);
  return redirect(`${new URL(request.url).pathname}?locale=${locale}&sent`);
}

export default function SubscriptionNewPage() {
  const { t } = useTranslation(["newsletterPage"]);
  const { title, consent, locale, isSent, form: begun } = useLoaderData<typeof loader>();
  const form = { ...begun, ...useActionData<typeof action>()?.form };
  const fields = fieldsOf(form, translated(subscriptionTyped, t));
  const texts = { consent, privacy: t("subscribe.privacy"), submit: t("subscribe.submit") };
  return (
    <Page>
      <div className="gate">
        <h1>{title}</h1>
        {isSent ? (
          <Sent />
        ) : (
          <>
            <FormErrors form={form} fields={fields} />
            <SubscriptionForm fields={fields} locale={locale} texts={texts} />
          </>
        )}
      </div>
    </Page>
  );
}

function Sent() {
  const { t } = useTranslation("newsletterPage");
  const product = useProductSlug();
  const { folderId = "" } = useParams();
  return (
    <>
      <Outcome type="success">{t("subscribe.sent")}</Outcome>
      <p className="soft">{t("subscribe.sentHint")}</p>
      <a className="btn" href={href("newsletterLatest", { product, folderId })}>
        {t("subscribe.toNewsletter")}
      </a>
    </>
  );
}
