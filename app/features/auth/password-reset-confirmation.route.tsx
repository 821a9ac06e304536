import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf } from "~/forms/form-state";
import { judgePosted, newPasswordAnswer, newPasswordFormFields, newPasswordSecrets } from "~/forms/new-password.server";
import { NewPasswordFields } from "~/forms/new-password-fields";
import { newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { Page } from "~/layouts/page";
import { keepDevice } from "~/session/device.server";
import { redirectWithFlash } from "~/session/flash.server";
import { signOutCookie, visitor } from "~/session/session.server";
import { Outcome } from "~/ui/outcome";
import { isGoodResetLink, resetPassword } from "~/upstream/passwords.server";
import { href } from "../../../contract/paths";

export { pageMeta as meta } from "~/layouts/page-meta";
export { strengthLinks as links } from "~/ui/strength-styles";
export const handle = { i18n: ["auth", "passwords"], hydrate: true };

const formSchema = z.object(newPasswordFormFields);

/** Shows the form, or that the link has been used. Opening the link does not use it up, because mail scanners open every link. */
export async function loader({ request, params: { token = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  const title = translator(locale)("auth:newPassword.title");
  const isUsedUp = (await isGoodResetLink(upstream, token)) === false;
  return data({ title, form: newForm(formSchema), isUsedUp }, { status: isUsedUp ? 404 : 200 });
}

/** The texts for 404, 422, other failures and success are in docs/product.md, "Password reset". */
export async function action({ request, params: { token = "" } }: ActionFunctionArgs) {
  const { upstream, locale, device } = await visitor(request);
  const t = translator(locale);
  const title = t("auth:newPassword.title");
  const body = await request.formData();
  const reading = readForm(body, formSchema, t, { secret: newPasswordSecrets });
  if (!reading.ok) return newPasswordAnswer(upstream, reading.form, { body, t, token }, { title });
  const result = await resetPassword(upstream, token, reading.value);
  if (result === "gone") return data({ title, isGone: true as const }, { status: 404 });
  if (!result.ok) {
    const posted = await judgePosted(upstream, body, { token, refusal: result });
    return refusalAnswer(result, {}, t, { title, posted });
  }
  return redirectWithFlash(href("signIn"), "passwordReset", { cookies: [signOutCookie(), keepDevice(device)] });
}

export default function PasswordResetConfirmationPage() {
  const { t } = useTranslation("auth");
  const { isUsedUp } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const isGone = answer !== undefined && "isGone" in answer;
  return (
    <Page>
      <div className="gate">
        <h1>{t("newPassword.title")}</h1>
        {isGone || isUsedUp ? (
          <>
            <Outcome type="error">{t(isGone ? "newPassword.gone" : "newPassword.usedUp")}</Outcome>
            <a className="btn primary big" href={href("passwordReset")}>
              {t("newPassword.again")}
            </a>
          </>
        ) : (
          <NewPasswordForm answer={answer} />
        )}
      </div>
    </Page>
  );
}

type Answer = Exclude<ReturnType<typeof useActionData<typeof action>>, undefined | { isGone: true }>;

function NewPasswordForm({ answer }: { answer: Answer | undefined }) {
  const { t } = useTranslation(["auth", "passwords"]);
  const form = { ...useLoaderData<typeof loader>().form, ...answer?.form };
  const labels = { password: t("passwords:newPassword"), passwordConfirmation: t("passwords:newPasswordConfirmation") };
  const fields = fieldsOf(form, labels);
  return (
    <>
      <p>{t("auth:newPassword.lead")}</p>
      <FormErrors form={form} fields={fields} refused={t("auth:passwordReset.refused")} />
      {/* Submitted natively, so that passwords never stay on the page. */}
      <form className="form" method="post" noValidate>
        <NewPasswordFields fields={fields} posted={answer?.posted} submit={t("auth:newPassword.submit")} />
      </form>
    </>
  );
}
