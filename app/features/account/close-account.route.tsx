import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { PasswordField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf } from "~/forms/form-state";
import { type FormOf, formAnswer, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { FormBoundary } from "~/layouts/form-boundary";
import { SettingsPage } from "~/layouts/settings-page";
import { forgetBranding } from "~/session/branding.server";
import { redirectWithFlash } from "~/session/flash.server";
import { forgetSearches } from "~/session/last-searches.server";
import { clearSiteData, requireSession, signOutCookie } from "~/session/session.server";
import { Username } from "~/ui/username";
import { closeAccount, type Removal, requireRemoval } from "~/upstream/users.server";
import { href } from "../../../contract/paths";
import { accountClosingSchema } from "../../../contract/rest/users";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["settings"] };

const formSchema = z.object({ currentPassword: accountClosingSchema.shape.current_password });

export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, user, locale } = await requireSession(request);
  const removal = await requireRemoval(upstream, user.id);
  const title = translator(locale)("settings:tabs.settingsCloseAccount");
  return data({ title, form: newForm(formSchema), removal, email: user.email, client: user.client.name });
}

/** Closes the account and signs out. */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream, userId, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), formSchema, t, { secret: ["currentPassword"] });
  if (!reading.ok) return formAnswer(reading.form);
  const result = await closeAccount(upstream, userId, reading.value.currentPassword);
  if (!result.ok) return refusalAnswer(result, {}, t);
  return redirectWithFlash(href("signIn"), "accountClosed", {
    cookies: [signOutCookie(), forgetBranding(), forgetSearches()],
    headers: { "Clear-Site-Data": clearSiteData },
  });
}

export default function SettingsCloseAccount() {
  const { t } = useTranslation("settings");
  const { form: begun, removal, email, client } = useLoaderData<typeof loader>();
  const form = { ...begun, ...useActionData<typeof action>()?.form };
  return (
    <SettingsPage>
      {removal.allowed ? (
        <div className="stack limit roomy">
          <p>{t("close.lead")}</p>
          <Consequences removal={removal} />
          <ClosingForm form={form} email={email} />
        </div>
      ) : (
        <div className="stack limit roomy">
          <h2>{t("close.owner.title")}</h2>
          <p>{t("close.owner.text", { client })}</p>
        </div>
      )}
    </SettingsPage>
  );
}

export function ErrorBoundary() {
  return (
    <FormBoundary>
      {(form) => (
        <SettingsPage>
          <div className="stack limit roomy">
            <ClosingForm form={form} />
          </div>
        </SettingsPage>
      )}
    </FormBoundary>
  );
}

function Consequences({ removal }: { removal: Removal }) {
  const { t } = useTranslation("settings");
  const { teamArticles, personalArticles, comments, soleOwnerTeams } = removal;
  return (
    <ul>
      <li>{t("close.sessions")}</li>
      <li>{t("close.data")}</li>
      {teamArticles > 0 ? <li>{t("close.teamArticles", { count: teamArticles })}</li> : null}
      {comments > 0 ? <li>{t("close.comments", { count: comments })}</li> : null}
      <li>{personalArticles > 0 ? t("close.personalArticles", { count: personalArticles }) : t("close.personalTeam")}</li>
      {soleOwnerTeams > 0 ? <li>{t("close.soleOwnerTeams", { count: soleOwnerTeams })}</li> : null}
    </ul>
  );
}

/** Submitted natively, so that the password never stays on the page. */
function ClosingForm({ form, email }: { form: FormOf<typeof formSchema>; email?: string }) {
  const { t } = useTranslation("settings");
  const fields = fieldsOf(form, { currentPassword: t("close.password") });
  return (
    <form className="form" method="post" noValidate>
      <FormErrors form={form} fields={fields} />
      <Username email={email} />
      <PasswordField field={fields.currentPassword} hint={t("close.passwordHint")} />
      <button className="btn danger big start" type="submit">
        {t("close.submit")}
      </button>
    </form>
  );
}
