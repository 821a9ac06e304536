import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href } from "~/paths";
import { Page } from "./page";

const tabs = ["settingsProfile", "settingsPassword", "settingsEmail", "settingsFeeds", "settingsExports", "settingsCloseAccount"] as const;

/**
 * The frame of one's own settings: heading and tabs. Every tab stands in it as a page of its own, so that overlays below a tab
 * work as everywhere.
 */
export function SettingsPage({ children }: { children: ReactNode }) {
  const { t } = useTranslation("settings");
  const { pathname } = useLocation();
  return (
    <Page>
      <div className="head">
        <div>
          <h1>{t("title")}</h1>
        </div>
      </div>
      <nav className="tabs" aria-label={t("tabs.label")}>
        {tabs.map((tab) => (
          <Link key={tab} to={href(tab, {})} aria-current={pathname.startsWith(href(tab, {})) ? "page" : undefined}>
            {t(`tabs.${tab}`)}{" "}
          </Link>
        ))}
      </nav>
      {children}
    </Page>
  );
}
