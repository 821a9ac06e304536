import type { Message } from "../message";
import type { MailText } from "../texts";
import { greeting } from "./greeting";

interface Invitation {
  inviter: string | null;
  client: string;
  workspace: string;
  url: string;
  validDays: number;
}

export const invitationMessage = ({ inviter, client, workspace, url, validDays }: Invitation, t: MailText): Message => ({
  subject: t("mail:invitation.subject", { client }),
  blocks: [
    greeting(null, t),
    {
      kind: "text",
      text:
        inviter === null
          ? t("mail:invitation.textUnnamed", { client, workspace })
          : t("mail:invitation.text", { inviter, client, workspace }),
    },
    { kind: "text", text: t("mail:invitation.next") },
    { kind: "button", label: t("mail:invitation.button"), url },
    { kind: "note", text: t("mail:validDays", { count: validDays }) },
    { kind: "note", text: t("mail:invitation.notYou") },
  ],
});
