import { useTranslation } from "react-i18next";
import { DateText } from "~/ui/date-text";
import { href } from "../../../contract/paths";

interface SessionEntry {
  id: string;
  isCurrent: boolean;
  browser: { name: string | undefined; system: string | undefined };
  since: { iso: string; text: string };
}

/** The user's sessions, with buttons to end them. The current session ends by signing out. */
export function SessionList({ sessions }: { sessions: SessionEntry[] }) {
  const { t } = useTranslation("settings");
  return (
    <section className="section stack" aria-labelledby="sessions">
      <h2 id="sessions">{t("sessions.title")}</h2>
      <div className="table-wrap">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t("sessions.browser")}</th>
              <th scope="col">{t("sessions.since")}</th>
              <th scope="col">{t("sessions.action")}</th>
            </tr>
          </thead>
          <tbody>
            {sessions.map((session) => (
              <SessionRow key={session.id} {...session} />
            ))}
          </tbody>
        </table>
      </div>
      {sessions.length > 1 ? (
        <form className="cluster" method="post" action={href("settingsSessions")}>
          <button className="btn" type="submit" aria-describedby="end-others">
            {t("sessions.endOthers")}
          </button>{" "}
          <span className="soft" id="end-others">
            {t("sessions.endOthersHint")}
          </span>
        </form>
      ) : null}
    </section>
  );
}

function SessionRow({ id, isCurrent, browser, since }: SessionEntry) {
  const { t } = useTranslation("settings");
  const { name, system } = browser;
  const title = name && system ? t("sessions.named", { browser: name, system }) : (name ?? system ?? t("sessions.unknown"));
  return (
    <tr>
      <th scope="row">
        <b>{title}</b>
      </th>
      <td data-label={t("sessions.since")}>
        <DateText date={since} />
      </td>
      <td>
        {isCurrent ? (
          <span className="badge ok">{t("sessions.here")}</span>
        ) : (
          <form method="post" action={href("settingsSession", { sessionId: id })}>
            <button className="btn small" type="submit" aria-label={t("sessions.endOf", { name: title, since: since.text })}>
              {t("sessions.end")}
            </button>
          </form>
        )}
      </td>
    </tr>
  );
}
