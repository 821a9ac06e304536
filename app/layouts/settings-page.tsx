import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href } from "../../contract/paths";
import { Page } from "./page";

const tabs = [
  "settingsProfile",
  "settingsPassword",
  "settingsEmail",
  "settingsNotifications",
  "following",
  "settingsDigest",
  "settingsFeeds",
  "settingsApiKeys",
  "settingsExports",
  "settingsShortcuts",
  "settingsCloseAccount",
] as const;

/** Heading and tabs of the user's settings. Every tab is a page with its own overlays. */
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
          <Link key={tab} to={href(tab)} aria-current={pathname.startsWith(href(tab)) ? "page" : undefined}>
            {t(`tabs.${tab}`)}{" "}
          </Link>
        ))}
      </nav>
      {children}
    </Page>
  );
}
