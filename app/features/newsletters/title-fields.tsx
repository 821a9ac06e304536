import { useTranslation } from "react-i18next";
import { type FormState, typedText } from "~/forms/form-state";
import { RichTextField } from "~/rich-text/rich-text-field";
import { describedBy, Field } from "~/ui/field";
import { limits } from "../../../contract/limits";

/** Subject and introduction. */
export function TitleFields({ form: { values, errors } }: { form: FormState }) {
  const { t } = useTranslation(["mailings", "articles", "shell"]);
  const words = t("articles:richText", { returnObjects: true });
  return (
    <div className="form">
      <Field id="subject" label={t("mailings:fields.subject")} hint={t("mailings:fields.subjectHint")} errors={errors.subject}>
        <input
          className="input"
          name="subject"
          defaultValue={typedText(values, "subject")}
          maxLength={limits.text}
          required
          dir="auto"
          {...describedBy("subject", { hint: true, errors: errors.subject })}
        />
      </Field>
      <Field
        id="introText"
        label={t("mailings:fields.introText")}
        optional={t("shell:optional")}
        hint={t("articles:bodyHint")}
        errors={errors.introText}
      >
        <RichTextField
          name="introText"
          label={t("mailings:fields.introText")}
          rows={7}
          defaultValue={typedText(values, "introText")}
          html={values.introHtml === undefined ? undefined : typedText(values, "introHtml")}
          words={words}
          dir="auto"
          {...describedBy("introText", { hint: true, errors: errors.introText })}
        />
      </Field>
    </div>
  );
}
