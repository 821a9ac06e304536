import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href } from "../../contract/paths";
import { Page } from "./page";
import { useShell } from "./shell";

/** The tabs in order; the settings are for the owner only. */
const tabs = [
  { name: "clientSettings", ownerOnly: true },
  { name: "clientTags" },
  { name: "clientTheme" },
  { name: "clientMembers" },
  { name: "clientInvitations" },
  { name: "clientAudit" },
  { name: "trash" },
] as const;

interface ClientPageProps {
  /** The primary action of the tab. */
  action?: ReactNode;
  children: ReactNode;
}

/** Heading and tabs of the workspace's administration. Every tab is a page with its own overlays. */
export function ClientPage({ action, children }: ClientPageProps) {
  const { t } = useTranslation("client");
  const { pathname } = useLocation();
  const isOwner = useShell()?.user?.role === "owner";
  return (
    <Page>
      <div className="head">
        <div>
          <h1>{t("title")}</h1>
        </div>
        {action}
      </div>
      <nav className="tabs" aria-label={t("tabs.label")}>
        {tabs
          .filter((tab) => isOwner || !("ownerOnly" in tab))
          .map(({ name }) => (
            <Link key={name} to={href(name)} aria-current={pathname.startsWith(href(name)) ? "page" : undefined}>
              {t(`tabs.${name}`)}{" "}
            </Link>
          ))}
      </nav>
      {children}
    </Page>
  );
}
