import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { TextField } from "~/forms/controls";
import type { FieldState } from "~/forms/form-state";

export const accountTyped = { workspace: "auth:signIn.workspace", email: "auth:signIn.email" } as const;

interface AccountFieldsProps {
  fields: Record<"workspace" | "email", FieldState>;
  emailHint?: ReactNode;
}

/** The two fields that identify an account in every form before the sign-in. */
export function AccountFields({ fields, emailHint }: AccountFieldsProps) {
  const { t } = useTranslation("auth");
  const workspaceHint = (
    <>
      {t("signIn.workspaceHint")} <b>{t("signIn.workspaceExample")}</b>.
    </>
  );
  return (
    <>
      <TextField field={fields.workspace} hint={workspaceHint} autoCapitalize="none" autoComplete="organization" spellCheck={false} />
      <TextField field={fields.email} hint={emailHint} type="email" autoComplete="username" />
    </>
  );
}
