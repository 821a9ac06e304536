import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { translated } from "~/forms/form-state";
import { requireProduct } from "~/http/product.server";
import { dayOfMoment } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { requireSession } from "~/session/session.server";
import { Icon } from "~/ui/icon";
import { listTemplates } from "~/upstream/newsletter-drafts.server";
import { beginWithSelection, beginWithTemplate } from "./newsletter-begin.server";
import { NewsletterFrame } from "./newsletter-frame";
import { requireNewsletterFolder } from "./require-newsletter.server";
import { answerStep } from "./save-step.server";
import { StepForm } from "./step-form";
import { TitleFields, titleTyped } from "./title-fields";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export { newsletterLinks as links } from "./newsletter-styles";
export const handle = { i18n: ["newsletters", "articles"], typed: titleTyped, textAreas: ["introText"] };

/** The title step of a new newsletter. The draft is created by the first autosave or by going on to the next step. */
export async function loader({ request, params: { product, folderId = "" } }: LoaderFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const { permissions } = await requireNewsletterFolder(upstream, folderId, t);
  if (!permissions.manageMailings) throw new Response(null, { status: 403 });
  const issues = await listTemplates(upstream, folderId);
  return data({
    title: t("newsletters:headings.title"),
    key: crypto.randomUUID(),
    issues: issues.map(({ id, title, publishedAt, createdAt }) => ({
      id,
      name: [title ?? t("newsletters:untitled"), dayOfMoment(publishedAt ?? createdAt).text].join(", "),
    })),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const [session, body] = await Promise.all([requireSession(request), request.formData()]);
  if (body.has("template")) return beginWithTemplate({ session, params, body });
  if (body.get("change") === "newsletter") return beginWithSelection({ session, params, body });
  return answerStep("title", { session, params, body });
}

export default function NewsletterNew() {
  const { t } = useTranslation(["newsletters"]);
  const { title, key, issues } = useLoaderData<typeof loader>();
  return (
    <NewsletterFrame step="title">
      <StepForm step="title" title={title} formKey={key} labels={translated(titleTyped, t)}>
        {(form) => (
          <div className="stack roomy">
            <TitleFields form={form ?? { values: {}, errors: {} }} />
            {issues.length > 0 ? (
              <fieldset className="field">
                <legend className="label">{t("template.label")}</legend>
                <p className="hint">{t("template.hint")}</p>
                {issues.map(({ id, name }) => (
                  <button className="btn small start" key={id} type="submit" name="template" value={id}>
                    <Icon name="copy" small />
                    <span dir="auto">{name}</span>
                  </button>
                ))}
              </fieldset>
            ) : null}
          </div>
        )}
      </StepForm>
    </NewsletterFrame>
  );
}
