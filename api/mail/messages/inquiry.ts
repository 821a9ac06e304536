import { plainLine } from "../../../contract/rest/shared";
import type { Message } from "../message";
import { plainHeader } from "../names";
import type { MailText } from "../texts";
import { greeting } from "./greeting";

interface InquiryFacts {
  company: string | null;
  name: string;
  email: string;
  phone: string | null;
}

/** Tells the operator who wants to see the product. All of it was typed by a stranger. */
export const inquiryMessage = ({ company, name, email, phone }: InquiryFacts, t: MailText): Message => ({
  subject: t("mail:inquiry.subject", { name: plainHeader(name).slice(0, 80) }),
  replyTo: { name, address: email },
  blocks: [
    greeting(null, t),
    { kind: "text", text: t("mail:inquiry.text") },
    {
      kind: "facts",
      facts: [
        { label: t("mail:inquiry.name"), value: plainLine(name) },
        { label: t("mail:inquiry.company"), value: plainLine(company ?? "–") },
        { label: t("mail:inquiry.email"), value: email, url: `mailto:${encodeURIComponent(email)}` },
        { label: t("mail:inquiry.phone"), value: plainLine(phone ?? "–") },
      ],
    },
    { kind: "note", text: t("mail:inquiry.next") },
  ],
});
