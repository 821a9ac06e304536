import { type ReactNode, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { sizeText } from "./file-kind";
import { currentUpload, onUpload } from "./uploads";

/** The progress of an upload; `children` if there is none. */
export function UploadProgress({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation("articles");
  const upload = useSyncExternalStore(onUpload, currentUpload, () => undefined);
  if (!upload) return children;
  const { sent, total } = upload;
  const isSent = sent === total;
  return (
    <span className="upload-progress">
      <progress max={total} value={isSent ? undefined : sent} aria-label={t("files.uploading")} />
      <span className="hint" role="status">
        {t(isSent ? "files.processing" : "files.uploading")}
      </span>
      {isSent ? null : (
        <span className="hint" aria-hidden="true">
          {t("files.progress", { sent: sizeText(sent, i18n.language), total: sizeText(total, i18n.language) })}
        </span>
      )}
    </span>
  );
}
