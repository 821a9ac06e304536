import { insertNotifications, type NotificationEvent, type Recipient } from "../../db/notifications/notifications";
import { afterCommit, inTransaction, outsideRequests, type Transaction } from "../../db/pool";
import { describeFailure } from "../../log";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";

/**
 * Stores notifications of an event in its transaction, except for its actor and for people who have left. Immediate mails are sent after the commit.
 */
export async function notify(
  services: Services,
  tx: Transaction,
  event: NotificationEvent,
  recipients: readonly Recipient[],
): Promise<void> {
  if (recipients.length === 0 || !(await insertNotifications(tx, event, recipients, services.config.timeZone))) return;
  // Not in the transaction, where a job that exists once would make all writers wait for each other. If it is not enqueued, the next look
  // for due mails finds them.
  afterCommit(tx, () => {
    outsideRequests(() => enqueueNotificationMails(services)).catch((error: unknown) =>
      services.log.warn({ failure: describeFailure(error) }, "notification mails could not be enqueued"),
    );
  });
}

/** Notifies a person of a role in a team, folder or the workspace. */
export const tellOfRole = (
  services: Services,
  tx: Transaction,
  { clientId, userId: actorId }: Viewer,
  { userId, subjectId }: { userId: string; subjectId: string },
): Promise<void> => notify(services, tx, { clientId, actorId, subjectId }, [{ userId, kind: "role" }]);

/** Enqueues the job that sends due mails, unless it is waiting already. */
export const enqueueNotificationMails = ({ database, jobs }: Pick<Services, "database" | "jobs">): Promise<void> =>
  inTransaction(database, (tx) => jobs.enqueue(tx, "notification-mails", {}));
