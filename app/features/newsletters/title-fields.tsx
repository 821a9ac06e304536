import { useTranslation } from "react-i18next";
import { controlProps, FormField, TextField } from "~/forms/controls";
import { type FormState, fieldsOf, typedText } from "~/forms/form-state";
import { RichTextField } from "~/rich-text/rich-text-field";
import { limits } from "../../../contract/limits";

/** Subject and introduction. A draft may lack the subject, so its schema does not require it. */
export function TitleFields({ form }: { form: FormState<"subject" | "introText" | "introHtml"> }) {
  const { t } = useTranslation(["mailings", "articles"]);
  const { subject, introText } = fieldsOf(form, { subject: t("mailings:fields.subject"), introText: t("mailings:fields.introText") });
  return (
    <div className="form">
      <TextField field={subject} hint={t("mailings:fields.subjectHint")} maxLength={limits.text} required dir="auto" />
      <FormField field={introText} hint={t("articles:bodyHint")} optional>
        <RichTextField
          {...controlProps(introText, t("articles:bodyHint"))}
          label={introText.label}
          rows={7}
          html={form.values.introHtml === undefined ? undefined : typedText(form.values, "introHtml")}
          words={t("articles:richText", { returnObjects: true })}
          dir="auto"
        />
      </FormField>
    </div>
  );
}
