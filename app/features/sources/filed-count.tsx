import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { href } from "../../../contract/paths";
import type { SourceView } from "./source-view.server";

/** How many articles a source has filed, as a link to them. */
export function FiledCount({ id, title, filed }: Pick<SourceView, "id" | "title" | "filed">) {
  const { t, i18n } = useTranslation("sources");
  const count = filed.toLocaleString(i18n.language);
  if (filed === 0) return count;
  return (
    <Link to={`${href("search")}?${new URLSearchParams({ subscriptions: id })}`}>
      {count}
      <span className="vh"> {t("filedBy", { count: filed, title })}</span>
    </Link>
  );
}
