import { momentText } from "~/i18n/dates.server";
import type { Locale } from "~/i18n/locale";
import type { Translate } from "~/i18n/translate";
import type { Source } from "~/upstream/sources.server";
import * as limits from "../../../contract/limits";

const weekMs = 7 * 24 * 60 * 60_000;

/** A source as its pages show it. */
export function toSourceView(source: Source, t: Translate, locale: Locale) {
  const { id, title, address, movedFrom, filed, fetchedAt, nextFetchAt, failingSince, problem, isPaused } = source;
  const moment = (iso: string | null) => (iso === null ? null : momentText(iso, locale));
  return {
    id,
    title,
    address,
    movedFrom,
    filed,
    state: stateOf(source),
    reason: problem && t(`errors:source.${problem}`, { host: new URL(address).host, max: limits.sourceMb }),
    failingSince: moment(failingSince),
    fetched: moment(fetchedAt),
    next: isPaused ? null : moment(nextFetchAt),
    /** It is being fetched, or will be in a moment. */
    isDue: !isPaused && nextFetchAt !== null && Date.parse(nextFetchAt) <= Date.now(),
  };
}

export type SourceView = ReturnType<typeof toSourceView>;

/** A source is marked as failing when its people are told: after a week, or when its server has withdrawn the feed. */
function stateOf({
  isPaused,
  problem,
  failingSince,
  fetchedAt,
}: Source): "active" | "waiting" | "paused" | "retrying" | "failing" | "gone" {
  if (isPaused) return "paused";
  if (problem === "gone") return "gone";
  if (failingSince !== null) return Date.now() - Date.parse(failingSince) >= weekMs ? "failing" : "retrying";
  return fetchedAt === null ? "waiting" : "active";
}
