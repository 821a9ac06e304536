import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf, translated } from "~/forms/form-state";
import { judgePosted, newPasswordAnswer, newPasswordFormFields, newPasswordSecrets } from "~/forms/new-password.server";
import { NewPasswordFields } from "~/forms/new-password-fields";
import { newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { Page } from "~/layouts/page";
import { findSession, visitor } from "~/session/session.server";
import { createAccount } from "~/upstream/users.server";
import { href } from "../../../contract/paths";
import { serverHref } from "../../../contract/paths.server";
import { workspaceSchema } from "../../../contract/rest/session";
import { emailSchema } from "../../../contract/rest/shared";
import { AccountFields, accountTyped } from "./account-fields";

export { publicMeta as meta } from "~/layouts/public-meta";
export { strengthLinks as links } from "~/ui/strength-styles";

const typed = { ...accountTyped, email: "auth:signUp.email" } as const;

export const handle = { i18n: ["auth", "passwords"], hydrate: true, typed };

const signUpFormSchema = z.object({
  workspace: workspaceSchema,
  email: emailSchema,
  ...newPasswordFormFields,
});

export async function loader({ request }: LoaderFunctionArgs) {
  if (await findSession(request)) return redirect(href("settings"));
  const { locale } = await visitor(request);
  const t = translator(locale);
  return data({ title: t("auth:signUp.title"), description: t("auth:signUp.description"), form: newForm(signUpFormSchema) });
}

export async function action({ request }: ActionFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  const t = translator(locale);
  const body = await request.formData();
  const reading = readForm(body, signUpFormSchema, t, { secret: newPasswordSecrets });
  const words = [body.get("workspace"), body.get("email")].filter((word) => typeof word === "string");
  if (!reading.ok) return newPasswordAnswer(upstream, reading.form, { body, t, words }, {});
  const result = await createAccount(upstream, reading.value);
  if (result.ok) return redirect(serverHref("signUpSent"));
  const posted = await judgePosted(upstream, body, { words, refusal: result });
  return refusalAnswer(result, reading.values, t, { posted });
}

/** Submitted natively, so that passwords never stay on the page. */
export default function SignUpPage() {
  const { t } = useTranslation(["auth", "passwords"]);
  const answer = useActionData<typeof action>();
  const form = { ...useLoaderData<typeof loader>().form, ...answer?.form };
  const fields = fieldsOf(form, {
    ...translated(typed, t),
    password: t("auth:signIn.password"),
    passwordConfirmation: t("passwords:passwordConfirmation"),
  });
  return (
    <Page>
      <div className="gate">
        <h1>{t("auth:signUp.title")}</h1>
        <FormErrors form={form} fields={fields} />
        <form className="form" method="post" noValidate>
          <AccountFields fields={fields} emailHint={t("auth:signUp.emailHint")} />
          <NewPasswordFields fields={fields} posted={answer?.posted} submit={t("auth:signUp.submit")} />
        </form>
        <p className="soft">
          {t("auth:signUp.hasAccount")} <a href={href("signIn")}>{t("auth:signUp.signIn")}</a>
        </p>
      </div>
    </Page>
  );
}
