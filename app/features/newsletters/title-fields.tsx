import { useTranslation } from "react-i18next";
import { controlProps, FormField, TextField } from "~/forms/controls";
import { type FormState, fieldsOf, translated, typedText } from "~/forms/form-state";
import { RichTextField } from "~/rich-text/rich-text-field";
import * as limits from "../../../contract/limits";

export const titleTyped = { subject: "newsletters:fields.subject", introText: "newsletters:fields.introText" } as const;

/** Subject and introduction. A draft may lack the subject, so its schema does not require it. */
export function TitleFields({ form }: { form: FormState<"subject" | "introText" | "introHtml"> }) {
  const { t } = useTranslation(["newsletters", "articles"]);
  const { subject, introText } = fieldsOf(form, translated(titleTyped, t));
  return (
    <div className="form">
      <TextField
        field={subject}
        hint={t("newsletters:fields.subjectHint")}
        maxLength={limits.text}
        required
        dir="auto"
        autoFocus={!subject.value}
      />
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
