import { useTranslation } from "react-i18next";
import type { Examples } from "./examples";
import { Icon } from "./icon";
import { Menu, MenuLink } from "./menu";

function Content() {
  const { t } = useTranslation("playground");
  return (
    <Menu
      button="btn"
      placement="at-start"
      summary={
        <>
          <Icon name="share" />
          {t("menu.share")}
          <Icon name="chevron-down" small />
        </>
      }
    >
      <MenuLink to="#menu" icon="newsletter">
        {t("menu.newsletter")}
      </MenuLink>
      <MenuLink to="#menu" icon="export" current>
        {t("menu.export")}
      </MenuLink>
      <hr />
      <MenuLink to="#menu" icon="trash" danger>
        {t("menu.delete")}
      </MenuLink>
    </Menu>
  );
}

export const menuExamples: Examples = { id: "menu", Content };
