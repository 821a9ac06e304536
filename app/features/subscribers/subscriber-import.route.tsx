import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { TextAreaField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf, translated } from "~/forms/form-state";
import { type FormOf, formAnswer, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { SubmitButton } from "~/forms/submit-button";
import { requireProduct } from "~/http/product.server";
import { translator } from "~/i18n/resources.server";
import { FormBoundary } from "~/layouts/form-boundary";
import { requireSession } from "~/session/session.server";
import { Outcome } from "~/ui/outcome";
import { requireFolder } from "~/upstream/folders.server";
import { importSubscribers } from "~/upstream/subscribers.server";
import * as limits from "../../../contract/limits";
import { importFormSchema } from "./subscriber-form.server";
import { SubscriberPage } from "./subscriber-page";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";

const typed = { addresses: "subscribers:fields.addresses", consent: "subscribers:fields.proof" } as const;

export const handle = { i18n: ["subscribers", "folders"], typed, textAreas: ["addresses", "consent"] };

type ImportForm = FormOf<typeof importFormSchema>;

interface Answer {
  form: ImportForm;
  /** The numbers of addresses by result. */
  imported?: { added: number; known: number; suppressed: number };
}

export async function loader({ request, params: { product, folderId = "" } }: LoaderFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const { id, name, permissions } = await requireFolder(upstream, folderId);
  if (!permissions.manageMailings) throw new Response(null, { status: 403 });
  return data({
    title: translator(locale)("subscribers:import.title"),
    folder: { id, name },
    form: newForm(importFormSchema),
  });
}

/** Imports the addresses. Invalid ones stay in the form, to be corrected. */
export async function action({ request, params: { product, folderId = "" } }: ActionFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), importFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form);
  const result = await importSubscribers(upstream, folderId, reading.value);
  if (!result.ok) return refusalAnswer(result, reading.values, t);
  const { invalid, ...imported } = result.data;
  if (invalid.length === 0) return data({ form: { values: {}, errors: {} }, imported });
  const errors = { addresses: [t("subscribers:import.invalid", { count: invalid.length })] };
  return formAnswer({ values: { ...reading.values, addresses: invalid.join("\n") }, errors }, { imported });
}

export default function SubscriberImport() {
  const { t } = useTranslation("subscribers");
  const { title, folder, form } = useLoaderData<typeof loader>();
  const answer = useActionData<Answer>();
  return (
    <SubscriberPage folder={folder} title={title} lead={t("import.lead")} isBelow>
      <ImportFields form={{ ...form, ...answer?.form }} imported={answer?.imported} />
    </SubscriberPage>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("subscribers");
  return (
    <FormBoundary>
      {(form) => (
        <SubscriberPage title={t("import.title")} lead={t("import.lead")}>
          <ImportFields form={form} />
        </SubscriberPage>
      )}
    </FormBoundary>
  );
}

function ImportFields({ form, imported }: Answer) {
  const { t } = useTranslation(["subscribers"]);
  const fields = fieldsOf(form, translated(typed, t));
  const kinds = ["added", "known", "suppressed"] as const;
  return (
    <Form className="form limit" method="post" noValidate preventScrollReset>
      {imported ? (
        <Outcome type="success">
          {kinds
            .filter((kind) => kind === "added" || imported[kind] > 0)
            .map((kind) => t(`import.${kind}`, { count: imported[kind] }))
            .join(" ")}
        </Outcome>
      ) : null}
      <FormErrors form={form} fields={fields} />
      <TextAreaField
        // The addresses that were imported are no longer in the form.
        key={imported ? JSON.stringify(form.values) : undefined}
        field={{ ...fields.addresses, required: true }}
        hint={t("import.hint", { max: limits.subscribersPerImport })}
        rows={10}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <TextAreaField field={{ ...fields.consent, required: true }} hint={t("import.proofHint")} rows={3} dir="auto" />
      <SubmitButton>{t("import.submit")}</SubmitButton>
    </Form>
  );
}
