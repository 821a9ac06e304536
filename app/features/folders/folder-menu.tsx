import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";
import { Menu, MenuLink } from "~/ui/menu";
import { overlay } from "../../../contract/paths";

interface FolderMenuProps {
  /** The URL for importing bookmarks into the folder, if the user may file articles there. */
  importTo: string | null;
  /** The URL of its sources, if the user may manage them. */
  sourcesAt: string | null;
  mayUpdate: boolean;
  mayDelete: boolean;
}

/** Actions on the folder itself, in an inbox only on its sources. Not shown to people who may only file articles in it. */
export function FolderMenu({ importTo, sourcesAt, mayUpdate, mayDelete }: FolderMenuProps) {
  const { t } = useTranslation("folders");
  const { search } = useLocation();
  if (!sourcesAt && !mayUpdate && !mayDelete) return null;
  return (
    <Menu button="btn square" placement="at-start" label={t("menu.label")} summary={<Icon name="settings" />}>
      {mayUpdate ? (
        <MenuLink to={`${overlay("folderEdit")}${search}`} icon="edit">
          {t("menu.edit")}
        </MenuLink>
      ) : null}
      {sourcesAt ? (
        <MenuLink to={sourcesAt} icon="stream">
          {t("menu.sources")}
        </MenuLink>
      ) : null}
      {importTo ? (
        <MenuLink to={importTo} icon="upload">
          {t("importBookmarks")}
        </MenuLink>
      ) : null}
      {(importTo || sourcesAt || mayUpdate) && mayDelete ? <hr /> : null}
      {mayDelete ? (
        <MenuLink to={`${overlay("folderDelete")}${search}`} icon="trash" danger>
          {t("menu.delete")}
        </MenuLink>
      ) : null}
    </Menu>
  );
}
