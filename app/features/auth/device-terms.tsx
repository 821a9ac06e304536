import { useTranslation } from "react-i18next";
import type { FieldState } from "~/forms/form-state";
import { describedBy, FieldError } from "~/ui/field";

/** See docs/product.md, "Device terms". The notice is always in German. */
export function DeviceTerms({ field: { name, value, errors } }: { field: FieldState }) {
  const { t } = useTranslation("auth");
  return (
    <fieldset className="field">
      <legend className="label">{t("deviceTerms.legend")}</legend>
      <p className="hint" lang="de">
        {t("deviceTerms.notice")}
      </p>
      <FieldError id={name} errors={errors} />
      <label className="switch">
        <input type="checkbox" role="switch" name={name} required defaultChecked={value === "on"} {...describedBy(name, { errors })} />
        <span>{t("deviceTerms.confirm")}</span>
      </label>
    </fieldset>
  );
}
