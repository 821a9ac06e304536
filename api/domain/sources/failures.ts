import type { SourceProblem } from "../../../contract/rest/sources";
import { inTransaction } from "../../db/pool";
import { type DueSource, findSourceClient, listSourceManagers, markTold, noteFetched } from "../../db/sources/polling";
import type { Services } from "../../services";
import { notify } from "../notifications/notify";
import { nextAttempt } from "./schedule";

/** Milliseconds of failures after which people are told. */
const patienceMs = 7 * 24 * 60 * 60_000;

/**
 * Stores a failure, and when to try again: never for a feed that its server has withdrawn. Once it has failed for a week, those who manage the
 * source are told, once. Returns "failed".
 */
export async function noteFailure(
  services: Services,
  source: DueSource,
  problem: SourceProblem,
  retryAfter: number | null = null,
): Promise<"failed"> {
  const now = new Date();
  const failures = source.failures + 1;
  const failingSince = source.failingSince ?? now;
  const nextFetchAt = problem === "gone" ? null : nextAttempt(now, failures, retryAfter);
  await inTransaction(services.database, async (tx) => {
    await noteFetched(tx, source, { failures, failingSince, problem, nextFetchAt });
    const isToBeTold = problem === "gone" || now.getTime() - failingSince.getTime() >= patienceMs;
    if (!isToBeTold || !(await markTold(tx, source))) return;
    const { id: subjectId, clientId } = source;
    const managers = await listSourceManagers(tx, source);
    await notify(
      services,
      tx,
      { clientId, actorId: null, subjectId },
      managers.map((userId) => ({ userId, kind: "source" })),
    );
  });
  return "failed";
}

/** For jobs of the previous version, which sent the mail itself. */
export const tellOfFailingSource = (services: Services, { sourceId, userId }: { sourceId: string; userId: string }): Promise<void> =>
  inTransaction(services.database, async (tx) => {
    const source = await findSourceClient(tx, sourceId);
    if (source) await notify(services, tx, { ...source, actorId: null, subjectId: sourceId }, [{ userId, kind: "source" }]);
  });
