import { Form, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AskBeforeLeaving } from "~/forms/ask-before-leaving";
import { FormErrors } from "~/forms/form-errors";
import { type FormState, typedText } from "~/forms/form-state";
import { ClientLogo } from "~/ui/client-logo";
import { describedBy, Field } from "~/ui/field";

interface ClientFormProps {
  form: FormState;
  logo: { url: string; width: number; height: number } | null;
  /** The fields begin anew with another one: React leaves alone what somebody typed. */
  version?: string;
  /** It came back with what was typed. */
  isAnswer?: boolean;
}

const formId = "client-form";
const fieldNames = ["workspace", "name", "logo", "emailSignature", "signupEnabled", "emailWhitelist", "emailBlacklist"] as const;

/** The settings of a workspace in one form, the logo's file included. */
export function ClientForm({ form, logo, version, isAnswer = false }: ClientFormProps) {
  const { t } = useTranslation("client");
  const { state, formMethod } = useNavigation();
  const labels = Object.fromEntries(fieldNames.map((name) => [name, t(`fields.${name}`)]));
  return (
    <Form className="form limit" id={formId} method="post" encType="multipart/form-data" noValidate preventScrollReset key={version}>
      <AskBeforeLeaving form={formId} touched={isAnswer} />
      <FormErrors form={form} labels={labels} />
      <Line form={form} name="workspace" />
      <Line form={form} name="name" />
      <LogoField form={form} logo={logo} />
      <Text form={form} name="emailSignature" />
      <Switch form={form} name="signupEnabled" />
      <Text form={form} name="emailWhitelist" />
      <Text form={form} name="emailBlacklist" />
      <fieldset className="field">
        <legend className="label">{t("fields.defaults")}</legend>
        <Switch form={form} name="external" />
        <Switch form={form} name="shareable" />
      </fieldset>
      <input type="hidden" name="lockVersion" value={typedText(form.values, "lockVersion")} />
      <button className="btn primary big start" type="submit" aria-busy={(state !== "idle" && formMethod === "POST") || undefined}>
        {t("save")}
      </button>
    </Form>
  );
}

function Line({ form, name }: { form: FormState; name: "workspace" | "name" }) {
  const { t } = useTranslation("client");
  const errors = form.errors[name];
  const isWorkspace = name === "workspace";
  return (
    <Field id={name} label={t(`fields.${name}`)} hint={isWorkspace ? t("hints.workspace") : undefined} errors={errors}>
      <input
        className="input"
        name={name}
        defaultValue={typedText(form.values, name)}
        autoComplete={isWorkspace ? "off" : "organization"}
        autoCapitalize={isWorkspace ? "none" : undefined}
        spellCheck={isWorkspace ? false : undefined}
        required
        dir="auto"
        {...describedBy(name, { hint: isWorkspace, errors })}
      />
    </Field>
  );
}

function Text({ form, name }: { form: FormState; name: "emailSignature" | "emailWhitelist" | "emailBlacklist" }) {
  const { t } = useTranslation(["client", "shell"]);
  const errors = form.errors[name];
  const isList = name !== "emailSignature";
  return (
    <Field id={name} label={t(`client:fields.${name}`)} optional={t("shell:optional")} hint={t(`client:hints.${name}`)} errors={errors}>
      <textarea
        className="input"
        name={name}
        rows={isList ? 3 : 4}
        defaultValue={typedText(form.values, name)}
        autoCapitalize={isList ? "none" : undefined}
        spellCheck={isList ? false : undefined}
        dir="auto"
        {...describedBy(name, { hint: true, errors })}
      />
    </Field>
  );
}

function Switch({ form, name }: { form: FormState; name: "signupEnabled" | "external" | "shareable" }) {
  const { t } = useTranslation("client");
  return (
    <label className="switch">
      <input type="checkbox" role="switch" id={name} name={name} defaultChecked={typedText(form.values, name) === "on"} />
      <span>
        {t(`fields.${name}`)} <small>{t(`hints.${name}`)} </small>
      </span>
    </label>
  );
}

function LogoField({ form, logo }: Pick<ClientFormProps, "form" | "logo">) {
  const { t } = useTranslation(["client", "shell"]);
  const errors = form.errors.logo;
  return (
    <Field id="logo" label={t("client:fields.logo")} optional={t("shell:optional")} hint={t("client:hints.logo")} errors={errors}>
      {logo ? (
        <div className="attachment">
          <span className="logo">
            <ClientLogo name={t("client:logo.current")} logo={logo} />
          </span>
          <label className="choice push">
            <input type="checkbox" name="removeLogo" defaultChecked={typedText(form.values, "removeLogo") === "on"} />
            <span>{t("client:logo.remove")}</span>
          </label>
        </div>
      ) : null}
      <input className="input" type="file" name="logo" accept="image/svg+xml,.svg" {...describedBy("logo", { hint: true, errors })} />
    </Field>
  );
}
