import { deliverNewsletter } from "../domain/newsletters/deliver";
import { tellOfNewsletter } from "../domain/newsletters/delivery-failures";
import { sendPreview } from "../domain/newsletters/preview";
import { sendNewsletterReturnedMail } from "../domain/newsletters/returned";
import { sendSubscriptionMail } from "../domain/newsletters/subscriptions";
import type { Services } from "../services";
import type { JobHandlers } from "./handlers";

type Name = "mailing-delivery" | "mailing-preview" | "newsletter-failures-mail" | "newsletter-returned-mail" | "subscription-mail";

export const newsletterJobs = (services: Services): JobHandlers<Name> => ({
  "mailing-delivery": ({ mailingId }, signal) => deliverNewsletter(services, mailingId, signal),
  "mailing-preview": ({ mailingId, email }) => sendPreview(services, mailingId, email),
  "newsletter-failures-mail": ({ mailingId }) => tellOfNewsletter(services, mailingId),
  "newsletter-returned-mail": ({ mailingId, userId }) => sendNewsletterReturnedMail(services, mailingId, userId),
  "subscription-mail": ({ subscriberId }) => sendSubscriptionMail(services, subscriberId),
});
