import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TextAreaField } from "~/forms/controls";
import type { FieldState } from "~/forms/form-state";
import { Icon } from "~/ui/icon";
import { useIsLive } from "~/ui/use-is-live";

/** The recipients of previews, in a form of the wizard. The button has a name instead of a `formaction`, which text browsers ignore. */
export function PreviewPanel({ field }: { field: FieldState }) {
  const { t } = useTranslation("mailings");
  const [typed, setTyped] = useState(field.value);
  const isLive = useIsLive();
  // Without JavaScript the button is always active, and the server reports what is missing.
  const isEmpty = isLive && typed.trim() === "";
  return (
    <div className="form panel">
      <TextAreaField field={field} hint={t("preview.hint")} rows={3} onChange={({ target }) => setTyped(target.value)} />
      <button className="btn" type="submit" name="preview" disabled={isEmpty} aria-describedby={isEmpty ? "preview-why" : undefined}>
        <Icon name="mail" />
        {t("preview.submit")}
      </button>
      {isEmpty ? (
        <p className="hint" id="preview-why">
          {t("preview.empty")}
        </p>
      ) : null}
    </div>
  );
}
