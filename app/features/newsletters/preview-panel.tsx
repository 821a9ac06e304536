import { type MouseEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { TextAreaField } from "~/forms/controls";
import type { FieldState } from "~/forms/form-state";
import { Icon } from "~/ui/icon";
import { useIsLive } from "~/ui/use-is-live";

/** The recipients of previews, in a form of the wizard. The button has a name instead of a `formaction`, which text browsers ignore. */
export function PreviewPanel({ field }: { field: FieldState }) {
  const { t } = useTranslation("newsletters");
  const [typed, setTyped] = useState(field.value);
  const [wasPressed, setPressed] = useState(false);
  const isLive = useIsLive();
  // Without JavaScript the button is always active, and the server reports what is missing.
  const isEmpty = isLive && typed.trim() === "";
  const nameMissing = (event: MouseEvent<HTMLButtonElement>) => {
    if (!isEmpty) return;
    event.preventDefault();
    setPressed(true);
    document.getElementById(field.name)?.focus();
  };
  return (
    <div className="form panel">
      <TextAreaField
        field={isEmpty && wasPressed ? { ...field, errors: [t("preview.empty")] } : field}
        hint={t("preview.hint")}
        rows={3}
        onChange={({ target }) => {
          setTyped(target.value);
          setPressed(false);
        }}
      />
      <button className="btn" type="submit" name="preview" aria-disabled={isEmpty || undefined} onClick={nameMissing}>
        <Icon name="mail" />
        {t("preview.submit")}
      </button>
    </div>
  );
}
