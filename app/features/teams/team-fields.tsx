import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { type FormState, typedText } from "~/forms/form-state";
import { describedBy, Field } from "~/ui/field";

/** The one field of a team, and what is wrong with it on top. */
export function TeamFields({ form, autoFocus }: { form: FormState; autoFocus?: boolean }) {
  const { t } = useTranslation("teams");
  const { errors, values } = form;
  const label = t("fields.name");
  return (
    <>
      <FormErrors form={form} labels={{ name: label }} />
      <Field id="name" label={label} errors={errors.name}>
        <input
          className="input"
          name="name"
          defaultValue={typedText(values, "name")}
          required
          dir="auto"
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: the single field of a dialog
          autoFocus={autoFocus && Object.keys(errors).length === 0}
          {...describedBy("name", { errors: errors.name })}
        />
      </Field>
      {(["key", "refusedName"] as const).map((one) =>
        typedText(values, one) ? <input key={one} type="hidden" name={one} value={typedText(values, one)} /> : null,
      )}
    </>
  );
}
