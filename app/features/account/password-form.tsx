import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import type { FormState } from "~/forms/form-state";
import { NewPasswordFields } from "~/forms/new-password-fields";
import type { Strength } from "~/forms/password-rules";
import { describedBy, Field } from "~/ui/field";
import { Username } from "./username";

interface PasswordFormProps {
  answer: { form: FormState; posted?: Strength } | undefined;
  email?: string;
  words?: string[];
  narrow?: boolean;
}

/** The current password and a new one. The browser posts it itself: what was typed is gone from the page whatever comes of it. */
export function PasswordForm({ answer, email, words, narrow = false }: PasswordFormProps) {
  const { t } = useTranslation(["settings", "passwords"]);
  const errors = answer?.form.errors ?? {};
  const labels = {
    currentPassword: t("passwords:currentPassword"),
    password: t("passwords:newPassword"),
    passwordConfirmation: t("passwords:newPasswordConfirmation"),
  };
  return (
    <form className={narrow ? "form limit" : "form"} method="post" noValidate>
      <FormErrors form={answer?.form} labels={labels} refused={t("settings:password.refused")} />
      <Username email={email} />
      <Field id="currentPassword" label={labels.currentPassword} errors={errors.currentPassword}>
        <input
          className="input"
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          required
          {...describedBy("currentPassword", { errors: errors.currentPassword })}
        />
      </Field>
      <NewPasswordFields
        labels={labels}
        errors={errors}
        posted={answer?.posted}
        words={words}
        submit={t("settings:password.submit")}
        narrow={narrow}
      />
    </form>
  );
}
