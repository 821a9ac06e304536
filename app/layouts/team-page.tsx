import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Breadcrumb } from "~/ui/breadcrumb";
import { href } from "../../contract/paths";
import { Page } from "./page";

interface TeamPageProps {
  team: { id: string; name: string };
  tab: (typeof tabs)[number];
  /** The primary action of the tab. */
  action?: ReactNode;
  children: ReactNode;
}

const tabs = ["teamSettings", "teamMembers"] as const;

/** Heading and tabs of a team, with a link to all teams. Every tab is a page with its own overlays. */
export function TeamPage({ team: { id, name }, tab, action, children }: TeamPageProps) {
  const { t } = useTranslation(["teams", "shell"]);
  return (
    <Page>
      <Breadcrumb label={t("shell:path")} links={[{ to: href("teams"), text: t("teams:title") }]} current={name} />
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
