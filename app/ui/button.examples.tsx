import { useTranslation } from "react-i18next";
import type { Examples } from "./examples";
import { Icon } from "./icon";

function Content() {
  const { t } = useTranslation("playground");
  return (
    <div className="stack">
      <div className="cluster">
        <button className="btn primary" type="button">
          {t("button.save")}
        </button>
        <button className="btn" type="button">
          {t("button.cancel")}
        </button>
        <button className="btn quiet" type="button">
          {t("button.reset")}
        </button>
        <button className="btn danger" type="button">
          <Icon name="trash" />
          {t("button.delete")}
        </button>
        <button className="btn primary" type="button" disabled>
          {t("button.disabled")}
        </button>
        <button className="btn primary" type="button" aria-busy="true">
          {t("button.busy")}
        </button>
      </div>
      <div className="cluster">
        <button className="btn big primary" type="button">
          <Icon name="send" />
          {t("button.big")}
        </button>
        <button className="btn" type="button">
          <Icon name="filter" />
          {t("button.withIcon")}
        </button>
        <button className="btn square" type="button" aria-label={t("button.settings")}>
          <Icon name="settings" />
        </button>
        <button className="btn small" type="button">
          {t("button.small")}
        </button>
        <button className="btn quiet small square" type="button" aria-label={t("button.more")}>
          <Icon name="more" />
        </button>
      </div>
    </div>
  );
}

export const buttonExamples: Examples = { id: "button", Content };
