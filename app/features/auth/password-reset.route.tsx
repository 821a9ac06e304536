import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf, translated } from "~/forms/form-state";
import { formAnswer, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { Page } from "~/layouts/page";
import { redirectWithFlash } from "~/session/flash.server";
import { visitor } from "~/session/session.server";
import { requestPasswordReset } from "~/upstream/passwords.server";
import { href } from "../../../contract/paths";
import { passwordResetRequestSchema } from "../../../contract/rest/passwords";
import { AccountFields, accountTyped } from "./account-fields";
import { lastWorkspace } from "./last-workspace.server";

export { publicMeta as meta } from "~/layouts/public-meta";
export const handle = { i18n: ["auth"], typed: accountTyped };

const formSchema = z.object(passwordResetRequestSchema.shape);

export async function loader({ request }: LoaderFunctionArgs) {
  const { locale } = await visitor(request);
  const t = translator(locale);
  const title = t("auth:passwordReset.title");
  return data({
    title,
    description: t("auth:passwordReset.description"),
    form: newForm(formSchema, { workspace: lastWorkspace(request) }),
  });
}

/** The response is always the same, so that it does not reveal which addresses have an account. */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  const t = translator(locale);
  const title = t("auth:passwordReset.title");
  const reading = readForm(await request.formData(), formSchema, t);
  if (!reading.ok) return formAnswer(reading.form, { title });
  const result = await requestPasswordReset(upstream, reading.value);
  if (!result.ok) return refusalAnswer(result, reading.values, t, { title });
  return redirectWithFlash(href("signIn"), "passwordResetSent");
}

export default function PasswordResetPage() {
  const { t } = useTranslation(["auth"]);
  const form = { ...useLoaderData<typeof loader>().form, ...useActionData<typeof action>()?.form };
  const fields = fieldsOf(form, translated(accountTyped, t));
  return (
    <Page>
      <div className="gate">
        <h1>{t("passwordReset.title")}</h1>
        <p>{t("passwordReset.lead")}</p>
        <FormErrors form={form} fields={fields} refused={t("passwordReset.refused")} />
        <form className="form" method="post" noValidate>
          <AccountFields fields={fields} />
          <button className="btn primary big" type="submit">
            {t("passwordReset.submit")}
          </button>
        </form>
        <p className="soft">
          <a href={href("signIn")}>{t("passwordReset.toSignIn")}</a>
        </p>
      </div>
    </Page>
  );
}
