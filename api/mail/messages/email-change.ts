import type { Message } from "../message";
import type { MailText } from "../texts";
import { greeting } from "./greeting";

interface EmailChangeAsked {
  name: string | null;
  workspace: string;
  /** The new address. */
  email: string;
  newPasswordUrl: string;
}

/** Tells the current address that a change was requested. */
export const emailChangeAskedMessage = ({ name, workspace, email, newPasswordUrl }: EmailChangeAsked, t: MailText): Message => ({
  subject: t("mail:emailChangeAsked.subject"),
  blocks: [
    greeting(name, t),
    { kind: "text", text: t("mail:emailChangeAsked.text", { workspace, email }) },
    { kind: "text", text: t("mail:emailChangeAsked.notYou") },
    { kind: "button", label: t("mail:newPassword"), url: newPasswordUrl },
  ],
});

interface EmailChangeConfirm {
  workspace: string;
  url: string;
  validDays: number;
}

/** The link that confirms the new address. It names nobody, because the address may have been mistyped. */
export const emailChangeConfirmMessage = ({ workspace, url, validDays }: EmailChangeConfirm, t: MailText): Message => ({
  subject: t("mail:emailChangeConfirm.subject"),
  blocks: [
    greeting(null, t),
    { kind: "text", text: t("mail:emailChangeConfirm.text", { workspace }) },
    { kind: "button", label: t("mail:emailChangeConfirm.button"), url },
    { kind: "note", text: t("mail:validDays", { count: validDays }) },
    { kind: "note", text: t("mail:emailChangeConfirm.notYou") },
  ],
});

interface EmailChanged {
  name: string | null;
  workspace: string;
  /** The new address, now in effect. */
  email: string;
}

/** Tells the previous address that it is no longer in use. */
export const emailChangedMessage = ({ name, workspace, email }: EmailChanged, t: MailText): Message => ({
  subject: t("mail:emailChanged.subject"),
  blocks: [
    greeting(name, t),
    { kind: "text", text: t("mail:emailChanged.text", { workspace, email }) },
    { kind: "text", text: t("mail:emailChanged.notYou") },
  ],
});
