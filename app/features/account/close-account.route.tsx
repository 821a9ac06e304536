import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { FormErrors } from "~/forms/form-errors";
import type { FormState } from "~/forms/form-state";
import { formAnswer, readForm, refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { FormBoundary } from "~/layouts/form-boundary";
import { SettingsPage } from "~/layouts/settings-page";
import { href } from "~/paths";
import { forgetLook } from "~/session/look.server";
import { showNotice } from "~/session/notices.server";
import { keptBesideCookies, requireSession, signOutCookie } from "~/session/session.server";
import { describedBy, Field } from "~/ui/field";
import { closeAccount, type Removal, requireRemoval } from "~/upstream/users.server";
import { accountClosingSchema } from "../../../contract/rest/users";
import { Username } from "./username";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["settings"] };

const formSchema = z.object({ currentPassword: accountClosingSchema.shape.current_password });

export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, user, locale } = await requireSession(request);
  const removal = await requireRemoval(upstream, user.id);
  const title = translator(locale)("settings:tabs.settingsCloseAccount");
  return data({ title, removal, email: user.email, client: user.client.name });
}

/** Closes the account and leaves nobody signed in. A refused or failed closing is told, so that nobody believes it is closed. */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream, userId, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), formSchema, t, { secret: ["currentPassword"] });
  if (!reading.ok) return formAnswer(reading.form, {});
  const result = await closeAccount(upstream, userId, reading.value.currentPassword);
  if (!result.ok) return formAnswer(refusedForm(result, {}, t), {}, refusalInit(result));
  const headers = new Headers({ "Set-Cookie": signOutCookie() });
  headers.append("Set-Cookie", forgetLook());
  headers.append("Set-Cookie", showNotice("success", "accountClosed"));
  headers.set("Clear-Site-Data", keptBesideCookies);
  return redirect(href("signIn", {}), { headers });
}

export default function SettingsCloseAccount() {
  const { t } = useTranslation("settings");
  const { removal, email, client } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
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

/** Without script also where there is one: what somebody typed as a password does not stay on a page. */
function ClosingForm({ form, email }: { form: FormState | undefined; email?: string }) {
  const { t } = useTranslation("settings");
  const errors = form?.errors.currentPassword;
  return (
    <form className="form" method="post" noValidate>
      <FormErrors form={form} labels={{ currentPassword: t("close.password") }} />
      <Username email={email} />
      <Field id="currentPassword" label={t("close.password")} hint={t("close.passwordHint")} errors={errors}>
        <input
          className="input"
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          required
          {...describedBy("currentPassword", { hint: true, errors })}
        />
      </Field>
      <button className="btn danger big start" type="submit">
        {t("close.submit")}
      </button>
    </form>
  );
}
