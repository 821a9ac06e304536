import { plainLine } from "../../../contract/rest/shared";
import type { Message } from "../message";
import { plainHeader } from "../names";
import type { MailText } from "../texts";
import { greeting } from "./greeting";

interface ReturnedNewsletter {
  name: string | null;
  newsletter: string;
  leftOut: readonly { title: string | null; reason: "not_shareable" | "gone" }[];
  url: string;
}

const mostNamed = 20;

/** Tells the author that a scheduled newsletter was not sent, because none of its articles may be. */
export function newsletterReturnedMessage({ name, newsletter, leftOut, url }: ReturnedNewsletter, t: MailText): Message {
  const labels = { not_shareable: t("mail:newsletterReturned.notShareable"), gone: t("mail:newsletterReturned.gone") };
  const named = leftOut.filter(({ title }) => title !== null).slice(0, mostNamed);
  return {
    subject: t("mail:newsletterReturned.subject", { newsletter: plainHeader(newsletter).slice(0, 80) }),
    blocks: [
      greeting(name, t),
      { kind: "text", text: t("mail:newsletterReturned.text", { newsletter: plainLine(newsletter) }) },
      ...(named.length > 0
        ? [
            {
              kind: "facts" as const,
              facts: named.map(({ title, reason }) => ({ label: labels[reason], value: plainLine(title ?? "").slice(0, 200) })),
            },
          ]
        : []),
      ...(leftOut.length > named.length
        ? [{ kind: "note" as const, text: t("mail:newsletterReturned.more", { count: leftOut.length - named.length }) }]
        : []),
      { kind: "text", text: t("mail:newsletterReturned.next") },
      { kind: "button", label: t("mail:newsletterReturned.button"), url },
    ],
  };
}
