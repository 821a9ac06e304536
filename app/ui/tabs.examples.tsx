import { useTranslation } from "react-i18next";
import type { Examples } from "./examples";

function Content() {
  const { t } = useTranslation("playground");
  return (
    <nav className="tabs" aria-label={t("tabs.label")}>
      {(["profile", "password", "email"] as const).map((tab) => (
        <a href="#tabs" aria-current={tab === "password" ? "page" : undefined} key={tab}>
          {t(`tabs.${tab}`)}
        </a>
      ))}
    </nav>
  );
}

export const tabsExamples: Examples = { id: "tabs", Content };
