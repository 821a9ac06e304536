import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { requireProduct } from "~/http/product.server";
import { translator } from "~/i18n/resources.server";
import { requireSession } from "~/session/session.server";
import { answerStep, requireNewsletterFolder } from "./newsletter-draft.server";
import { MailingFrame } from "./newsletter-frame";
import { StepForm } from "./step-form";
import { TitleFields } from "./title-fields";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export { newsletterLinks as links } from "./newsletter-styles";
export const handle = { i18n: ["mailings", "articles"] };

/** The title step of a new newsletter. The draft is created by the first autosave or by going on to the next step. */
export async function loader({ request, params: { product, folderId = "" } }: LoaderFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const { permissions } = await requireNewsletterFolder(upstream, folderId, t);
  if (!permissions.manageMailings) throw new Response(null, { status: 403 });
  return data({ title: t("mailings:headings.title"), key: crypto.randomUUID() });
}

export async function action({ request, params }: ActionFunctionArgs) {
  return answerStep("title", { session: await requireSession(request), params, body: await request.formData() });
}

export default function MailingNew() {
  const { t } = useTranslation("mailings");
  const { title, key } = useLoaderData<typeof loader>();
  return (
    <MailingFrame step="title">
      <StepForm step="title" title={title} formKey={key} labels={{ subject: t("fields.subject"), introText: t("fields.introText") }}>
        {(form) => <TitleFields form={form ?? { values: {}, errors: {} }} />}
      </StepForm>
    </MailingFrame>
  );
}
