import { useTranslation } from "react-i18next";
import { describedBy, FieldError } from "~/ui/field";

/** docs/product.md, "Device terms". The notice is German in both languages. */
export function DeviceTerms({ checked, errors }: { checked: boolean; errors?: string[] }) {
  const { t } = useTranslation("auth");
  return (
    <fieldset className="field">
      <legend className="label">{t("deviceTerms.legend")}</legend>
      <p className="hint" lang="de">
        {t("deviceTerms.notice")}
      </p>
      <FieldError id="deviceTerms" errors={errors} />
      <label className="switch">
        <input type="checkbox" role="switch" name="deviceTerms" defaultChecked={checked} {...describedBy("deviceTerms", { errors })} />
        <span>{t("deviceTerms.confirm")}</span>
      </label>
    </fieldset>
  );
}
