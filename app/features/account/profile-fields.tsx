import { useTranslation } from "react-i18next";
import { FieldGroup, SelectField } from "~/forms/controls";
import type { FieldState } from "~/forms/form-state";
import { locales } from "~/i18n/locale";

/** Frau, Herr, or an empty option for neither. */
export function SalutationField({ field, options }: { field: FieldState; options: readonly ("Frau" | "Herr" | "")[] }) {
  const { t } = useTranslation("settings");
  return (
    <FieldGroup field={field}>
      <div className="radiobar block">
        {options.map((value) => (
          <label key={value}>
            <input type="radio" name={field.name} value={value} defaultChecked={field.value === value} />
            <span>{t(`salutations.${value || "none"}`)} </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

/** Who can see the profile. */
export function VisibilityField({ field }: { field: FieldState }) {
  const { t } = useTranslation("settings");
  return (
    <FieldGroup field={field}>
      {(["is_private", "is_public"] as const).map((value) => (
        <label className="choice" key={value}>
          <input type="radio" name={field.name} value={value} defaultChecked={field.value === value} />
          <span>
            {t(`profile.${value}.label`)} <small>{t(`profile.${value}.hint`)} </small>
          </span>
        </label>
      ))}
    </FieldGroup>
  );
}

/** The language of the interface and of mails. */
export function LocaleField({ field }: { field: FieldState }) {
  const { t } = useTranslation(["settings", "shell"]);
  return (
    <SelectField field={field} hint={t("settings:profile.localeHint")}>
      {locales.map((name) => (
        <option key={name} value={name} lang={name}>
          {t(`shell:languages.${name}`)}
        </option>
      ))}
    </SelectField>
  );
}

/** Light or dark pages, whatever the device prefers. */
export function ColorSchemeField({ field }: { field: FieldState }) {
  const { t } = useTranslation("settings");
  return (
    <FieldGroup field={field} hint={t("profile.colorSchemeHint")}>
      <div className="radiobar block">
        {(["auto", "light", "dark"] as const).map((scheme) => (
          <label key={scheme}>
            <input type="radio" name={field.name} value={scheme} defaultChecked={field.value === scheme} />
            <span>{t(`colorSchemes.${scheme}`)} </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
