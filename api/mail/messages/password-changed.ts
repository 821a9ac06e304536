import type { Message } from "../message";
import type { MailText } from "../texts";
import { greeting } from "./greeting";

interface PasswordChanged {
  name: string | null;
  workspace: string;
  newPasswordUrl: string;
}

export const passwordChangedMessage = ({ name, workspace, newPasswordUrl }: PasswordChanged, t: MailText): Message => ({
  subject: t("mail:passwordChanged.subject"),
  blocks: [
    greeting(name, t),
    { kind: "text", text: t("mail:passwordChanged.text", { workspace }) },
    { kind: "text", text: t("mail:passwordChanged.notYou") },
    { kind: "button", label: t("mail:newPassword"), url: newPasswordUrl },
  ],
});
