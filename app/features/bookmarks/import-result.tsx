import { Link, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useProductSlug } from "~/layouts/shell";
import { useProgress } from "~/layouts/use-progress";
import { Icon } from "~/ui/icon";
import type { BookmarkImportDetails } from "~/upstream/bookmarks.server";
import { href } from "../../../contract/paths";
import { ProblemTable } from "./problem-table";
import { countOf, useCounts } from "./use-counts";

const askAgainMs = 2_000;

export function ImportProgress({ found: { processed, total } }: { found: Pick<BookmarkImportDetails, "processed" | "total"> }) {
  const { t, i18n } = useTranslation("bookmarks");
  const location = useLocation();
  useProgress(true, askAgainMs);
  const number = (value: number) => value.toLocaleString(i18n.language);
  return (
    <div className="stack narrow">
      <label htmlFor="import-progress">{t("progress.text", { processed: number(processed), total: number(total) })}</label>
      <progress id="import-progress" max={total} value={processed} />
      <p>
        {/* The page refreshes automatically only with JavaScript. */}
        <Link to={location} replace preventScrollReset>
          {t("progress.refresh")}
        </Link>
      </p>
    </div>
  );
}

/** The numbers of entries that were filed, and of those that were not by reason. */
export function ImportOutcome({ outcomes, total }: Pick<BookmarkImportDetails, "outcomes" | "total">) {
  const type = total > countOf(outcomes, "filed") ? "warning" : "success";
  return (
    <p className={`notice plain ${type}`}>
      <Icon name={type} />
      <span>{useCounts()(outcomes).join(", ")}</span>
    </p>
  );
}

export function ImportResult({ found }: { found: Pick<BookmarkImportDetails, "id" | "outcomes" | "total" | "problems"> }) {
  const { t } = useTranslation("bookmarks");
  const product = useProductSlug();
  const notFiled = found.total - countOf(found.outcomes, "filed");
  return (
    <div className="stack roomy">
      <p className="cluster">
        <Link className="btn primary" to={href("folders", { product })}>
          {t("result.toFolders")}
        </Link>{" "}
        <Link className="btn" to={href("bookmarkImportNew", { product })}>
          {t("result.again")}
        </Link>{" "}
        {notFiled > 0 ? (
          <a className="btn" href={href("bookmarkReport", { product, importId: found.id })} download>
            <Icon name="download" />
            {t("result.download")}
          </a>
        ) : null}
      </p>
      <ProblemTable title={t("result.notFiled")} problems={found.problems} total={notFiled} />
    </div>
  );
}
