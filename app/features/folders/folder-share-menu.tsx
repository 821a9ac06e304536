import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";
import { Menu, MenuLink } from "~/ui/menu";
import { overlay } from "../../../contract/paths";

interface FolderShareMenuProps {
  mayExport: boolean;
  maySendNewsletters: boolean;
  /** The URL of the latest newsletter, if there is one. */
  newsletter: string | null;
}

/** Newsletter, export and feed. Not shown for inboxes. */
export function FolderShareMenu({ mayExport, maySendNewsletters, newsletter }: FolderShareMenuProps) {
  const { t } = useTranslation(["folders", "lists"]);
  const { search } = useLocation();
  return (
    <Menu
      button="btn"
      placement="at-start"
      summary={
        <>
          <Icon name="share" />
          <span>{t("folders:share.label")}</span>
        </>
      }
    >
      <MenuLink to={`${overlay("feedNew")}${search}`} icon="link">
        {t("folders:share.feed")}
      </MenuLink>
      {mayExport ? (
        <MenuLink to={`${overlay("exportFormat")}${search}`} icon="export">
          {t("folders:share.export")}
        </MenuLink>
      ) : null}
      {newsletter ? (
        <a className="menu-item" href={newsletter} target="_blank" rel="noopener">
          <Icon name="external" />
          {t("folders:share.latest")}
          <span className="vh">{t("lists:opensInNewWindow")}</span>{" "}
        </a>
      ) : null}
      {maySendNewsletters ? (
        <MenuLink to={`${overlay("newsletters")}${search}`} icon="newsletter">
          {t("folders:share.newsletter")}
        </MenuLink>
      ) : null}
    </Menu>
  );
}
