import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useShell } from "~/layouts/shell";
import { ArticleCard } from "~/lists/article-card";
import { Avatar } from "~/ui/avatar";
import { ClientLogo } from "~/ui/client-logo";
import { Icon } from "~/ui/icon";
import { Logo } from "~/ui/logo";
import type { TagPair } from "~/ui/tags";
import { type Theme, themeVariables, toProperty } from "../../../contract/theme";

interface ThemePreviewProps {
  theme: Theme;
  client: string;
}

/** An inert preview of real components in these colours. A stylesheet sets the colours, and with JavaScript changes apply immediately. */
export function ThemePreview({ theme, client }: ThemePreviewProps) {
  const { t } = useTranslation("client");
  const shell = useShell();
  const scope = useRef<HTMLDivElement>(null);
  useEffect(() => {
    for (const name of themeVariables) scope.current?.style.setProperty(toProperty(name), theme[name]);
  }, [theme]);
  const name = shell?.user?.name ?? "";
  return (
    <div className="theme-scope" ref={scope} aria-hidden="true" {...{ inert: "" }}>
      <div className="nav">
        <div className="nav-in">
          <span className="logo">
            {shell?.branding.logo ? (
              <ClientLogo name={client} logo={shell.branding.logo} />
            ) : (
              <>
                <Logo />
                {client}
              </>
            )}
          </span>
          <div className="nav-list">
            <span className="nav-link" aria-current="true">
              <Icon name="stream" />
              {t("theme.sample.stream")}
            </span>
            <span className="nav-link">
              <Icon name="folder" />
              {t("theme.sample.folders")}
            </span>
          </div>
          <div className="end">
            <Avatar name={name} me />
          </div>
        </div>
      </div>
      <div className="stack">
        <div className="tabs">
          <a href="#preview" aria-current="true">
            {t("theme.sample.members")}
          </a>{" "}
          <a href="#preview">{t("theme.sample.settings")}</a>
        </div>
        <SampleCard />
        <div className="menu-panel">
          <span className="menu-item">
            <Icon name="edit" />
            {t("theme.sample.menu")}
          </span>
        </div>
        <a className="attachment" href="#preview">
          <Icon name="file" />
          <span>
            <b>{t("theme.sample.file")}</b> <small>{t("theme.sample.kind")}</small>
          </span>
          <Icon name="download" />
        </a>
        <p>
          {t("theme.sample.sentence")} <a href="#preview">{t("theme.sample.link")}</a>.
        </p>
        <div className="cluster">
          <span className="btn primary">{t("save")}</span> <span className="btn">{t("theme.sample.cancel")}</span>{" "}
          <span className="add">
            <Icon name="plus" />
            <span>{t("theme.sample.add")}</span>
          </span>
        </div>
      </div>
    </div>
  );
}

/** A list card with a made-up article. */
function SampleCard() {
  const { t } = useTranslation("client");
  const names = t("theme.sample.tags").split(", ");
  const card = {
    id: "preview",
    title: t("theme.sample.title"),
    teaser: t("theme.sample.teaser"),
    source: t("theme.sample.source"),
    via: null,
    language: null,
    externalUrl: "#preview",
    high: false,
    date: { iso: "2025-11-13", text: "13.11.25" },
    commentsCount: 3,
    tags: names.map((tag, index): TagPair => [tag, `preview-${index}`]),
    picture: null,
    folder: { id: "preview", name: t("theme.sample.folder"), isInbox: false },
    by: t("theme.sample.by"),
    shareable: true,
    canUpdate: true,
    canDelete: true,
  };
  return <ArticleCard card={card} showFolder={false} eager={false} isLead={false} />;
}
