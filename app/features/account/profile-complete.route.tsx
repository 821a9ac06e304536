import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import type { FormState } from "~/forms/form-state";
import { formAnswer, refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { FormBoundary } from "~/layouts/form-boundary";
import { FullScreenPage } from "~/layouts/full-screen-page";
import { useShell } from "~/layouts/shell";
import { href } from "~/paths";
import { showNotice } from "~/session/notices.server";
import { requireAccount } from "~/session/session.server";
import { updateProfile } from "~/upstream/users.server";
import { ProfileText, SalutationField } from "./profile-fields";
import { profileValues, readCompleteForm } from "./profile-form.server";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["settings"], hydrate: false };

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, locale } = await requireAccount(request);
  if (user.profileComplete) return redirect(href("home", {}));
  return data({ title: translator(locale)("settings:complete.title"), form: { values: profileValues(user, locale), errors: {} } });
}

/** Saves the three, and leads home: the guard of the next page knows whether something else is missing. */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream, userId, locale } = await requireAccount(request);
  const t = translator(locale);
  const reading = readCompleteForm(await request.formData(), t);
  if (!reading.ok) return formAnswer(reading.form, {});
  const result = await updateProfile(upstream, userId, reading.value);
  if (!result.ok) return formAnswer(refusedForm(result, reading.values, t), {}, refusalInit(result));
  return redirect(href("home", {}), { headers: { "Set-Cookie": showNotice("success", "saved") } });
}

export default function ProfileComplete() {
  const { form: begun } = useLoaderData<typeof loader>();
  return <Overlay form={useActionData<typeof action>()?.form ?? begun} />;
}

export function ErrorBoundary() {
  return <FormBoundary>{(form) => <Overlay form={form} />}</FormBoundary>;
}

function Overlay({ form }: { form: FormState }) {
  const { t } = useTranslation("settings");
  const labels = Object.fromEntries((["salutation", "firstName", "lastName"] as const).map((name) => [name, t(`profile.${name}`)]));
  return (
    <FullScreenPage title={t("complete.title")}>
      <div className="head">
        <div>
          <h1>{t("complete.welcome", { product: useShell()?.product.name })}</h1>
          <p>{t("complete.lead")}</p>
        </div>
      </div>
      <FormErrors form={form} labels={labels} />
      <form className="form" method="post" noValidate>
        <SalutationField form={form} options={["Frau", "Herr"]} />
        <ProfileText form={form} name="firstName" autoComplete="given-name" required />
        <ProfileText form={form} name="lastName" autoComplete="family-name" required />
        <button className="btn primary big" type="submit">
          {t("profile.save")}
        </button>
      </form>
    </FullScreenPage>
  );
}
