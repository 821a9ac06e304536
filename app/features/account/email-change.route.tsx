import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { PasswordField, TextField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf, translated } from "~/forms/form-state";
import { type FormOf, formAnswer, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { SubmitButton } from "~/forms/submit-button";
import { dayOfMoment, momentText } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { FormBoundary } from "~/layouts/form-boundary";
import { SettingsPage } from "~/layouts/settings-page";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { DateText } from "~/ui/date-text";
import { Username } from "~/ui/username";
import { changeEmail, findEmailChange } from "~/upstream/email-change.server";
import { listOptOuts } from "~/upstream/newsletters.server";
import { requireUser } from "~/upstream/users.server";
import { href } from "../../../contract/paths";
import { passwordSchema } from "../../../contract/rest/passwords";
import { emailSchema } from "../../../contract/rest/shared";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";

const typed = { email: "settings:email.fields.email", emailConfirmation: "settings:email.fields.emailConfirmation" } as const;

export const handle = { i18n: ["settings"], typed };

const emailFormSchema = z.object({ currentPassword: passwordSchema, email: emailSchema, emailConfirmation: emailSchema });

export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, userId, locale } = await requireSession(request);
  const [user, pending, optOuts] = await Promise.all([requireUser(upstream, userId), findEmailChange(upstream), listOptOuts(upstream)]);
  return data({
    title: translator(locale)("settings:tabs.settingsEmail"),
    form: newForm(emailFormSchema),
    email: user.email,
    pending: pending && { email: pending.email, until: momentText(pending.expiresAt, locale).text },
    optOuts: optOuts.map(({ folder, createdAt }) => ({ ...folder, since: dayOfMoment(createdAt) })),
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), emailFormSchema, t, { secret: ["currentPassword"] });
  if (!reading.ok) return formAnswer(reading.form);
  const result = await changeEmail(upstream, reading.value);
  if (!result.ok) return refusalAnswer(result, reading.values, t);
  return redirectWithFlash(href("settingsEmail"), "emailChangeSent");
}

export default function EmailChange() {
  const { t } = useTranslation("settings");
  const { form, email } = useLoaderData<typeof loader>();
  return (
    <SettingsPage>
      <div className="stack limit">
        <h2>{t("email.current")}</h2>
        <p>{email}</p>
        <PendingChange />
        <EmailForm form={{ ...form, ...useActionData<typeof action>()?.form }} username={email} />
      </div>
      <OptOuts />
    </SettingsPage>
  );
}

export function ErrorBoundary() {
  return (
    <FormBoundary>
      {(form) => (
        <SettingsPage>
          <div className="stack limit">
            <EmailForm form={form} />
          </div>
        </SettingsPage>
      )}
    </FormBoundary>
  );
}

function PendingChange() {
  const { t } = useTranslation("settings");
  const { pending } = useLoaderData<typeof loader>();
  if (!pending) return null;
  return (
    <section className="panel stack" aria-labelledby="pending">
      <h3 id="pending">{t("email.pending.title")}</h3>
      <p>{t("email.pending.text", pending)}</p>
      <Form method="post" action={href("settingsEmailCancellation")}>
        <button className="btn" type="submit">
          {t("email.pending.cancel")}
        </button>
      </Form>
    </section>
  );
}

/** The unsubscribed newsletters, with buttons to resubscribe. */
function OptOuts() {
  const { t } = useTranslation("settings");
  const { optOuts } = useLoaderData<typeof loader>();
  return (
    <section className="section stack limit" aria-labelledby="newsletters">
      <h2 id="newsletters">{t("newsletters.title")}</h2>
      <p>{t(optOuts.length > 0 ? "newsletters.text" : "newsletters.none")}</p>
      {optOuts.length > 0 ? (
        <div className="table-wrap">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t("newsletters.folder")}</th>
                <th scope="col">{t("newsletters.since")}</th>
                <th scope="col">{t("newsletters.action")}</th>
              </tr>
            </thead>
            <tbody>
              {optOuts.map(({ id, name, since }) => (
                <tr key={id}>
                  <th scope="row" dir="auto">
                    {name}
                  </th>
                  <td data-label={t("newsletters.since")}>
                    <DateText date={since} />
                  </td>
                  <td>
                    <Form method="post" action={href("subscriptionSetting", { folderId: id })} reloadDocument>
                      <button className="btn small" type="submit" aria-label={t("newsletters.againOf", { name })}>
                        {t("newsletters.again")}
                      </button>
                    </Form>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </section>
  );
}

/** Submitted natively, so that the password never stays on the page. */
function EmailForm({ form, username }: { form: FormOf<typeof emailFormSchema>; username?: string }) {
  const { t } = useTranslation(["settings"]);
  const fields = fieldsOf(form, {
    currentPassword: t("email.fields.currentPassword"),
    ...translated(typed, t),
  });
  return (
    <form className="form" method="post" noValidate>
      <FormErrors form={form} fields={fields} />
      <p>{t("email.lead")}</p>
      <Username email={username} />
      <PasswordField field={fields.currentPassword} />
      <TextField field={fields.email} type="email" autoComplete="email" />
      <TextField field={fields.emailConfirmation} type="email" autoComplete="email" />
      <SubmitButton>{t("email.submit")}</SubmitButton>
    </form>
  );
}
