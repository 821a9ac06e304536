import { Link, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { changedSearch } from "~/lists/list-state";
import { DateText } from "~/ui/date-text";

export interface ShownEntry {
  id: string;
  /** The name of the person or other actor. */
  who: string | null;
  whoId: string | null;
  text: string;
  at: { iso: string; text: string };
}

/** Who did what, and when. Names filter the log by that person. */
export function AuditTable({ entries }: { entries: ShownEntry[] }) {
  const { t } = useTranslation("client");
  const { search } = useLocation();
  return (
    <div className="table-wrap">
      <table className="table audit-table">
        <thead>
          <tr>
            <th scope="col">{t("audit.when")}</th>
            <th scope="col">{t("audit.what")}</th>
            <th scope="col">{t("audit.who")}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ id, who, whoId, text, at }) => (
            <tr key={id}>
              <td>
                <DateText date={at} />
              </td>
              <th scope="row" dir="auto">
                {text}
              </th>
              <td data-label={t("audit.who")}>
                {who && whoId ? (
                  <Link
                    to={`.${changedSearch(search, { person: who, user: whoId, named: null, before: null, after: null })}`}
                    title={t("audit.onlyOf", { name: who })}
                  >
                    <bdi>{who}</bdi>
                  </Link>
                ) : (
                  who
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
