import { useTranslation } from "react-i18next";
import type { BookmarkImportDetails } from "~/upstream/bookmarks.server";

interface ProblemTableProps {
  title: string;
  /** The first ones. */
  problems: BookmarkImportDetails["problems"];
  total: number;
}

/** Entries that are not filed, with the reason. */
export function ProblemTable({ title, problems, total }: ProblemTableProps) {
  const { t } = useTranslation("bookmarks");
  if (problems.length === 0) return null;
  const others = total - problems.length;
  return (
    <section className="stack" aria-labelledby="problems">
      <h2 id="problems">{title}</h2>
      <div className="table-wrap">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t("problems.line")}</th>
              <th scope="col">{t("problems.title")}</th>
              <th scope="col">{t("problems.reason")}</th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ line, title: name, outcome }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: several entries can begin on one line, and the list never changes
              <tr key={index}>
                <td data-label={t("problems.line")}>{line}</td>
                <td data-label={t("problems.title")} dir="auto">
                  {name}
                </td>
                <td data-label={t("problems.reason")}>{t(`outcomes.${outcome}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {others > 0 ? <p>{t("result.others", { count: others })}</p> : null}
    </section>
  );
}
