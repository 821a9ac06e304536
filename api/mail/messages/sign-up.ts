import type { Message } from "../message";
import type { MailText } from "../texts";
import { greeting } from "./greeting";

interface SignUp {
  workspace: string;
  url: string;
  validDays: number;
}

/** The link that confirms the address of a new account. */
export const signUpMessage = ({ workspace, url, validDays }: SignUp, t: MailText): Message => ({
  subject: t("mail:signUp.subject"),
  blocks: [
    greeting(null, t),
    { kind: "text", text: t("mail:signUp.text", { workspace }) },
    { kind: "button", label: t("mail:signUp.button"), url },
    { kind: "note", text: t("mail:validDays", { count: validDays }) },
    { kind: "note", text: t("mail:signUp.notYou") },
  ],
});
