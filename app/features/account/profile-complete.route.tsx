import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { TextField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf, translated } from "~/forms/form-state";
import { type FormOf, formAnswer, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { FormBoundary } from "~/layouts/form-boundary";
import { FullScreenPage } from "~/layouts/full-screen-page";
import { useShell } from "~/layouts/shell";
import { redirectWithFlash } from "~/session/flash.server";
import { requireAccount } from "~/session/session.server";
import { updateProfile } from "~/upstream/users.server";
import { href } from "../../../contract/paths";
import { SalutationField } from "./profile-fields";
import { completeFormSchema } from "./profile-form.server";

export { pageMeta as meta } from "~/layouts/page-meta";

const typed = { firstName: "settings:profile.firstName", lastName: "settings:profile.lastName" } as const;

export const handle = { i18n: ["settings", "tags"], hydrate: false, typed };

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, locale } = await requireAccount(request);
  if (user.profileComplete) return redirect(href("home"));
  const { salutation, firstName, lastName } = user;
  return data({
    title: translator(locale)("settings:complete.title"),
    form: newForm(completeFormSchema, { salutation: salutation ?? "", firstName: firstName ?? "", lastName: lastName ?? "" }),
  });
}

/** Redirects home, where the guard checks for further required steps. */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream, userId, locale } = await requireAccount(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), completeFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form);
  const result = await updateProfile(upstream, userId, reading.value);
  if (!result.ok) return refusalAnswer(result, reading.values, t);
  return redirectWithFlash(href("home"), "saved");
}

export default function ProfileComplete() {
  const { form } = useLoaderData<typeof loader>();
  return <Overlay form={{ ...form, ...useActionData<typeof action>()?.form }} />;
}

export function ErrorBoundary() {
  return <FormBoundary>{(form) => <Overlay form={form} />}</FormBoundary>;
}

function Overlay({ form }: { form: FormOf<typeof completeFormSchema> }) {
  const { t } = useTranslation(["settings"]);
  const fields = fieldsOf(form, { salutation: t("profile.salutation"), ...translated(typed, t) });
  return (
    <FullScreenPage title={t("complete.title")}>
      <div className="head">
        <div>
          <h1>{t("complete.welcome", { product: useShell()?.product.name })}</h1>
          <p>{t("complete.lead")}</p>
        </div>
      </div>
      <FormErrors form={form} fields={fields} />
      <form className="form" method="post" noValidate>
        <SalutationField field={fields.salutation} options={["Frau", "Herr"]} />
        <TextField field={fields.firstName} autoComplete="given-name" dir="auto" />
        <TextField field={fields.lastName} autoComplete="family-name" dir="auto" />
        <button className="btn primary big" type="submit">
          {t("profile.save")}
        </button>
      </form>
    </FullScreenPage>
  );
}
