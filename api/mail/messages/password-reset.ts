import type { Message } from "../message";
import type { MailText } from "../texts";
import { greeting } from "./greeting";

interface PasswordReset {
  name: string | null;
  workspace: string;
  url: string;
  validHours: number;
}

/** The link to set a new password. */
export const passwordResetMessage = ({ name, workspace, url, validHours }: PasswordReset, t: MailText): Message => ({
  subject: t("mail:passwordReset.subject"),
  blocks: [
    greeting(name, t),
    { kind: "text", text: t("mail:passwordReset.text", { workspace }) },
    { kind: "button", label: t("mail:passwordReset.button"), url },
    { kind: "note", text: t("mail:validHours", { count: validHours }) },
    { kind: "note", text: t("mail:passwordReset.notYou") },
  ],
});
