import { useTranslation } from "react-i18next";
import { DateText } from "~/ui/date-text";
import type { SourceView } from "./source-view.server";

const looks: Record<SourceView["state"], string> = {
  active: "badge ok",
  waiting: "badge",
  paused: "badge",
  retrying: "badge warn",
  failing: "badge bad",
  gone: "badge bad",
};

/** The state of a source in one word and, if it cannot be fetched, the reason. */
export function SourceState({ state, reason, failingSince }: Pick<SourceView, "state" | "reason" | "failingSince">) {
  const { t } = useTranslation("sources");
  return (
    <div>
      <span className={looks[state]}>{t(`states.${state}`)}</span>{" "}
      {reason && failingSince ? (
        <small className="soft">
          {t("failingSince")} <DateText date={failingSince} />: {reason}
        </small>
      ) : null}
    </div>
  );
}
