import type { Message } from "../message";
import type { MailText } from "../texts";
import { greeting } from "./greeting";

interface AddressTaken {
  name: string | null;
  workspace: string;
  signInUrl: string;
  newPasswordUrl: string;
}

/** For sign-ups with an address that already has an account, which the page must not reveal. */
export const addressTakenMessage = ({ name, workspace, signInUrl, newPasswordUrl }: AddressTaken, t: MailText): Message => ({
  subject: t("mail:addressTaken.subject"),
  blocks: [
    greeting(name, t),
    { kind: "text", text: t("mail:addressTaken.text", { workspace }) },
    { kind: "button", label: t("mail:signIn"), url: signInUrl },
    { kind: "link", text: t("mail:addressTaken.forgotten"), url: newPasswordUrl },
    { kind: "note", text: t("mail:addressTaken.notYou") },
  ],
});
