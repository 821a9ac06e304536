import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AskBeforeLeaving } from "~/forms/ask-before-leaving";
import { FormErrors } from "~/forms/form-errors";
import { type FormState, typedText } from "~/forms/form-state";
import { formAnswer, readForm, refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { pageBelow, useOverlay } from "~/layouts/overlay";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { Dialog } from "~/ui/dialog";
import { describedBy, Field } from "~/ui/field";
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
    form: { values: { key: crypto.randomUUID() }, errors: {} },
  });
}

/** Invites everybody or nobody: each address that is wrong is named, and all that was typed stays. */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), invitationFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form, {});
  const { emailAddresses, admin, key } = reading.value;
  const result = await createInvitations(upstream, { emailAddresses, role: admin ? "admin" : "editor" }, key);
  if (!result.ok) return formAnswer(refusedForm(result, reading.values, t), {}, refusalInit(result));
  const notice = result.data.length === 1 ? "invitationSent" : "invitationsSent";
  return redirect(pageBelow(request, "new"), { headers: { "Set-Cookie": showNotice("success", notice) } });
}

export default function InvitationNew() {
  const { t } = useTranslation(["client", "shell"]);
  const { form } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>()?.form;
  const { state, formMethod } = useNavigation();
  const { below } = useOverlay();
  return (
    <Dialog title={t("client:invitations.new.title")} closeTo={below} closeLabel={t("shell:close")} kind="modal small">
      <Form className="dialog-form" id="invitation-form" method="post" noValidate preventScrollReset>
        <div className="dialog-body form">
          <InvitationFields form={answer ?? form} />
        </div>
        <div className="dialog-foot">
          <span className="end">
            <Link className="btn" to={below} preventScrollReset>
              {t("shell:cancel")}
            </Link>
            <button className="btn primary" type="submit" aria-busy={(state !== "idle" && formMethod === "POST") || undefined}>
              {t("client:invitations.new.submit")}
            </button>
          </span>
        </div>
      </Form>
      <AskBeforeLeaving form="invitation-form" touched={answer !== undefined} />
    </Dialog>
  );
}

function InvitationFields({ form }: { form: FormState }) {
  const { t } = useTranslation("client");
  const { errors, values } = form;
  const label = t("invitations.new.emailAddresses");
  return (
    <>
      <FormErrors form={form} labels={{ emailAddresses: label }} />
      <Field
        id="emailAddresses"
        label={label}
        hint={t("invitations.new.hint", { max: limits.emailsPerInvitation })}
        errors={errors.emailAddresses}
      >
        <textarea
          className="input"
          name="emailAddresses"
          rows={5}
          defaultValue={typedText(values, "emailAddresses")}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          required
          {...describedBy("emailAddresses", { hint: true, errors: errors.emailAddresses })}
        />
      </Field>
      <label className="switch">
        <input type="checkbox" role="switch" name="admin" defaultChecked={typedText(values, "admin") === "on"} />
        <span>
          {t("invitations.new.admin")} <small>{t("invitations.new.adminHint")}</small>
        </span>
      </label>
      <input type="hidden" name="key" value={typedText(values, "key")} />
    </>
  );
}
