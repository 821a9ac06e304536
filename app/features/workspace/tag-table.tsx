import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";
import { href } from "../../../contract/paths";

interface TagTableProps {
  tags: { id: string; name: string; slug: string; contentsCount: number; interestsCount: number }[];
  /** The list's URL search, which dialogs above it keep. */
  search: string;
}

/** The tags, with how often they are used and their actions. */
export function TagTable({ tags, search }: TagTableProps) {
  const { t, i18n } = useTranslation("client");
  return (
    <div className="table-wrap">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t("tags.name")}</th>
            <th scope="col">{t("tags.contents")}</th>
            <th scope="col">{t("tags.interests")}</th>
            <th scope="col">
              <span className="vh">{t("tags.actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tags.map(({ id, name, slug, contentsCount, interestsCount }) => (
            <tr key={id}>
              <th scope="row">
                <Link className="plain" to={href("tag", { tag: slug })}>
                  <b dir="auto">{name}</b>
                </Link>
              </th>
              <td data-label={t("tags.contents")}>{contentsCount.toLocaleString(i18n.language)}</td>
              <td data-label={t("tags.interests")}>{interestsCount.toLocaleString(i18n.language)}</td>
              <td className="end">
                <span className="cluster">
                  {(["tagEdit", "tagMerge"] as const).map((page) => (
                    <Link className="btn small" key={page} to={`${href(page, { tagId: id })}${search}`} preventScrollReset>
                      {t(page === "tagEdit" ? "tags.rename" : "tags.merge")}
                      <span className="vh"> {name}</span>
                    </Link>
                  ))}{" "}
                  <Link className="btn quiet small square" to={`${href("tagDelete", { tagId: id })}${search}`} preventScrollReset>
                    <Icon name="trash" />
                    <span className="vh">{t("tags.delete", { name })}</span>
                  </Link>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
