import { useTranslation } from "react-i18next";
import * as limits from "../../contract/limits";
import type { Examples } from "./examples";
import { describedBy, Field } from "./field";

function Content() {
  const { t } = useTranslation(["playground", "shell", "errors"]);
  const errors = [t("errors:required")];
  return (
    <div className="form beside">
      <Field id="example-text" label={t("playground:text.plain")}>
        <input className="input" id="example-text" maxLength={limits.text} defaultValue={t("playground:text.value")} />
      </Field>
      <Field id="example-hint" label={t("playground:text.withHint")} hint={t("playground:text.hint")} optional={t("shell:optional")}>
        <input className="input" placeholder={t("playground:text.placeholder")} {...describedBy("example-hint", { hint: true })} />
      </Field>
      <Field id="example-error" label={t("playground:text.withError")} errors={errors}>
        <input className="input" {...describedBy("example-error", { errors })} />
      </Field>
      <Field id="example-disabled" label={t("playground:text.disabled")}>
        <input className="input" id="example-disabled" disabled defaultValue="nordbahn" />
      </Field>
      <Field id="example-date" label={t("playground:text.date")}>
        <input className="input" id="example-date" type="date" defaultValue="2025-11-20" />
      </Field>
      <Field id="example-lines" label={t("playground:text.lines")}>
        <textarea className="input" id="example-lines" rows={3} defaultValue={t("playground:text.linesValue")} />
      </Field>
    </div>
  );
}

export const fieldExamples: Examples = { id: "text", Content };
