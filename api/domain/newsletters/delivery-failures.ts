import { findSentNewsletter } from "../../db/newsletters/newsletters";
import { inTransaction, type Transaction } from "../../db/pool";
import type { Services } from "../../services";
import { notify } from "../notifications/notify";

/** Tells the publisher of a delivered newsletter if recipients were refused or are uncertain; once per sending. */
export async function tellFailures(services: Services, newsletterId: string): Promise<void> {
  await inTransaction(services.database, async (tx) => {
    const newsletter = await findSentNewsletter(tx, newsletterId);
    if (!newsletter || !hasFailed(newsletter)) return;
    const { used } = await services.rateLimits.countIn(tx, "newsletter-failures", newsletterId);
    if (used === 1) await tellPublisher(services, tx, newsletter);
  });
}

/** Allows another notification about failures, for a newsletter that is sent again. */
export const forgetFailures = ({ rateLimits }: Services, tx: Transaction, newsletterId: string): Promise<void> =>
  rateLimits.reset("newsletter-failures", newsletterId, tx);

/** For jobs of the previous version, which sent the mail itself. */
export const tellOfNewsletter = (services: Services, newsletterId: string): Promise<void> =>
  inTransaction(services.database, async (tx) => {
    const newsletter = await findSentNewsletter(tx, newsletterId);
    if (newsletter && hasFailed(newsletter)) await tellPublisher(services, tx, newsletter);
  });

type Sent = NonNullable<Awaited<ReturnType<typeof findSentNewsletter>>>;

const tellPublisher = (services: Services, tx: Transaction, { id, clientId, publisherId }: Sent): Promise<void> =>
  notify(services, tx, { clientId, actorId: null, subjectId: id }, [{ userId: publisherId, kind: "newsletter" }]);

const hasFailed = ({ deliveries }: Sent) => deliveries.waiting === 0 && deliveries.refused + deliveries.unknown > 0;
