import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useProductSlug } from "~/layouts/shell";
import { DateText } from "~/ui/date-text";
import { Icon } from "~/ui/icon";
import * as limits from "../../../contract/limits";
import { href } from "../../../contract/paths";

export interface FolderCardData {
  id: string;
  name: string;
  description: string | null;
  isInbox: boolean;
  contentsCount: number;
  /** Articles filed by others since the user last saw the folder, capped at `limits.recentPerFolder`. */
  newCount: number;
  /** When the newest article was filed. */
  latest: { iso: string; text: string } | null;
}

/** A folder, drawn with an index tab. */
export function FolderCard({ folder }: { folder: FolderCardData }) {
  const { t } = useTranslation("folders");
  const product = useProductSlug();
  const { isInbox, newCount } = folder;
  return (
    <li className={["folda", isInbox ? "inbox" : "", newCount > 0 ? "new" : ""].filter(Boolean).join(" ")}>
      <h3>
        <Link to={href("folder", { product, folderId: folder.id })}>
          {folder.isInbox ? (
            <>
              <Icon name="inbox" />{" "}
            </>
          ) : null}
          {folder.name}
        </Link>
      </h3>
      <p>{folder.description ?? (folder.isInbox ? t("inboxDescription") : null)}</p>
      <footer>
        <span>{t("articles", { count: folder.contentsCount })}</span>{" "}
        {newCount > 0 ? (
          <span className="badge ok">
            {newCount < limits.recentPerFolder ? t("new.count", { count: newCount }) : t("new.more", { count: limits.recentPerFolder - 1 })}
          </span>
        ) : null}
        {newCount === 0 && folder.latest ? <DateText date={folder.latest} /> : null}
      </footer>
    </li>
  );
}
