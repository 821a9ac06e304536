import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { FormErrors } from "~/forms/form-errors";
import { judgePosted, newPasswordFormFields, newPasswordSecrets } from "~/forms/new-password.server";
import { NewPasswordFields } from "~/forms/new-password-fields";
import { formAnswer, readForm, refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { Page } from "~/layouts/page";
import { href } from "~/paths";
import { keepDevice } from "~/session/device.server";
import { showNotice } from "~/session/notices.server";
import { signOutCookie, visitor } from "~/session/session.server";
import { Outcome } from "~/ui/outcome";
import { resetPassword } from "~/upstream/passwords.server";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["auth", "passwords"], hydrate: true };

const formSchema = z.object(newPasswordFormFields);

/** Shows the form, and asks nothing of the link: mail scanners open every one (decisions 2.7). */
export async function loader({ request }: LoaderFunctionArgs) {
  const { locale } = await visitor(request);
  return data({ title: translator(locale)("auth:newPassword.title") });
}

/** 404, 422, anything else and success, as the error catalogue says of a new password (specification, part 1, 8). */
export async function action({ request, params: { token = "" } }: ActionFunctionArgs) {
  const { upstream, locale, device } = await visitor(request);
  const t = translator(locale);
  const title = t("auth:newPassword.title");
  const body = await request.formData();
  const reading = readForm(body, formSchema, t, { secret: newPasswordSecrets });
  if (!reading.ok) return formAnswer(reading.form, { title, posted: await judgePosted(upstream, body, { token }) });
  const result = await resetPassword(upstream, token, reading.value);
  if (result === "gone") return data({ title, isGone: true as const }, { status: 404 });
  if (!result.ok) {
    const posted = await judgePosted(upstream, body, { token, refusal: result });
    return formAnswer(refusedForm(result, {}, t), { title, posted }, refusalInit(result));
  }
  const headers = new Headers({ "Set-Cookie": showNotice("success", "passwordReset") });
  for (const cookie of [signOutCookie(), keepDevice(device)]) headers.append("Set-Cookie", cookie);
  return redirect(href("signIn", {}), { headers });
}

export default function PasswordResetConfirmationPage() {
  const { t } = useTranslation("auth");
  const answer = useActionData<typeof action>();
  return (
    <Page>
      <div className="gate">
        <h1>{t("newPassword.title")}</h1>
        {answer && "isGone" in answer ? (
          <>
            <Outcome type="error">{t("newPassword.gone")}</Outcome>
            <a className="btn primary big" href={href("passwordReset", {})}>
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
  const labels = { password: t("passwords:newPassword"), passwordConfirmation: t("passwords:newPasswordConfirmation") };
  return (
    <>
      <p>{t("auth:newPassword.lead")}</p>
      <FormErrors form={answer?.form} labels={labels} refused={t("auth:passwordReset.refused")} />
      {/* Posted by the browser itself: what was typed is gone from the page whatever comes of it. */}
      <form className="form" method="post" noValidate>
        <NewPasswordFields labels={labels} errors={answer?.form.errors} posted={answer?.posted} submit={t("auth:newPassword.submit")} />
      </form>
    </>
  );
}
