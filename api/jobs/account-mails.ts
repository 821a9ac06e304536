import {
  sendAddressTakenMail,
  sendEmailChangedMail,
  sendEmailChangeMail,
  sendEmailChangeNotice,
  sendFirstPasswordMail,
  sendInvitationMail,
  sendPasswordChangedMail,
  sendPasswordResetMail,
  sendSignUpMail,
  splitEmailChangeMails,
} from "../domain/account/account-mails";
import type { JobName } from "../job-types";
import type { Services } from "../services";
import type { JobHandlers } from "./handlers";

export const accountMailJobs = (
  services: Services,
): JobHandlers<
  Exclude<
    Extract<JobName, `${string}-mail${"s" | ""}`>,
    "inquiry-mail" | "subscription-mail" | `newsletter-${string}` | `source-${string}` | `notification-${string}`
  >
> => ({
  "password-reset-mail": (request) => sendPasswordResetMail(services, request),
  "sign-up-mail": ({ userId }) => sendSignUpMail(services, userId),
  "address-taken-mail": ({ userId }) => sendAddressTakenMail(services, userId),
  "invitation-mail": ({ invitationId }) => sendInvitationMail(services, invitationId),
  "first-password-mail": ({ userId }) => sendFirstPasswordMail(services, userId),
  "email-change-mails": (change) => splitEmailChangeMails(services, change),
  "email-change-mail": ({ userId, email }) => sendEmailChangeMail(services, userId, email),
  "email-change-notice-mail": ({ userId, email }) => sendEmailChangeNotice(services, userId, email),
  "email-changed-mail": ({ userId, previousEmail }) => sendEmailChangedMail(services, userId, previousEmail),
  "password-changed-mail": ({ userId }) => sendPasswordChangedMail(services, userId),
});
