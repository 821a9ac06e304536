import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href } from "~/paths";
import { Breadcrumb } from "~/ui/breadcrumb";
import { Page } from "./page";

interface TeamPageProps {
  team: { id: string; name: string };
  tab: (typeof tabs)[number];
  /** The tab's one primary action. */
  action?: ReactNode;
  children: ReactNode;
}

const tabs = ["teamSettings", "teamMembers"] as const;

/**
 * The frame of a team: the way back, heading and tabs. Every tab stands in it as a page of its own, so that overlays below a tab work
 * as everywhere.
 */
export function TeamPage({ team: { id, name }, tab, action, children }: TeamPageProps) {
  const { t } = useTranslation(["teams", "shell"]);
  return (
    <Page>
      <Breadcrumb label={t("shell:path")} links={[{ to: href("teams", {}), text: t("teams:title") }]} current={name} />
      <div className="head">
        <div>
          <h1 dir="auto">{name}</h1>
        </div>
        {action}
      </div>
      <nav className="tabs" aria-label={t("teams:tabs.label")}>
        {tabs.map((one) => (
          <Link key={one} to={href(one, { teamId: id })} aria-current={one === tab ? "page" : undefined}>
            {t(`teams:tabs.${one}`)}{" "}
          </Link>
        ))}
      </nav>
      {children}
    </Page>
  );
}
