import { useTranslation } from "react-i18next";
import type { BookmarkOutcome } from "../../../contract/rest/bookmarks";

const skipped = ["duplicate", "left_out", "not_allowed", "failed"] as const;
const unreadable = ["no_address", "bad_address", "damaged"] as const;

type Outcomes = { outcome: BookmarkOutcome; count: number }[];

export const countOf = (outcomes: Outcomes, ...wanted: readonly BookmarkOutcome[]): number =>
  outcomes.reduce((sum, { outcome, count }) => (wanted.includes(outcome) ? sum + count : sum), 0);

export const countUnreadable = (outcomes: Outcomes): number => countOf(outcomes, ...unreadable);

/** Returns a function that puts the outcomes of an import into words, for example "3 filed". */
export function useCounts(): (outcomes: Outcomes) => string[] {
  const { t } = useTranslation("bookmarks");
  return (outcomes) => {
    const others = skipped
      .map((outcome) => ({ outcome, count: countOf(outcomes, outcome) }))
      .filter(({ count }) => count > 0)
      .map(({ outcome, count }) => t(`counts.${outcome}`, { count }));
    const count = countUnreadable(outcomes);
    return [t("counts.filed", { count: countOf(outcomes, "filed") }), ...others, ...(count > 0 ? [t("counts.unreadable", { count })] : [])];
  };
}
