import { plainLine } from "../../../contract/rest/shared";
import type { Message } from "../message";
import { plainHeader } from "../names";
import type { MailText } from "../texts";
import { greeting } from "./greeting";

interface NewsletterFailures {
  name: string | null;
  newsletter: string;
  deliveries: { total: number; handedOver: number; refused: number; unknown: number };
  url: string;
}

/** Tells the sender how many recipients did not get a newsletter. */
export function newsletterFailuresMessage({ name, newsletter, deliveries, url }: NewsletterFailures, t: MailText): Message {
  const { total, handedOver, refused, unknown } = deliveries;
  const subject = plainHeader(newsletter).slice(0, 80);
  const count = (value: number) => t("mail:newsletterFailures.count", { count: value });
  return {
    subject: t("mail:newsletterFailures.subject", { newsletter: subject }),
    blocks: [
      greeting(name, t),
      { kind: "text", text: t("mail:newsletterFailures.text", { newsletter: plainLine(newsletter) }) },
      {
        kind: "facts",
        facts: [
          { label: t("mail:newsletterFailures.handedOver"), value: t("mail:newsletterFailures.of", { handedOver, total }) },
          ...(refused > 0 ? [{ label: t("mail:newsletterFailures.refused"), value: count(refused) }] : []),
          ...(unknown > 0 ? [{ label: t("mail:newsletterFailures.unknown"), value: count(unknown) }] : []),
        ],
      },
      ...(unknown > 0 ? [{ kind: "text" as const, text: t("mail:newsletterFailures.unknownHint") }] : []),
      { kind: "button", label: t("mail:newsletterFailures.button"), url },
    ],
  };
}
