import type { Outcome } from "../../db/newsletters/deliveries";
import type { Logger } from "../../log";
import type { MailFailure } from "../../mail/failure";

/** The outcome in the log. */
const nameOf = (state: Outcome["state"]) => {
  if (state === "handed_over") return "sent";
  if (state === "waiting") return "deferred";
  return state === "unknown" ? "uncertain" : state;
};

export type DeliveryReport = ReturnType<typeof startDeliveryReport>;

/** Logs a slice of a newsletter's delivery: its start, the first failure of each class, and how many mails had which outcome. */
export function startDeliveryReport(log: Logger, newsletter: string) {
  const begin = performance.now();
  const counts = { sent: 0, refused: 0, deferred: 0, uncertain: 0, withdrawn: 0 };
  const logged = new Set<string>();
  log.info({ newsletter }, "newsletter slice started");
  return {
    add(state: Outcome["state"], failure: MailFailure | null): void {
      counts[nameOf(state)] += 1;
      if (!failure || logged.has(failure.class)) return;
      logged.add(failure.class);
      log.warn({ newsletter, outcome: nameOf(state), ...failure }, "newsletter mail failed");
    },
    end: (): void => log.info({ newsletter, ...counts, ms: Math.round(performance.now() - begin) }, "newsletter slice ended"),
  };
}
