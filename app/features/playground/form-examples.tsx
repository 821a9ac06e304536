import { useTranslation } from "react-i18next";
import { AttachmentsField } from "~/forms/attachments-field";
import { RichTextField } from "~/rich-text/rich-text-field";
import type { Examples } from "~/ui/examples";
import { Field } from "~/ui/field";

/** Examples of whole features; those of components are in `ui`, next to the components. */
export const richTextExamples: Examples = { id: "richText", Content: RichText };
export const documentsExamples: Examples = { id: "documents", Content: Documents };

function RichText() {
  const { t } = useTranslation(["playground", "articles"]);
  return (
    <div className="form beside">
      <Field id="example-rich" label={t("playground:richText.label")}>
        <RichTextField
          id="example-rich"
          name="example-rich"
          label={t("playground:richText.label")}
          className="input"
          rows={6}
          defaultValue={t("playground:richText.value")}
          words={t("articles:richText", { returnObjects: true })}
        />
      </Field>
    </div>
  );
}

function Documents() {
  const { t } = useTranslation("playground");
  const stored = {
    id: "example",
    name: t("documents.name"),
    kind: t("documents.kind"),
    isPicture: false,
    width: null,
    height: null,
    alt: null,
  };
  const deleted = { ...stored, id: "example-deleted", name: t("documents.deletedName") };
  const form = { values: { deletedAttachments: [deleted.id] }, errors: {} };
  return (
    <div className="form">
      <AttachmentsField form={form} attachments={[stored, deleted]} />
      <Field id="example-file" label={t("documents.single")}>
        <input className="input" id="example-file" type="file" />
      </Field>
    </div>
  );
}
