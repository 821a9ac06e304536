import { useState } from "react";
import { useTranslation } from "react-i18next";
import { describedBy, Field } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { useIsLive } from "~/ui/use-is-live";

/** Where previews go, inside a form of the wizard. Its button is named, as text browsers know one address a form. */
export function PreviewPanel({ addresses, errors }: { addresses: string; errors: string[] | undefined }) {
  const { t } = useTranslation("mailings");
  const [typed, setTyped] = useState(addresses);
  const isLive = useIsLive();
  // Without JavaScript the button is always active, and the server reports what is missing.
  const isEmpty = isLive && typed.trim() === "";
  return (
    <div className="form panel">
      <Field id="previewRecipients" label={t("fields.previewRecipients")} hint={t("preview.hint")} errors={errors}>
        <textarea
          className="input"
          name="previewRecipients"
          rows={3}
          defaultValue={addresses}
          onChange={({ target }) => setTyped(target.value)}
          {...describedBy("previewRecipients", { hint: true, errors })}
        />
      </Field>
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
