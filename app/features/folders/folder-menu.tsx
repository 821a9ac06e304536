import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";
import { Menu, MenuLink } from "~/ui/menu";

interface FolderMenuProps {
  mayUpdate: boolean;
  mayDelete: boolean;
}

/** Actions on the folder itself. Not shown for inboxes, which have none. */
export function FolderMenu({ mayUpdate, mayDelete }: FolderMenuProps) {
  const { t } = useTranslation("folders");
  const { search } = useLocation();
  if (!mayUpdate && !mayDelete) return null;
  return (
    <Menu button="btn square" className="sep" placement="at-start" label={t("menu.label")} summary={<Icon name="settings" />}>
      {mayUpdate ? (
        <MenuLink to={`edit${search}`} icon="edit">
          {t("menu.edit")}
        </MenuLink>
      ) : null}
      {mayUpdate && mayDelete ? <hr /> : null}
      {mayDelete ? (
        <MenuLink to={`delete${search}`} icon="trash" danger>
          {t("menu.delete")}
        </MenuLink>
      ) : null}
    </Menu>
  );
}
