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
  const body = await request.formData();
  const reading = readForm(body, invitationFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form, {});
  const { emailAddresses, admin, key } = reading.value;
  const result = await createInvitations(upstream, { emailAddresses, role: admin ? "admin" : "editor" }, key);
  if (!result.ok) return formAnswer(refusedForm(result, reading.values, t), {}, refusalInit(result));
  const notice = result.data.length === 1 ? "invitationSent" : "invitationsSent";
  const { pathname, search } = new URL(request.url);
  return redirect(body.has("more") ? `${pathname}${search}` : pageBelow(request, "new"), {
    headers: { "Set-Cookie": showNotice("success", notice) },
  });
}

export default function InvitationNew() {
  const { t } = useTranslation(["client", "shell"]);
  const { form } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>()?.form;
  const { state, formMethod } = useNavigation();
  const { below } = useOverlay();
  return (
    <Dialog title={t("client:invitations.new.title")} closeTo={below} closeLabel={t("shell:close")} kind="modal small">
      {/* Begun anew after the last ones were sent: React would leave in the fields what was typed. */}
      <Form className="dialog-form" id="invitation-form" key={typedText(form.values, "key")} method="post" noValidate preventScrollReset>
        {/* The Enter key presses the first button. */}
        <button type="submit" hidden>
          {t("client:invitations.new.submit")}
        </button>
        <div className="dialog-body form">
          <InvitationFields form={answer ?? form} />
        </div>
        <div className="dialog-foot">
          <span className="end">
            <Link className="btn" to={below} preventScrollReset>
              {t("shell:cancel")}
            </Link>
            <button className="btn" type="submit" name="more">
              {t("client:invitations.new.more")}
            </button>
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
          // biome-ignore lint/a11y/noAutofocus: the first field of a dialog, also when it is begun anew
          autoFocus
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
