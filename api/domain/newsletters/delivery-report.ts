import type { Outcome } from "../../db/newsletters/deliveries";
import type { Logger } from "../../log";
import type { MailFailure } from "../../mail/failure";

const names = { handed_over: "sent", refused: "refused", waiting: "deferred", unknown: "uncertain", withdrawn: "withdrawn" } as const;

export type DeliveryReport = ReturnType<typeof startDeliveryReport>;

/** Logs a slice of a newsletter's delivery: its start, the first failure of each class, and how many mails had which outcome. */
export function startDeliveryReport(log: Logger, mailing: string) {
  const begin = performance.now();
  const counts = { sent: 0, refused: 0, deferred: 0, uncertain: 0, withdrawn: 0 };
  const logged = new Set<string>();
  log.info({ mailing }, "newsletter slice started");
  return {
    add(state: Outcome["state"], failure: MailFailure | null): void {
      counts[names[state]] += 1;
      if (!failure || logged.has(failure.class)) return;
      logged.add(failure.class);
      log.warn({ mailing, outcome: names[state], ...failure }, "newsletter mail failed");
    },
    end: (): void => log.info({ mailing, ...counts, ms: Math.round(performance.now() - begin) }, "newsletter slice ended"),
  };
}
