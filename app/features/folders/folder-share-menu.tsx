import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";
import { Menu, MenuLink } from "~/ui/menu";

/** What the folder can be passed on as; an inbox has no such menu (specification, part 1, 2). */
export function FolderShareMenu({ mayExport, maySendNewsletters }: { mayExport: boolean; maySendNewsletters: boolean }) {
  const { t } = useTranslation("folders");
  const { search } = useLocation();
  return (
    <Menu
      button="btn label-off"
      placement="at-start"
      summary={
        <>
          <Icon name="share" />
          <span>{t("share.label")}</span>
        </>
      }
    >
      <MenuLink to={`feed${search}`} icon="link">
        {t("share.feed")}
      </MenuLink>
      {mayExport ? (
        <MenuLink to={`export/format${search}`} icon="export">
          {t("share.export")}
        </MenuLink>
      ) : null}
      {maySendNewsletters ? (
        <MenuLink to={`mailings${search}`} icon="newsletter">
          {t("share.newsletter")}
        </MenuLink>
      ) : null}
    </Menu>
  );
}
