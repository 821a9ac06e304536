import type { Message } from "../message";
import type { MailText } from "../texts";
import { greeting } from "./greeting";

interface Subscription {
  folder: string;
  client: string;
  url: string;
  validDays: number;
}

/** The link that confirms the subscription of someone without an account. */
export const subscriptionMessage = ({ folder, client, url, validDays }: Subscription, t: MailText): Message => ({
  subject: t("mail:subscription.subject"),
  blocks: [
    greeting(null, t),
    { kind: "text", text: t("mail:subscription.text", { folder, client }) },
    { kind: "button", label: t("mail:subscription.button"), url },
    { kind: "note", text: t("mail:subscription.validDays", { count: validDays }) },
    { kind: "note", text: t("mail:subscription.notYou") },
  ],
});
