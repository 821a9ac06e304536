import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AskBeforeLeaving } from "~/forms/ask-before-leaving";
import { controlProps, FormField, HiddenFields, SwitchField, TextAreaField, TextField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { type FieldState, fieldsOf, labelsOf, typedText } from "~/forms/form-state";
import { SubmitButton } from "~/forms/submit-button";
import { ClientLogo } from "~/ui/client-logo";
import type { ClientForm } from "./workspace-form.server";

interface ClientSettingsFormProps {
  form: ClientForm;
  logo: { url: string; width: number; height: number } | null;
  /** A new value resets the fields, because React keeps what the user typed into uncontrolled inputs. */
  version?: string;
  /** Whether the form was returned with errors. */
  isAnswer?: boolean;
}

const formId = "client-form";
const fieldNames = ["workspace", "name", "logo", "emailSignature", "signupEnabled", "emailWhitelist", "emailBlacklist"] as const;
const switchNames = ["external", "shareable"] as const;

export const clientTyped = labelsOf(
  ["workspace", "name", "emailSignature", "emailWhitelist", "emailBlacklist"],
  (name) => `client:fields.${name}`,
);

/** The settings of a workspace in one form, including the logo's file. */
export function ClientSettingsForm({ form, logo, version, isAnswer = false }: ClientSettingsFormProps) {
  const { t } = useTranslation("client");
  const fields = fieldsOf(
    form,
    labelsOf(fieldNames, (name) => t(`fields.${name}`)),
  );
  const switches = fieldsOf(
    form,
    labelsOf(switchNames, (name) => t(`fields.${name}`)),
  );
  return (
    <Form className="form limit" id={formId} method="post" encType="multipart/form-data" noValidate preventScrollReset key={version}>
      <AskBeforeLeaving form={formId} touched={isAnswer} />
      <FormErrors form={form} fields={{ ...fields, ...switches }} />
      <TextField
        field={fields.workspace}
        hint={t("hints.workspace")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
      />
      <TextField field={fields.name} autoComplete="organization" dir="auto" />
      <LogoField field={fields.logo} logo={logo} isRemoved={typedText(form.values, "removeLogo") === "on"} />
      <TextAreaField field={fields.emailSignature} hint={t("hints.emailSignature")} optional rows={4} dir="auto" />
      <SwitchField field={fields.signupEnabled} hint={t("hints.signupEnabled")} />
      <ListField field={fields.emailWhitelist} hint={t("hints.emailWhitelist")} />
      <ListField field={fields.emailBlacklist} hint={t("hints.emailBlacklist")} />
      <fieldset className="field">
        <legend className="label">{t("fields.defaults")}</legend>
        {switchNames.map((name) => (
          <SwitchField key={name} field={switches[name]} hint={t(`hints.${name}`)} />
        ))}
      </fieldset>
      <HiddenFields form={form} names={["lockVersion", "opened"]} />
      <SubmitButton>{t("save")}</SubmitButton>
    </Form>
  );
}

const ListField = (props: { field: FieldState; hint: string }) => (
  <TextAreaField optional rows={3} autoCapitalize="none" spellCheck={false} dir="auto" {...props} />
);

interface LogoFieldProps extends Pick<ClientSettingsFormProps, "logo"> {
  field: FieldState;
  isRemoved: boolean;
}

function LogoField({ field, logo, isRemoved }: LogoFieldProps) {
  const { t } = useTranslation("client");
  const hint = t("hints.logo");
  return (
    <FormField field={field} hint={hint} optional>
      {logo ? (
        <div className="attachment">
          <span className="logo">
            <ClientLogo name={t("logo.current")} logo={logo} />
          </span>
          <label className="choice push">
            <input type="checkbox" name="removeLogo" defaultChecked={isRemoved} />
            <span>{t("logo.remove")}</span>
          </label>
        </div>
      ) : null}
      <input className="input" type="file" accept="image/svg+xml,.svg" {...controlProps(field, hint)} defaultValue={undefined} />
    </FormField>
  );
}
