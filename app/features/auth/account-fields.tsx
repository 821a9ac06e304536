import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type FormState, typedText } from "~/forms/form-state";
import { describedBy, Field } from "~/ui/field";

interface AccountFieldsProps extends Partial<Pick<FormState, "values" | "errors">> {
  labels: { workspace: string; email: string };
  emailHint?: ReactNode;
}

/** The two fields that name an account, as every form before the sign-in has them: what a workspace is, and the address. */
export function AccountFields({ values, errors = {}, labels, emailHint }: AccountFieldsProps) {
  const { t } = useTranslation("auth");
  const workspaceHint = (
    <>
      {t("signIn.workspaceHint")} <b>{t("signIn.workspaceExample")}</b>.
    </>
  );
  return (
    <>
      <Field id="workspace" label={labels.workspace} hint={workspaceHint} errors={errors.workspace}>
        <input
          className="input"
          name="workspace"
          defaultValue={typedText(values, "workspace")}
          autoCapitalize="none"
          autoComplete="organization"
          spellCheck={false}
          required
          {...describedBy("workspace", { hint: true, errors: errors.workspace })}
        />
      </Field>
      <Field id="email" label={labels.email} hint={emailHint} errors={errors.email}>
        <input
          className="input"
          name="email"
          type="email"
          defaultValue={typedText(values, "email")}
          autoComplete="username"
          required
          {...describedBy("email", { hint: emailHint !== undefined, errors: errors.email })}
        />
      </Field>
    </>
  );
}
