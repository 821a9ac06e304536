import { useTranslation } from "react-i18next";
import { Empty } from "./empty";
import { ErrorSummary } from "./error-summary";
import type { Examples } from "./examples";
import { Outcome } from "./outcome";

function Outcomes() {
  const { t } = useTranslation("playground");
  return (
    <div className="stack tight">
      <Outcome type="success">{t("outcome.success")}</Outcome>
      <Outcome type="error">{t("outcome.error")}</Outcome>
    </div>
  );
}

function Summary() {
  const { t } = useTranslation(["playground", "shell", "errors"]);
  return (
    <ErrorSummary
      title={t("shell:summaryTitle")}
      errors={[
        { message: t("playground:summary.whole") },
        { id: "summary-field", message: `${t("playground:text.plain")}: ${t("errors:required")}` },
      ]}
    />
  );
}

function Nothing() {
  const { t } = useTranslation("playground");
  return (
    <div className="pair">
      <Empty
        icon="folder"
        title={t("empty.large")}
        action={
          <a className="btn primary" href="#empty">
            {t("empty.action")}
          </a>
        }
      >
        {t("empty.text")}
      </Empty>
      <Empty title={t("empty.small")} compact>
        {t("empty.text")}
      </Empty>
    </div>
  );
}

function Loading() {
  const { t } = useTranslation("playground");
  return (
    <p className="cluster">
      <button className="btn" type="button" aria-busy="true">
        {t("loading.busy")}
      </button>
      <progress aria-label={t("loading.progress")} max={100} value={40} />
    </p>
  );
}

export const outcomeExamples: Examples = { id: "outcome", Content: Outcomes };
export const summaryExamples: Examples = { id: "summary", Content: Summary };
export const emptyExamples: Examples = { id: "empty", Content: Nothing };
export const loadingExamples: Examples = { id: "loading", Content: Loading };
