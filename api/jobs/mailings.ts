import { deliverMailing, sendMailingPreview } from "../domain/mailing-delivery";
import type { Services } from "../services";
import type { JobHandlers } from "./handlers";

export const mailingJobs = (services: Services): JobHandlers<"mailing-delivery" | "mailing-preview"> => ({
  "mailing-delivery": ({ mailingId }, signal) => deliverMailing(services, mailingId, signal),
  "mailing-preview": ({ mailingId, email }) => sendMailingPreview(services, mailingId, email),
});
