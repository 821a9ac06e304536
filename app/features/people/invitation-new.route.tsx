import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { HiddenFields, SwitchField, TextAreaField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf, typedText } from "~/forms/form-state";
import { type FormOf, formAnswer, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { FormDialog } from "~/layouts/form-dialog";
import { pageBelow } from "~/layouts/overlay";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { createInvitations } from "~/upstream/invitations.server";
import { limits } from "../../../contract/limits";
import { invitationFormSchema } from "./invitation-form.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["client"] };

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, locale } = await requireSession(request);
  if (user.role !== "owner" && user.role !== "admin") throw new Response(null, { status: 403 });
  return data({
    title: translator(locale)("client:invitations.new.title"),
    form: newForm(invitationFormSchema, { key: crypto.randomUUID() }),
  });
}

/** Invites everyone or no one: each invalid address is reported, and all input is kept. */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const body = await request.formData();
  const reading = readForm(body, invitationFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form);
  const { emailAddresses, admin, key } = reading.value;
  const result = await createInvitations(upstream, { emailAddresses, role: admin ? "admin" : "editor" }, key);
  if (!result.ok) return refusalAnswer(result, reading.values, t);
  const message = result.data.length === 1 ? "invitationSent" : "invitationsSent";
  const { pathname, search } = new URL(request.url);
  return redirectWithFlash(body.has("more") ? `${pathname}${search}` : pageBelow(request, "new"), message);
}

export default function InvitationNew() {
  const { t } = useTranslation(["client", "shell"]);
  const { form } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>()?.form;
  return (
    <FormDialog
      title={t("client:invitations.new.title")}
      submit={t("client:invitations.new.submit")}
      touched={answer !== undefined}
      version={typedText(form.values, "key")}
      more={
        <button className="btn" type="submit" name="more">
          {t("client:invitations.new.more")}
        </button>
      }
    >
      <InvitationFields form={{ ...form, ...answer }} />
    </FormDialog>
  );
}

function InvitationFields({ form }: { form: FormOf<typeof invitationFormSchema> }) {
  const { t } = useTranslation("client");
  const { admin, ...fields } = fieldsOf(form, { emailAddresses: t("invitations.new.emailAddresses"), admin: t("invitations.new.admin") });
  return (
    <>
      <FormErrors form={form} fields={fields} />
      <TextAreaField
        field={fields.emailAddresses}
        hint={t("invitations.new.hint", { max: limits.emailsPerInvitation })}
        rows={5}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        autoFocus
      />
      <SwitchField field={admin} hint={t("invitations.new.adminHint")} />
      <HiddenFields form={form} names={["key"]} />
    </>
  );
}
