import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { sizeText } from "~/forms/file-kind";
import { momentText } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { SettingsPage } from "~/layouts/settings-page";
import { useProgress } from "~/layouts/use-progress";
import { requireSession } from "~/session/session.server";
import { DateText } from "~/ui/date-text";
import { Empty } from "~/ui/empty";
import { Icon } from "~/ui/icon";
import { listExports } from "~/upstream/exports.server";
import { href } from "../../../contract/paths";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["settings", "exports"] };

/** The user's own exports, including those whose window was closed. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const exports = await listExports(upstream);
  return data({
    title: translator(locale)("settings:tabs.settingsExports"),
    exports: exports.map(({ id, title, format, state, contentsCount, leftOut, fileSize, url, createdAt, expiresAt }) => ({
      id,
      title,
      format,
      count: contentsCount - leftOut,
      made: momentText(createdAt, locale),
      until: momentText(expiresAt, locale),
      phase: state === "done" || state === "failed" ? state : ("underWay" as const),
      size: fileSize === null ? "" : sizeText(fileSize, locale),
      url,
    })),
  });
}

type ExportEntry = ReturnType<typeof useLoaderData<typeof loader>>["exports"][number];

export default function ExportIndex() {
  const { t } = useTranslation("exports");
  const { exports } = useLoaderData<typeof loader>();
  const isUnderWay = exports.some(({ phase }) => phase === "underWay");
  useProgress(isUnderWay);
  return (
    <SettingsPage>
      <p className="limit">{t("index.lead")}</p>
      {exports.length > 0 ? <ExportTable exports={exports} /> : <Empty title={t("index.empty.title")}>{t("index.empty.text")}</Empty>}
      {isUnderWay ? (
        <p>
          {/* The page refreshes automatically only with JavaScript. */}
          <Link to={href("settingsExports")} replace preventScrollReset>
            {t("progress.refresh")}
          </Link>
        </p>
      ) : null}
    </SettingsPage>
  );
}

function ExportTable({ exports }: { exports: ExportEntry[] }) {
  const { t } = useTranslation("exports");
  return (
    <div className="table-wrap">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t("index.title")}</th>
            <th scope="col">{t("fields.extent")}</th>
            <th scope="col">{t("index.made")}</th>
            <th scope="col">{t("index.until")}</th>
            <th scope="col">{t("index.action")}</th>
          </tr>
        </thead>
        <tbody>
          {exports.map(({ id, title, format, count, made, until, phase, size, url }) => (
            <tr key={id}>
              <th scope="row">
                <b dir="auto">{title}</b>
              </th>
              <td data-label={t("fields.extent")}>{phase === "failed" ? null : t("articlesCount", { count })}</td>
              <td data-label={t("index.made")}>
                <DateText date={made} />
              </td>
              <td data-label={t("index.until")}>{phase === "failed" ? null : <DateText date={until} />}</td>
              <td data-label={t("index.action")}>
                {phase === "done" ? (
                  <a
                    className="btn small"
                    href={url}
                    download
                    aria-label={t("index.downloadOf", { title, format: t(`formats.${format}`), size })}
                  >
                    <Icon name="download" />
                    {t(`formats.${format}`)} ({size})
                  </a>
                ) : (
                  <span className={phase === "failed" ? "badge bad" : "badge"}>{t(`index.${phase}`)}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
