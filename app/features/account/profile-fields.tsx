import type { HTMLInputAutoCompleteAttribute } from "react";
import { useTranslation } from "react-i18next";
import { type FormState, typedText } from "~/forms/form-state";
import { locales } from "~/i18n/locale";
import { describedBy, Field, FieldError } from "~/ui/field";

interface TextFieldProps {
  form: FormState;
  name: "firstName" | "lastName" | "jobTitle";
  autoComplete: HTMLInputAutoCompleteAttribute;
  required?: boolean;
}

/** One line about oneself. */
export function ProfileText({ form, name, autoComplete, required = false }: TextFieldProps) {
  const { t } = useTranslation(["settings", "shell"]);
  const errors = form.errors[name];
  return (
    <Field id={name} label={t(`settings:profile.${name}`)} optional={name === "jobTitle" ? t("shell:optional") : undefined} errors={errors}>
      <input
        className="input"
        name={name}
        defaultValue={typedText(form.values, name)}
        autoComplete={autoComplete}
        required={required}
        dir="auto"
        {...describedBy(name, { errors })}
      />
    </Field>
  );
}

/** Frau or Herr; an empty option says nothing. */
export function SalutationField({ form, options }: { form: FormState; options: readonly ("Frau" | "Herr" | "")[] }) {
  const { t } = useTranslation("settings");
  const errors = form.errors.salutation;
  const chosen = typedText(form.values, "salutation");
  return (
    <fieldset className="field" aria-describedby={errors ? "salutation-error" : undefined}>
      <legend className="label" id="salutation" tabIndex={-1}>
        {t("profile.salutation")}
      </legend>
      <FieldError id="salutation" errors={errors} />
      <div className="radiobar block">
        {options.map((value) => (
          <label key={value}>
            <input type="radio" name="salutation" value={value} defaultChecked={chosen === value} />
            <span>{t(`salutations.${value || "none"}`)} </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Who sees the profile, in words. */
export function VisibilityField({ form }: { form: FormState }) {
  const { t } = useTranslation("settings");
  const chosen = typedText(form.values, "visibility");
  return (
    <fieldset className="field">
      <legend className="label" id="visibility" tabIndex={-1}>
        {t("profile.visibility")}
      </legend>
      <FieldError id="visibility" errors={form.errors.visibility} />
      {(["is_private", "is_public"] as const).map((value) => (
        <label className="choice" key={value}>
          <input type="radio" name="visibility" value={value} defaultChecked={chosen === value} />
          <span>
            {t(`profile.${value}.label`)} <small>{t(`profile.${value}.hint`)} </small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The language of the interface and of mails. */
export function LocaleField({ form }: { form: FormState }) {
  const { t } = useTranslation(["settings", "shell"]);
  const errors = form.errors.locale;
  return (
    <Field id="locale" label={t("settings:profile.locale")} hint={t("settings:profile.localeHint")} errors={errors}>
      <select
        className="input"
        name="locale"
        defaultValue={typedText(form.values, "locale")}
        {...describedBy("locale", { hint: true, errors })}
      >
        {locales.map((name) => (
          <option key={name} value={name} lang={name}>
            {t(`shell:languages.${name}`)}
          </option>
        ))}
      </select>
    </Field>
  );
}
