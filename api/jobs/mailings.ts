import { deliverMailing, sendMailingPreview } from "../domain/newsletters/deliver";
import { sendNewsletterFailuresMail } from "../domain/newsletters/failures";
import type { Services } from "../services";
import type { JobHandlers } from "./handlers";

export const mailingJobs = (services: Services): JobHandlers<"mailing-delivery" | "mailing-preview" | "newsletter-failures-mail"> => ({
  "mailing-delivery": ({ mailingId }, signal) => deliverMailing(services, mailingId, signal),
  "mailing-preview": ({ mailingId, email }) => sendMailingPreview(services, mailingId, email),
  "newsletter-failures-mail": ({ mailingId }) => sendNewsletterFailuresMail(services, mailingId),
});
