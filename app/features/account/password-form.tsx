import { useTranslation } from "react-i18next";
import { PasswordField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf } from "~/forms/form-state";
import { NewPasswordFields } from "~/forms/new-password-fields";
import type { Strength } from "~/forms/password-rules";
import { Username } from "~/ui/username";
import type { PasswordForm } from "./password-form.server";

interface PasswordFieldsProps {
  form: PasswordForm;
  posted?: Strength;
  email?: string;
  words?: string[];
  narrow?: boolean;
}

/** The current password and a new one. Submitted natively, so that passwords never stay on the page. */
export function PasswordFields({ form, posted, email, words, narrow = false }: PasswordFieldsProps) {
  const { t } = useTranslation(["settings", "passwords"]);
  const fields = fieldsOf(form, {
    currentPassword: t("passwords:currentPassword"),
    password: t("passwords:newPassword"),
    passwordConfirmation: t("passwords:newPasswordConfirmation"),
  });
  return (
    <form className={narrow ? "form limit" : "form"} method="post" noValidate>
      <FormErrors form={form} fields={fields} refused={t("settings:password.refused")} />
      <Username email={email} />
      <PasswordField field={fields.currentPassword} />
      <NewPasswordFields fields={fields} posted={posted} words={words} submit={t("settings:password.submit")} narrow={narrow} />
    </form>
  );
}
